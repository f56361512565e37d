#include "study/papers/atg07/atg07_fish.hpp"

#include "simulation/step_limits.hpp"

#include <tulle/simulation.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

namespace tulle {
namespace {

constexpr double part_of_limit = 0.8, filter_gain = 1.25, implicit_step = 0.01;  // 1, 1, s

struct SwimMethod {
    const char* name;
    const char* integrator;
    bool is_explicit;
    bool is_filtered;
};

// Backward Euler comes first, because the other methods are compared with it.
constexpr std::array swim_methods{SwimMethod{"backward Euler", "backward-euler", false, false},
                                  SwimMethod{"IMEX, updated", "imex-euler", false, false},
                                  SwimMethod{"symplectic Euler", "symplectic-euler", true, false},
                                  SwimMethod{"filtered symplectic Euler", "symplectic-euler", true, true}};

Vec3 mass_center(const Simulation& simulation)
{
    Vec3 sum = Vec3::Zero();
    double mass = 0;
    for (std::size_t i = 0; i < simulation.masses().size(); ++i) {
        sum += simulation.masses()[i] * simulation.positions()[i];
        mass += simulation.masses()[i];
    }
    return sum / mass;
}

double mean_distance(std::span<const Vec3> a, std::span<const Vec3> b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]).norm();
    return sum / static_cast<double>(a.size());
}

}  // namespace

std::vector<Atg07Swim> atg07_fish(const SceneDescription& fish, const std::atomic<bool>* stop)
{
    const double limit = StepLimits(fish).of("symplectic-euler", false).longest.value();
    std::vector<Atg07Swim> swims;
    std::vector<Vec3> reference;
    for (const SwimMethod& method : swim_methods) {
        SceneDescription scene = fish;
        scene.integrator = {};
        scene.integrator.method = method.integrator;
        scene.integrator.dt = method.is_filtered ? part_of_limit * filter_gain * limit : implicit_step;
        // Springs that become aligned during the motion lower the stability limit: a fixed step of four fifths of the
        // limit at the start explodes.
        scene.integrator.automatic = method.is_explicit && !method.is_filtered;
        // This is the paper's filter. The paper's lambda = 1 leaves no stable step on a spring network with such
        // masses.
        if (method.is_filtered) scene.filter = FilterSettings{.kind = FilterKind::plain, .lambda = 2};
        Simulation simulation(scene);
        Atg07Swim swim{.method = method.name, .dt = simulation.dt()};
        Vec3 half = Vec3::Zero();
        const std::clock_t begin = std::clock();
        while (simulation.frame() < simulation.frame_count() && swim.status == SweepRunStatus::ok) {
            if (stop != nullptr && *stop) return swims;
            if (simulation.frame() == simulation.frame_count() / 2) half = mass_center(simulation);
            swim.status = sweep_run_status_of(simulation.advance_frame().status);
            if (std::abs(simulation.time() - compared) > 0.25 / scene.simulation.fps) continue;
            if (reference.empty()) reference.assign(simulation.positions().begin(), simulation.positions().end());
            swim.apart = mean_distance(simulation.positions(), reference);
        }
        swim.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        const double seconds = simulation.time() - (simulation.frame_count() / 2) / scene.simulation.fps;
        if (swim.status == SweepRunStatus::ok) swim.speed = (mass_center(simulation) - half).x() / seconds;
        swims.push_back(std::move(swim));
    }
    return swims;
}

}  // namespace tulle
