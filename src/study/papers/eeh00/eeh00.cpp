#include "study/papers/eeh00/eeh00.hpp"

#include "study/common/distances.hpp"

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace tulle {
namespace {

constexpr auto cg = SolverMethod::cg;
constexpr auto ic0 = PreconditionerKind::ic0;
constexpr auto converge = NewtonKind::converged;
constexpr auto any_update = UpdateKind::automatic;  // ignored by backward Euler

constexpr std::array methods{
    Eeh00Method{"plain", "imex-euler", UpdateKind::none, converge, cg, ic0, true},
    Eeh00Method{"bare", "imex-euler", UpdateKind::bare, converge, cg, ic0, true},
    Eeh00Method{"accelerated", "imex-euler", UpdateKind::accelerated, converge, cg, ic0, false},
    Eeh00Method{"newton", "backward-euler", any_update, converge, cg, ic0, false},
    Eeh00Method{"linearised", "backward-euler", any_update, NewtonKind::once, cg, ic0, false},
    Eeh00Method{"newton-multigrid", "backward-euler", any_update, converge, cg, PreconditionerKind::multigrid, false},
    Eeh00Method{"auto", "imex-euler", UpdateKind::automatic, converge, SolverMethod::automatic,
                PreconditionerKind::automatic, false},
};

constexpr double tight = 1e-8, nearly_as_tight = 1e-6;  // tolerances of converged steps
constexpr int enough_iterations = 20000;                // per step: large, because bare updates converge slowly

/// Returns the rough cost of a run: particles times steps per second.
double work_of(const Eeh00Row& row) { return row.particles() / row.h; }

/// Returns the contraction factor q of bare updates. An inner particle has four structural springs. Across a spring the
/// matrix has the full stiffness h^2 k, while the cloth has none.
double contraction_of(const Eeh00Row& row)
{
    constexpr int springs = 4;
    const double stiff = springs * row.h * row.h * row.stiffness_per_mass;
    return stiff / (1 + springs * row.h * row.damping_per_mass + stiff);
}

}  // namespace

std::span<const Eeh00Method> eeh00_methods() { return methods; }

Eeh00Options eeh00_quick_options()
{
    Eeh00Options options;
    options.choices.duration = 0.1;
    options.eps = {1e-1, 1e-3};
    options.run_seconds = 2;
    for (Eeh00Row& row : options.rows)
        row = {.example = row.example,
               .side = row.side > 20 ? 10 : 6,
               .stiffness_per_mass = row.stiffness_per_mass,
               .damping_per_mass = row.damping_per_mass,
               .h = row.h};
    options.standstill.side = 6;
    return options;
}

Eeh00Result Eeh00Study::run()
{
    clock_ = {};
    done_ = 0;
    const auto runs_of_row = static_cast<double>(2 + methods.size() * options_.eps.size());
    all_ = 0;
    for (const Eeh00Row& row : options_.rows) all_ += runs_of_row * work_of(row);
    all_ += Standstill::runs * work_of(options_.standstill);

    Eeh00Result result{.options = options_, .threads = thread_count()};
    for (const Eeh00Row& row : options_.rows) {
        Eeh00RowResult found = solve_row(row);
        result.was_interrupted = !keep_going();
        if (result.was_interrupted) return result;
        result.rows.push_back(std::move(found));
        if (on_result) on_result(result);
    }
    share_ = Standstill::runs * work_of(options_.standstill);
    result.standstill = run_standstill(options_.standstill, options_.choices, watch("standstill"));
    result.was_interrupted = !keep_going();
    return result;
}

Eeh00RowResult Eeh00Study::solve_row(const Eeh00Row& row)
{
    Eeh00RowResult result{.row = row, .contraction = contraction_of(row)};
    const SceneDescription scene = eeh00_scene(row, options_.choices);
    share_ = work_of(row);
    const StudyTarget target{
        .duration = options_.choices.duration, .positions = converged(scene, tight), .size = options_.choices.size};
    done_ += share_;
    result.spread = distances(converged(scene, nearly_as_tight), target.positions).largest / target.size;
    done_ += share_;
    for (const Eeh00Method& method : methods) {
        bool is_worth_it = true;  // after a run that was too slow, smaller eps are skipped
        for (const double eps : options_.eps) {
            if (is_worth_it && keep_going()) {
                result.runs.push_back({&method, eps, try_method(scene, method, eps, target)});
                is_worth_it = result.runs.back().sweep_run.status != SweepRunStatus::too_slow;
            }
            done_ += share_;
        }
    }
    return result;
}

SweepRun Eeh00Study::try_method(const SceneDescription& scene, const Eeh00Method& method, double eps,
                                const StudyTarget& target)
{
    SceneDescription run = scene;
    run.integrator.update = method.update;
    run.integrator.newton = method.newton;
    run.integrator.max_iterations = enough_iterations;
    run.solver.method = method.solver;
    run.solver.preconditioner = method.preconditioner;
    SweepRunSettings settings;
    settings.dt = scene.integrator.dt;
    settings.tolerance = settings.solver_tolerance = eps;
    const StudyMethod studied{.name = std::string(method.name), .integrator = std::string(method.integrator)};
    const Eeh00Example example = scene.obstacles.empty() ? Eeh00Example::hanging : Eeh00Example::table;
    return run_refinement(run, studied, settings, target,
                          {.seconds = options_.run_seconds,
                           .keep_going = watch(fmt::format("{}, h = {:g} s, {}, eps = {:g}", name_of(example),
                                                           scene.integrator.dt, method.name, eps))});
}

std::vector<Vec3> Eeh00Study::converged(const SceneDescription& scene, double tolerance)
{
    SceneDescription run = scene;
    run.integrator.method = "backward-euler";
    run.integrator.tolerance = tolerance;
    run.solver.method = cg;
    run.solver.preconditioner = ic0;
    const auto go_on = watch("converged solution");
    Simulation simulation(run);
    while (simulation.frame() < simulation.frame_count()) {
        const StepReport step = simulation.step();
        if (!go_on(simulation.time() / options_.choices.duration)) break;
        // A step may miss the tolerance because of rounding errors. It is accepted, and `spread` shows the resulting
        // error.
        if (is_failure(step.status)) throw std::runtime_error(simulation.explain(step));
    }
    return {simulation.positions().begin(), simulation.positions().end()};
}

std::function<bool(double)> Eeh00Study::watch(std::string what)
{
    return [this, what = std::move(what)](double part) {
        if (on_progress) on_progress(clock_.at((done_ + part * share_) / all_, what));
        return keep_going();
    };
}

}  // namespace tulle
