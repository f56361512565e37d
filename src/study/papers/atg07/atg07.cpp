#include "study/papers/atg07/atg07.hpp"

#include "simulation/step_limits.hpp"
#include "study/spectrum/fourier.hpp"

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

namespace tulle {
namespace {

constexpr Atg07Method symplectic_method{.name = "symplectic Euler", .integrator = "symplectic-euler"};
constexpr Atg07Method verlet_method{.name = "Verlet", .integrator = "verlet"};
constexpr Atg07Method rk4_method{.name = "RK4", .integrator = "rk4"};
constexpr Atg07Method backward_method{.name = "backward Euler", .integrator = "backward-euler", .is_explicit = false};

constexpr Atg07Method with_filter_of(Atg07Method method, const char* name)
{
    method.name = name;
    method.is_filtered = true;
    return method;
}
constexpr Atg07Method filtered_symplectic_method = with_filter_of(symplectic_method, "filtered symplectic Euler");
constexpr Atg07Method filtered_verlet_method = with_filter_of(verlet_method, "filtered Verlet");
constexpr Atg07Method filtered_rk4_method = with_filter_of(rk4_method, "filtered RK4");

constexpr std::array motion_methods{symplectic_method, backward_method, filtered_symplectic_method};
constexpr std::array timed_methods{
    symplectic_method,
    filtered_symplectic_method,
    verlet_method,
    filtered_verlet_method,
    rk4_method,
    filtered_rk4_method,
    backward_method,
    Atg07Method{.name = "IMEX, updated", .integrator = "imex-euler", .is_explicit = false},
    Atg07Method{
        .name = "IMEX, one solve", .integrator = "imex-euler", .update = UpdateKind::none, .is_explicit = false}};

// Rough fractions of the time of the whole study.
constexpr double motions_share = 0.04, steps_share = 0.4, held_share = 0.1, times_share = 0.44, fish_share = 0.02;
constexpr double frames_a_second = 25;  // of timed runs

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Sets frames of nearly 1/25 s that are a whole number of steps of `dt`. With frames of exactly 1/25 s a run would
/// shorten its steps.
void frame_by_steps(SceneDescription& scene, double dt, double duration)
{
    const double steps = std::max(1.0, std::round(1 / (frames_a_second * dt)));
    scene.integrator.dt = dt * (1 + 1e-9);  // rounding must not add a step
    scene.simulation.fps = 1 / (steps * dt);
    scene.simulation.duration = std::max(1.0, std::round(duration * scene.simulation.fps)) / scene.simulation.fps;
}

/// Returns a motion without frames.
GridMotion empty_motion(const Atg07Method& method, const Atg07Choices& choices, double fps)
{
    GridMotion motion{.scene = "atg07", .cloth = method.name, .particles = {choices.side, choices.side}};
    motion.spacing.fill(choices.size / (choices.side - 1));
    motion.fps = fps;
    return motion;
}

void keep_frame(GridMotion& motion, const Simulation& simulation)
{
    motion.frames.push_back(simulation.frame());
    motion.times.push_back(simulation.time());
    motion.velocities.emplace_back(simulation.velocities().begin(), simulation.velocities().end());
}

/// One method of a row, with its simulation and its times so far.
struct Contestant {
    Simulation simulation;
    Atg07Timed timed;
    std::size_t middle;  // index of the middle particle

