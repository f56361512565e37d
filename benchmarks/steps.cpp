// Whole steps of the simulation, measurements after the step included. Rows named *_capped do the same work at every
// size, whatever accuracy that gives, so that their cost per particle compares; step_default is what a user meets.

#include "setup.hpp"

#include <tulle/simulation.hpp>

#include <cstddef>

namespace tulle {
namespace {

// Never reached: the caps end every solve and every step.
constexpr double unreachable = 1e-14;

SceneDescription make_scene(const benchmark::State& state)
{
    SceneDescription scene;
    scene.integrator.dt = benchmark_step;
    scene.cloths = {make_cloth(static_cast<int>(state.range(0)))};
    return scene;
}

/// A fixed number of steps: every run on every machine sees the same motion.
void four_steps(benchmark::internal::Benchmark* benchmark) { benchmark->Iterations(4); }

void take_steps(benchmark::State& state, const SceneDescription& scene)
{
    Simulation simulation(scene);
    // The first step fills matrices and has no velocity to extrapolate.
    StepReport report = simulation.step();
    double nonlinear_iterations = 0;
    double linear_iterations = 0;
    while (state.KeepRunning()) {
        report = simulation.step();
        if (is_failure(report.status)) {
            state.SkipWithError("the step failed");
            break;
        }
        nonlinear_iterations += report.nonlinear_iterations;
        linear_iterations += report.linear_iterations;
    }
    state.counters["nonlinear_iterations"] =
        benchmark::Counter(nonlinear_iterations, benchmark::Counter::kAvgIterations);
    state.counters["linear_iterations"] = benchmark::Counter(linear_iterations, benchmark::Counter::kAvgIterations);
    report_cost(state, static_cast<std::size_t>(simulation.particle_count()));
}

void step_symplectic_euler(benchmark::State& state)
{
    SceneDescription scene = make_scene(state);
    scene.integrator.method = "symplectic-euler";
    scene.integrator.dt = 1e-5;  // stable at every size
    take_steps(state, scene);
}

/// Plain IMEX: one linear solve with the constant matrix.
void step_imex_capped(benchmark::State& state)
{
    SceneDescription scene = make_scene(state);
    scene.integrator.update = UpdateKind::none;
    scene.solver.tolerance = unreachable;
    scene.solver.max_iterations = equal_iterations;
    take_steps(state, scene);
}

/// Four iterations of the accelerated update, each with so few linear iterations that its accuracy is never reached
/// first.
void step_imex_accelerated_capped(benchmark::State& state)
{
    SceneDescription scene = make_scene(state);
    scene.integrator.update = UpdateKind::accelerated;
    scene.integrator.tolerance = unreachable;
    scene.integrator.max_iterations = 4;
    scene.solver.max_iterations = 3;
    take_steps(state, scene);
}

/// One linearisation of backward Euler: 3 x 3 blocks filled, factored and solved.
void step_backward_capped(benchmark::State& state)
{
    SceneDescription scene = make_scene(state);
    scene.integrator.method = "backward-euler";
    scene.integrator.newton = NewtonKind::once;
    scene.solver.tolerance = unreachable;
    scene.solver.max_iterations = equal_iterations;
    take_steps(state, scene);
}

void step_default(benchmark::State& state) { take_steps(state, make_scene(state)); }

BENCHMARK(step_symplectic_euler)->Apply(every_size)->Apply(four_steps);
BENCHMARK(step_imex_capped)->Apply(every_size)->Apply(four_steps);
BENCHMARK(step_imex_accelerated_capped)->Apply(every_size)->Apply(four_steps);
BENCHMARK(step_backward_capped)->Apply(every_size)->Apply(four_steps);
// Finer grids need more iterations: at 160 000 particles a step takes many seconds.
BENCHMARK(step_default)->Apply(up_to_40000)->Apply(four_steps);

}  // namespace
}  // namespace tulle
