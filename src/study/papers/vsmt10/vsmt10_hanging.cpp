#include "study/papers/vsmt10/vsmt10_hanging.hpp"

#include <tulle/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tulle {
namespace {

constexpr double further_factor = 6;    // K1/K of the further stiffnesses
constexpr int still_frames = 10;        // a cloth at its lowest point stands still for one frame
constexpr double close_to_rest = 1e-6;  // residual of a step: resolves speeds of `still`

double fastest_of(std::span<const Vec3> velocities)
{
    double fastest = 0;
    for (const Vec3& v : velocities) fastest = std::max(fastest, v.norm());
    return fastest;
}

}  // namespace

SceneDescription vsmt10_hanging_scene(const Vsmt10Choices& choices, const Vsmt10HangingOptions& options,
                                      const Vsmt10Hung& law)
{
    SceneDescription scene = vsmt10_scene(choices);
    const CubicDescription cubic{.stretched = law.stretched,
                                 .stretched_factor = law.factor,
                                 .compressed = 2 - law.stretched,
                                 .compressed_factor = vsmt10_usual_cubic.compressed_factor};
    ClothDescription cloth = vsmt10_cloth(choices, law.material, options.side, law.stiffness, cubic);
    std::get<GridDescription>(cloth.shape).plane = GridDescription::Plane::xz;  // vertical from the start
    cloth.pins = {{.where = PinEdge{.axis = 1, .max = true}}};
    scene.cloths = {std::move(cloth)};
    scene.simulation.duration = options.longest;
    scene.integrator.tolerance = close_to_rest;
    return scene;
}

Vsmt10Hung vsmt10_hang(const Vsmt10Choices& choices, const Vsmt10HangingOptions& options, Vsmt10Hung law,
                       const StudyListener& listener)
{
    Simulation simulation(vsmt10_hanging_scene(choices, options, law));
    int still = 0;
    while (still < still_frames && listener.keep_going()) {
        if (simulation.frame() == simulation.frame_count()) {
            law.status = SweepRunStatus::too_slow;
            break;
        }
        const FrameReport frame = simulation.advance_frame();
        if (is_failure(frame.status)) {
            law.status = sweep_run_status_of(frame.status);
            break;
        }
        still = fastest_of(simulation.velocities()) < options.still ? still + 1 : 0;
    }
    const Measurements measured = simulation.measure();
    law.time = simulation.time();
    law.mean_stretch = measured.mean_stretch;
    law.largest_stretch = measured.largest_stretch;
    return law;
}

std::vector<Vsmt10Hung> vsmt10_hangings(const Vsmt10Choices& choices, const Vsmt10HangingOptions& options,
                                        const StudyListener& listener)
{
    std::vector<double> stiffnesses = options.stiffnesses;
    stiffnesses.push_back(options.stiffness);
    std::ranges::sort(stiffnesses);
    std::vector<Vsmt10Hung> laws;
    for (const double stiffness : stiffnesses)
        laws.push_back({.material = Vsmt10Material::linear, .stiffness = stiffness});
    for (const double stiffness : stiffnesses)
        for (const double stretched : options.stretched)
            for (const double factor : options.factors)
                if (stiffness == options.stiffness || factor == further_factor)
                    laws.push_back({.stiffness = stiffness, .stretched = stretched, .factor = factor});
    std::vector<Vsmt10Hung> hung;
    for (const Vsmt10Hung& law : laws) {
        listener.hear(static_cast<double>(hung.size()) / static_cast<double>(laws.size()),
                      fmt::format("{} of {:g} N/m hang", name_of(law.material), law.stiffness));
        Vsmt10Hung one = vsmt10_hang(choices, options, law, listener);
        if (!listener.keep_going()) break;
        hung.push_back(one);
    }
    return hung;
}

}  // namespace tulle