    Contestant(const Atg07Method& method, const Atg07Choices& choices, double unit_k0, double duration)
        : simulation([&] {
              SceneDescription scene = atg07_scene(method, choices, unit_k0);
              frame_by_steps(scene, atg07_step(method, choices), duration);
              return scene;
          }()),
          timed{.method = method, .dt = simulation.dt()},
          middle(static_cast<std::size_t>(choices.side / 2 * (choices.side + 1)))
    {}
    void advance()
    {
        if (timed.status != SweepRunStatus::ok || simulation.frame() == simulation.frame_count()) return;
        const double before = processor_seconds();
        const FrameReport frame = simulation.advance_frame();
        timed.seconds += processor_seconds() - before;
        timed.steps += frame.steps;
        timed.time = simulation.time();
        if (is_failure(frame.status))
            timed.status = sweep_run_status_of(frame.status);
        else
            timed.fall = std::max(timed.fall, -simulation.positions()[middle].z());
    }
};

}  // namespace

std::span<const Atg07Method> atg07_motion_methods() { return motion_methods; }
std::span<const Atg07Method> atg07_timed_methods() { return timed_methods; }

Atg07Options atg07_quick_options()
{
    Atg07Options options;
    options.choices.side = 7;
    options.choices.k0 = 1e5;
    options.duration = 0.4;
    options.shown = 0.2;
    options.lambdas = {1, 3};
    options.unfiltered_parts = {0.8};
    options.filtered_parts = {1.25};
    options.sides = {5, 7};
    options.stiffnesses = {1e4, 1e5};
    options.timed = 0.08;
    return options;
}

Atg07Result Atg07Study::run()
{
    const PowerSpectrum needed(1);  // throws at once in a build without FFTW
    clock_ = {};
    done_ = share_ = 0;
    Atg07Result result{.options = options_, .threads = thread_count()};
    const auto finish = [&] {
        result.was_interrupted = !keep_going();
        if (on_result && !result.motions.empty()) on_result(result);
        return result.was_interrupted;
    };
    find_motions(result);
    if (finish()) return result;
    find_steps(result);
    if (finish()) return result;
    find_held(result);
    if (finish()) return result;
    const double share = times_share / static_cast<double>(options_.sides.size() + options_.stiffnesses.size());
    const auto add_row = [&](std::vector<Atg07Row>& rows, int side, double k0) {
        begin(share);
        Atg07Row row = time_row(side, k0);
        if (keep_going()) rows.push_back(std::move(row));
    };
    for (const int side : options_.sides)
        if (keep_going()) add_row(result.particles, side, options_.choices.k0);
    for (const double k0 : options_.stiffnesses)
        if (keep_going()) add_row(result.stiffnesses, options_.choices.side, k0);
    if (options_.fish && keep_going()) {
        begin(fish_share);
        tell(0, "a fish swims");
        result.swims = atg07_fish(*options_.fish, stop);
    }
    (void)finish();
    return result;
}

void Atg07Study::find_motions(Atg07Result& result)
{
    const Atg07Choices& choices = options_.choices;
    const double unit_k0 = atg07_unit_k0(choices);
    for (const Atg07Method& method : motion_methods) {
        begin(motions_share / motion_methods.size());
        // The filtered step is 1.25 times the stability limit itself, so that it is unstable without the filter.
        const double dt =
            method.is_filtered ? choices.gain * atg07_limit(method, choices.k0) : atg07_step(method, choices);
        SceneDescription scene = atg07_scene(method, choices, unit_k0);
        scene.integrator.dt = dt;
        scene.simulation.fps = options_.fps;
        scene.simulation.duration = options_.duration;
        Simulation simulation(scene);
        Atg07Motion found{.method = method, .dt = simulation.dt()};
        GridMotion& motion = found.motion;
        motion = empty_motion(method, choices, options_.fps);
        keep_frame(motion, simulation);
        while (simulation.frame() < simulation.frame_count() && found.status == SweepRunStatus::ok) {
            if (!keep_going()) return;
            const FrameReport frame = simulation.advance_frame();
            if (is_failure(frame.status))
                found.status = sweep_run_status_of(frame.status);
            else
                keep_frame(motion, simulation);
            tell(simulation.time() / options_.duration, fmt::format("{} falls", method.name));
        }
        const auto shown = static_cast<std::size_t>(std::lround(options_.shown * options_.fps));
        found.spectrum = velocity_spectrum(motion, {.beyond = Beyond::mirrored});
        found.shown = velocity_spectrum(motion, {.frame = std::min(shown, motion.frames.size() - 1)});
        result.motions.push_back(std::move(found));
    }
}

void Atg07Study::find_steps(Atg07Result& result)
{
    const double unit_k0 = atg07_unit_k0(options_.choices);
    for (const FilterKind kind : {FilterKind::plain, FilterKind::averaged})
        for (const double lambda : options_.lambdas) {
            if (!keep_going()) return;
            begin(steps_share / (2 * static_cast<double>(options_.lambdas.size())));
            tell(0, fmt::format("longest step at lambda = {:g}", lambda));
            SceneDescription scene = atg07_scene(filtered_symplectic_method, options_.choices, unit_k0);
            scene.filter->kind = kind;
            scene.filter->lambda = lambda;
            const StepLimits limits(scene);
            const StepLimit with = limits.of("symplectic-euler", true);
            const StepLimit without = limits.of("symplectic-euler", false);
            result.steps.push_back({.kind = kind,
                                    .lambda = lambda,
                                    .paper = with.paper.value() / without.paper.value(),
                                    .truth = with.longest.value() / without.longest.value()});
        }
}

void Atg07Study::find_held(Atg07Result& result)
{
    const Atg07Choices& choices = options_.choices;
    const double unit_k0 = atg07_unit_k0(choices);
    struct Try {
        Atg07Method method;
        double part;
    };
    std::vector<Try> tries;
    for (const auto& [plain, with_filter] :
         {std::pair{symplectic_method, filtered_symplectic_method}, std::pair{verlet_method, filtered_verlet_method},
          std::pair{rk4_method, filtered_rk4_method}}) {
        for (const double part : options_.unfiltered_parts) tries.push_back({plain, part});
        for (const double part : options_.filtered_parts) tries.push_back({with_filter, part});
    }
    for (const auto& [method, part] : tries) {
        begin(held_share / static_cast<double>(tries.size()));
        SceneDescription scene = atg07_scene(method, choices, unit_k0);
        frame_by_steps(scene, part * atg07_limit(method, choices.k0), options_.duration);
        Simulation simulation(scene);
        Atg07Held held{.method = method, .part = part};
        GridMotion motion = empty_motion(method, choices, scene.simulation.fps);
        keep_frame(motion, simulation);
        while (simulation.frame() < simulation.frame_count() && held.status == SweepRunStatus::ok) {
            if (!keep_going()) return;
            const FrameReport frame = simulation.advance_frame();
            if (is_failure(frame.status))
                held.status = sweep_run_status_of(frame.status);
            else
                keep_frame(motion, simulation);
            tell(simulation.time() / scene.simulation.duration,
                 fmt::format("{} at {:g} times its limit", method.name, part));
        }
        held.short_part = velocity_spectrum(motion, {.beyond = Beyond::mirrored}).short_part;
        held.time = simulation.time();
        result.held.push_back(held);
    }
}

Atg07Row Atg07Study::time_row(int side, double k0)
{
    Atg07Choices choices = options_.choices;
    choices.side = side;
    choices.k0 = k0;
    const double unit_k0 = atg07_unit_k0(choices);
    std::vector<Contestant> all;
    all.reserve(timed_methods.size());
    for (const Atg07Method& method : timed_methods) all.emplace_back(method, choices, unit_k0, options_.timed);
    int frames = 0;
    for (const Contestant& one : all) frames = std::max(frames, one.simulation.frame_count());
    for (int frame = 0; frame < frames && keep_going(); ++frame) {
        for (Contestant& one : all) one.advance();
        tell((frame + 1.0) / frames, fmt::format("{} particles at k0 = {:g}/s^2", side * side, k0));
    }
    Atg07Row row{.side = side, .k0 = k0};
    for (const Contestant& one : all) row.methods.push_back(one.timed);
    return row;
}

void Atg07Study::tell(double part, const std::string& what)
{
    if (on_progress) on_progress(clock_.at(std::min(1.0, done_ + part * share_), what));
}

}  // namespace tulle
