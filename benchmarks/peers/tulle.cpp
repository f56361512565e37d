// Tulle through its public interface, on the workloads of its peers.

#include "measurement.hpp"
#include "options.hpp"
#include "workload.hpp"

#include <tulle/choices.hpp>
#include <tulle/error.hpp>
#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace peers {
namespace {

template <class Choice>
Choice choose(const Options& options, const std::string& name,
              const std::vector<std::pair<std::string, Choice>>& choices)
{
    std::string names;
    for (const auto& [key, choice] : choices) {
        if (options.text(name) == key) return choice;
        names += " " + key;
    }
    throw std::invalid_argument(name + " is one of" + names + ", found \"" + options.text(name) + '"');
}

tulle::ClothDescription make_cloth(const Workload& workload, const Options& options)
{
    tulle::ClothDescription cloth;
    cloth.shape = tulle::GridDescription{
        .size = {1, 1}, .particles = {workload.side(), workload.side()}, .center = {0, 0, workload.start_height()}};
    cloth.areal_density = total_mass;  // kg/m^2: it has one square metre
    cloth.thickness = thickness;
    const double k = options.number("k");
    cloth.springs.stretch_stiffness = cloth.springs.shear_stiffness = k;
    cloth.springs.bending_stiffness = bending_stiffness;
    const double damping = options.number("damping");
    cloth.springs.stretch_damping = cloth.springs.shear_damping = damping;
    cloth.springs.bending_damping = damping * bending_stiffness / k;
    if (!workload.has_table()) cloth.pins = {{.where = tulle::PinIndices{workload.held()}}};
    return cloth;
}

tulle::SceneDescription make_scene(const Workload& workload, const Options& options)
{
    tulle::SceneDescription scene;
    scene.simulation.duration = duration;
    // Of any largest stretch a run goes to its end: how good it is, the comparison tells.
    scene.simulation.max_stretch = 1e6;
    const double rate = options.number("rate");
    // A frame is looked at like those of the others, unless steps are longer.
    scene.simulation.fps = std::min(rate, frame_rate);
    scene.integrator.method = options.text("integrator");
    scene.integrator.dt = 1 / rate;
    scene.integrator.tolerance = options.number("tolerance");
    scene.integrator.newton = choose<tulle::NewtonKind>(
        options, "newton", {{"converged", tulle::NewtonKind::converged}, {"once", tulle::NewtonKind::once}});
    scene.integrator.update = choose<tulle::UpdateKind>(options, "update",
                                                        {{"auto", tulle::UpdateKind::automatic},
                                                         {"accelerated", tulle::UpdateKind::accelerated},
                                                         {"bare", tulle::UpdateKind::bare},
                                                         {"limited", tulle::UpdateKind::limited},
                                                         {"none", tulle::UpdateKind::none}});
    const bool is_limited = scene.integrator.update == tulle::UpdateKind::limited;
    (is_limited ? scene.integrator.updates : scene.integrator.max_iterations) = options.count("iterations");
    scene.solver.method = choose<tulle::SolverMethod>(options, "solver",
                                                      {{"auto", tulle::SolverMethod::automatic},
                                                       {"cg", tulle::SolverMethod::cg},
                                                       {"direct", tulle::SolverMethod::direct}});
    scene.solver.preconditioner =
        choose<tulle::PreconditionerKind>(options, "preconditioner",
                                          {{"auto", tulle::PreconditionerKind::automatic},
                                           {"none", tulle::PreconditionerKind::none},
                                           {"jacobi", tulle::PreconditionerKind::jacobi},
                                           {"ic0", tulle::PreconditionerKind::ic0},
                                           {"multigrid", tulle::PreconditionerKind::multigrid}});
    scene.solver.tolerance = options.number("solver_tolerance");
    scene.cloths = {make_cloth(workload, options)};
    if (workload.has_table()) {
        tulle::ObstacleDescription table;
        table.name = "table";
        table.shape =
            tulle::BoxShape{.center = {0, 0, -table_depth / 2}, .size = {2 * table_half, 2 * table_half, table_depth}};
        table.friction = friction;
        scene.obstacles = {table};
    }
    return scene;
}

void run(const Options& options)
{
    const tulle::ThreadLimit one_thread(1);
    const Workload workload(options.text("workload"), options.count("side"));
    const tulle::SceneDescription scene = make_scene(workload, options);
    Measurement measurement(workload);
    std::optional<tulle::Simulation> simulation;
    measurement.setup.time([&] { simulation.emplace(scene); });
    std::vector<Point> x(static_cast<std::size_t>(workload.particle_count()));
    int steps = 0, not_converged = 0;
    long nonlinear_iterations = 0, iterations = 0;
    while (simulation->frame() < simulation->frame_count()) {
        tulle::FrameReport report;
        measurement.stepping.time([&] { report = simulation->advance_frame(); });
        if (tulle::is_failure(report.status)) throw std::runtime_error(simulation->explain(report.last));
        steps += report.steps;
        not_converged += report.not_converged_steps;
        nonlinear_iterations += report.nonlinear_iterations;
        iterations += report.linear_iterations;
        const auto positions = simulation->positions();
        for (std::size_t p = 0; p < x.size(); ++p) x[p] = {positions[p].x(), positions[p].y(), positions[p].z()};
        measurement.look(x);
    }
    measurement.print("tulle", steps);
    std::fprintf(stderr, "%s; %s\n%ld nonlinear iterations, %ld linear iterations, %d steps not converged\n",
                 simulation->method().c_str(), simulation->solver().c_str(), nonlinear_iterations, iterations,
                 not_converged);
}

}  // namespace
}  // namespace peers

int main(int argc, char** argv)
{
    try {
        peers::run(peers::Options(argc, argv,
                                  {{"workload", "hanging"},
                                   {"side", "52"},
                                   {"k", "1000"},     // N/m
                                   {"damping", "0"},  // N s/m, of stretch and shear springs
                                   {"integrator", "imex-euler"},
                                   {"rate", "60"},              // steps per second
                                   {"tolerance", "1e-3"},       // of a step's non-linear system
                                   {"iterations", "200"},       // per step at most; of limited updates: all
                                   {"newton", "converged"},     // backward-euler: or once
                                   {"update", "auto"},          // imex-euler: accelerated, bare, limited, none
                                   {"solver", "auto"},          // cg, direct
                                   {"preconditioner", "auto"},  // none, jacobi, ic0, multigrid
                                   {"solver_tolerance", "1e-4"}}));
    } catch (const tulle::InputError& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 3;
    }
}
