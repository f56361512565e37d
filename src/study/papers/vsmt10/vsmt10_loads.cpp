#include "study/papers/vsmt10/vsmt10_loads.hpp"

#include <tulle/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tulle {
namespace {

/// Returns the mean height [m] of the particles of a cloth or body. For a rigid body these are the vertices of its
/// surface, which sink with its centre.
double mean_height(const Simulation& simulation, const ClothView& view)
{
    double sum = 0;
    for (int i = 0; i < view.particle_count; ++i)
        sum += simulation.positions()[static_cast<std::size_t>(view.first_particle + i)].z();
    return sum / view.particle_count;
}

constexpr double last_part = 0.5;  // s, averaged

double mean_of_last(const std::vector<double>& times, const std::vector<double>& values)
{
    double sum = 0;
    int count = 0;
    for (std::size_t k = 0; k < times.size(); ++k)
        if (times[k] > times.back() - last_part) {
            sum += values[k];
            ++count;
        }
    return count > 0 ? sum / count : 0;
}

}  // namespace

double Vsmt10Load::peak_stretch() const { return largest.empty() ? 0 : *std::ranges::max_element(largest); }

double Vsmt10Load::end_stretch() const { return mean_of_last(times, largest); }

double Vsmt10Load::end_mean() const { return mean_of_last(times, mean); }

Vsmt10Load vsmt10_carry(const Vsmt10Choices& choices, const Vsmt10LoadOptions& options, Vsmt10Experiment experiment,
                        Vsmt10Material material, const StudyListener& listener)
{
    Simulation simulation(vsmt10_load_scene(choices, options, experiment, material));
    const std::vector<Vec3> start(simulation.positions().begin(), simulation.positions().end());
    const double height = mean_height(simulation, simulation.cloths().back());
    Vsmt10Load load{.experiment = experiment, .material = material};
    while (simulation.frame() < simulation.frame_count() && listener.keep_going()) {
        const FrameReport frame = simulation.advance_frame();
        load.time = simulation.time();
        if (is_failure(frame.status)) {
            load.status = sweep_run_status_of(frame.status);
            break;
        }
        const Measurements measured = simulation.measure();
        load.times.push_back(load.time);
        load.largest.push_back(measured.largest_stretch);
        load.mean.push_back(measured.mean_stretch);
    }
    for (const Vec3& v : simulation.velocities()) load.speed = std::max(load.speed, v.norm());
    load.sunk = height - mean_height(simulation, simulation.cloths().back());
    load.at_end = vsmt10_shape(simulation, start);
    load.at_end.back().stretch.clear();
    return load;
}

std::vector<Vsmt10Load> vsmt10_loads(const Vsmt10Choices& choices, const Vsmt10LoadOptions& options,
                                     const StudyListener& listener)
{
    std::vector<Vsmt10Load> loads;
    const std::size_t count = options.experiments.size() * vsmt10_materials.size();
    for (const Vsmt10Experiment experiment : options.experiments)
        for (const Vsmt10Material material : vsmt10_materials) {
            listener.hear(static_cast<double>(loads.size()) / static_cast<double>(count),
                          fmt::format("{}, {}", name_of(experiment), name_of(material)));
            Vsmt10Load load = vsmt10_carry(choices, options, experiment, material, listener);
            if (!listener.keep_going()) return loads;
            loads.push_back(std::move(load));
        }
    return loads;
}

}  // namespace tulle
