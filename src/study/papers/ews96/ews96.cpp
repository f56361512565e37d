#include "study/papers/ews96/ews96.hpp"

#include "study/common/distances.hpp"

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>

namespace tulle {
namespace {

constexpr auto converge_newton = NewtonKind::converged;
constexpr auto one_newton = NewtonKind::once;

// The largest stable step is computed for cloth at rest. Stretched threads are stiffer and need shorter steps.
constexpr double of_the_limit = 0.8;

constexpr std::array methods_compared{
    Ews96Method{"cash-karp", "cash-karp", converge_newton, 0, 0, 1, true},
    Ews96Method{"bulirsch-stoer", "bulirsch-stoer", converge_newton, 0, 0, 1.8, true},
    Ews96Method{"symplectic Euler", "symplectic-euler", converge_newton, 0, of_the_limit, 0.2, false},
    Ews96Method{"linearised, 5 ms", "backward-euler", one_newton, 5e-3, 0, 0.03, false},
    Ews96Method{"linearised, 2.5 ms", "backward-euler", one_newton, 2.5e-3, 0, 0.05, false},
    Ews96Method{"linearised, 1.25 ms", "backward-euler", one_newton, 1.25e-3, 0, 0.08, false},
    Ews96Method{"Newton, 2.5 ms", "backward-euler", converge_newton, 2.5e-3, 0, 0.15, false},
    Ews96Method{"bdf2, 1.25 ms", "bdf2", converge_newton, 1.25e-3, 0, 0.15, false},
};

/// Returns the processor time [s] of all threads.
double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Returns the rough cost of a run. Explicit steps are proportional to the spacing, so that finer grids need more
/// steps.
double ews96_work(const Ews96Row& row, const Ews96Method& method)
{
    const double side = row.side;
    return method.cost * side * side * (method.dt > 0 ? 30.0 : side);
}

SceneDescription ews96_run_scene(const Ews96Row& row, const Ews96Method& method, const Ews96Options& options)
{
    SceneDescription scene = ews96_scene(row, options.choices, options.fabric);
    scene.integrator.method = method.integrator;
    scene.integrator.newton = method.newton;
    scene.integrator.dt = method.dt > 0 ? method.dt : 1 / ews96_fps;
    if (method.limit_part > 0) scene.integrator.dt = method.limit_part * Simulation(scene).stable_step_limit();
    return scene;
}

/// Returns the shares of the stages. Stages are measured in wall time, and the same shares are used for processor time.
Ews96Shares shares_of(const StageTimes& stages, double wall)
{
    if (wall <= 0) return {};
    return {.force = stages.force / wall,
            .history = stages.history / wall,
            .contact = stages.contact / wall,
            .matrices = (stages.assembly + stages.solve) / wall};
}

}  // namespace

std::span<const Ews96Method> ews96_methods() { return methods_compared; }

double Ews96Run::seconds() const
{
    double sum = 0;
    for (const Ews96Frame& frame : frames) sum += frame.seconds;
    return sum;
}

double Ews96Run::mean_seconds() const { return frames.empty() ? 0 : seconds() / static_cast<double>(frames.size()); }

double Ews96Run::mean_dt() const { return steps == 0 ? 0 : frames.back().time / static_cast<double>(steps); }

StepRange Ews96Run::dt_range() const
{
    if (frames.empty()) return {};
    const auto smaller = [](const Ews96Frame& a, const Ews96Frame& b) { return a.smallest_dt < b.smallest_dt; };
    const auto larger = [](const Ews96Frame& a, const Ews96Frame& b) { return a.largest_dt < b.largest_dt; };
    return {std::min_element(frames.begin(), frames.end(), smaller)->smallest_dt,
            std::max_element(frames.begin(), frames.end(), larger)->largest_dt};
}

Ews96Options ews96_quick_options()
{
    Ews96Options options;
    options.choices.frames = 2;
    for (Ews96Row& row : options.rows) row = {.example = row.example, .side = row.side > 30 ? 10 : 7};
    return options;
}

Ews96Result Ews96Study::run()
{
    clock_ = {};
    done_ = all_ = 0;
    for (const Ews96Row& row : options_.rows)
        for (const Ews96Method& method : methods_compared) all_ += ews96_work(row, method);
    Ews96Result result{.options = options_, .threads = thread_count()};
    for (const Ews96Row& row : options_.rows) {
        Ews96RowResult found = solve_row(row);
        result.was_interrupted = !keep_going();
        if (result.was_interrupted) return result;
        result.rows.push_back(std::move(found));
        if (on_result) on_result(result);
    }
    return result;
}

Ews96RowResult Ews96Study::solve_row(const Ews96Row& row)
{
    Ews96RowResult result{.row = row};
    std::vector<Vec3> reference;
    for (const Ews96Method& method : methods_compared) {
        if (!keep_going()) break;
        std::vector<Vec3> end;
        Ews96Run run = try_method(row, method, end);
        if (result.runs.empty() && run.is_whole()) reference = end;
        if (run.is_whole() && !reference.empty()) {
            const Distances apart = distances(end, reference);
            run.error = apart.largest / options_.choices.size;
            run.rms_error = apart.rms / options_.choices.size;
        }
        result.runs.push_back(std::move(run));
        done_ += ews96_work(row, method);
    }
    return result;
}

Ews96Run Ews96Study::try_method(const Ews96Row& row, const Ews96Method& method, std::vector<Vec3>& end)
{
    tell(row, method, 0);
    Simulation simulation(ews96_run_scene(row, method, options_));
    Ews96Run run{.method = &method};
    if (method.dt > 0 || method.limit_part > 0) run.dt = simulation.dt();
    double wall = 0;
    while (run.status == SweepRunStatus::ok && simulation.frame() < simulation.frame_count()) {
        const StudyClock clock;
        const double before = processor_time();
        const FrameReport frame = simulation.advance_frame();
        const double seconds = processor_time() - before;
        wall += clock.at(0, {}).elapsed;
        run.frames.push_back({.time = simulation.time(),
                              .steps = frame.steps,
                              .smallest_dt = frame.smallest_dt,
                              .largest_dt = frame.largest_dt,
                              .seconds = seconds});
        run.steps += frame.steps;
        run.rejected_steps += frame.rejected_steps;
        run.force_evaluations += frame.force_evaluations;
        run.not_converged_steps += frame.not_converged_steps;
        if (is_failure(frame.status)) run.status = sweep_run_status_of(frame.status);
        tell(row, method, simulation.time() * ews96_fps / options_.choices.frames);
        const bool at_end = simulation.frame() == simulation.frame_count();
        if (!at_end && !keep_going()) run.status = SweepRunStatus::interrupted;
        if (!at_end && run.status == SweepRunStatus::ok && run.seconds() > options_.run_seconds)
            run.status = SweepRunStatus::too_slow;
    }
    if (run.status == SweepRunStatus::ok && run.not_converged_steps > 0) run.status = SweepRunStatus::not_converged;
    run.shares = shares_of(simulation.stage_times(), wall);
    end.assign(simulation.positions().begin(), simulation.positions().end());
    return run;
}

void Ews96Study::tell(const Ews96Row& row, const Ews96Method& method, double part)
{
    if (!on_progress) return;
    on_progress(clock_.at((done_ + part * ews96_work(row, method)) / all_,
                          fmt::format("{}, {} x {}, {}", name_of(row.example), row.side, row.side, method.name)));
}

}  // namespace tulle
