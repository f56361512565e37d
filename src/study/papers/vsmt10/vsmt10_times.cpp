#include "study/papers/vsmt10/vsmt10_times.hpp"

#include "core/median.hpp"

#include <tulle/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <ctime>

namespace tulle {
namespace {

constexpr double timed_stiffness = 1000;  // N/m: that of Figure 4
constexpr CubicDescription timed_cubic{
    .stretched = 1.04, .stretched_factor = 6, .compressed = 0.96, .compressed_factor = 2};
constexpr int fewest_turns = 5;
// Two iterations do not solve steps of 10 ms, and the unsolved residual makes the cloth jump. The step size does not
// change the time per step.
constexpr double timed_step = 0.001;  // s

double processor_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }  // s

Vsmt10TimeRow time_row(const Vsmt10Choices& choices, int side, int iterations, int turns, double part, double share,
                       const StudyListener& listener)
{
    std::vector<Simulation> simulations;
    for (const Vsmt10Material material : vsmt10_materials)
        simulations.emplace_back(vsmt10_timed_scene(choices, material, side, iterations));
    std::vector<std::vector<double>> taken(simulations.size());  // s
    for (int turn = 0; turn < turns && listener.keep_going(); ++turn) {
        for (std::size_t k = 0; k < simulations.size(); ++k) {
            const double before = processor_now();
            (void)simulations[k].step();
            taken[k].push_back(processor_now() - before);
        }
        listener.hear(part + share * turn / turns, fmt::format("{} particles take turns", side * side));
    }
    Vsmt10TimeRow row{.side = side, .iterations = iterations, .turns = turns};
    for (std::size_t k = 0; k < simulations.size() && !taken[k].empty(); ++k) {
        const StageTimes stages = simulations[k].stage_times();
        const double forces = stages.force + stages.assembly;
        const double all = forces + stages.solve + stages.contact + stages.other + stages.history;
        row.materials.push_back({.material = vsmt10_materials.at(k),
                                 .seconds = median_of(taken[k]),
                                 .force_share = all > 0 ? forces / all : 0});
        // The clock may be too coarse for the smallest grids.
        const double linear = row.materials.front().seconds;
        row.materials.back().relative = linear > 0 ? row.materials.back().seconds / linear : 1;
    }
    return row;
}

}  // namespace

SceneDescription vsmt10_timed_scene(const Vsmt10Choices& choices, Vsmt10Material material, int side, int iterations)
{
    SceneDescription scene = vsmt10_scene(choices);
    ClothDescription cloth = vsmt10_cloth(choices, material, side, timed_stiffness, timed_cubic);
    cloth.pins = {{.where = PinCorner{false, false}}, {.where = PinCorner{true, false}}};
    scene.cloths = {std::move(cloth)};
    scene.integrator.dt = timed_step;
    scene.integrator.newton = NewtonKind::once;
    scene.solver = {.method = SolverMethod::cg,
                    .preconditioner = PreconditionerKind::jacobi,
                    .tolerance = 1e-12,  // never met: always max_iterations
                    .max_iterations = iterations};
    return scene;
}

std::vector<Vsmt10TimeRow> vsmt10_times(const Vsmt10Choices& choices, const Vsmt10TimesOptions& options,
                                        const StudyListener& listener)
{
    std::vector<Vsmt10TimeRow> rows;
    const double share = 1 / static_cast<double>(options.sides.size() * options.iterations.size());
    for (const int side : options.sides)
        for (const int iterations : options.iterations) {
            const double more = static_cast<double>(side * side) / (options.sides[0] * options.sides[0]);
            const int turns = std::max(fewest_turns, static_cast<int>(options.turns / std::max(1.0, more)));
            Vsmt10TimeRow row =
                time_row(choices, side, iterations, turns, share * static_cast<double>(rows.size()), share, listener);
            if (!listener.keep_going()) return rows;
            rows.push_back(std::move(row));
        }
    return rows;
}

}  // namespace tulle
