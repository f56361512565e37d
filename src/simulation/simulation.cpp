#include <tulle/simulation.hpp>

#include "simulation/parts.hpp"

#include "core/assert.hpp"

#include "analysis/stability.hpp"
#include "core/stage_clock.hpp"
#include "integrators/choice_of.hpp"
#include "simulation/scene_fields.hpp"
#include "simulation/step_limits.hpp"

#include <tulle/error.hpp>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr int none = -1;

/// The lowest particle whose position or velocity is not finite, or none.
int first_non_finite(const ParticleState& state, BlockReducer<int>& reducer)
{
    return reducer.reduce(
        state.size(), none,
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                if (!state.position[i].allFinite() || !state.velocity[i].allFinite()) return static_cast<int>(i);
            return none;
        },
        [](int a, int b) { return a == none ? b : a; });
}

// At this many times the step limit of SBDF3 and SBDF4, vibrations soon grow to nonsense even if they do not explode.
constexpr double surely_growing = 2;

// A frame with automatic steps takes at most this many times the steps of its first attempt.
constexpr int most_times_shorter = 256;

/// Whether energy has grown more than stable steps explain. At four fifths of the stability limit, the computed energy
/// of a vibration varies by up to a factor of nine.
bool has_grown(const MechanicalEnergy& before, const MechanicalEnergy& after)
{
    return after.total - before.total > 9 * before.vibrating + 1e-6 * after.vibrating;
}

}  // namespace

Simulation::Simulation(const SceneDescription& scene, std::vector<std::shared_ptr<UserForce>> forces)
    : parts_(std::make_unique<Parts>(scene, std::move(forces)))
{
    const IntegratorChoice& choice = choice_of(scene.integrator.method);
    const bool may_grow = choice.family == IntegratorFamily::imex_method && choice.order > 2;
    if (may_grow) parts_->is_growing = dt() > surely_growing * turning_limit(choice, stable_step_limit());
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

StepReport Simulation::step()
{
    if (parts_->is_broken)
        throw InputError(Problem{
            .key = "step", .message = "an exception has ended the last step in its middle: restore a state first"});
    parts_->is_broken = true;
    const StepReport report = take_step();
    parts_->is_broken = false;
    return report;
}

StepReport Simulation::take_step()
{
    Parts& p = *parts_;
    if (p.automatic && p.clock.step == 0 && !p.steps_are_chosen)
        p.choose_steps(p.automatic->limit(p.system_at_rest(), p.state.velocity));
    p.steps_are_chosen = false;
    FrameClock next = p.clock;
    next.advance();

    const std::size_t torn_before = p.intact.torn_count();
    if (p.filter && p.clock.step == 0) p.filter->weigh(p.state.position);
    p.forces->begin_step(p.state.position, next.time() - 0.5 * next.dt());
    StepReport report = p.integrator->step(p.clock.dt(), next.time(), *p.forces, *p.constraints, p.state);
    if (!p.bodies.empty()) {
        p.bodies.carry(p.state);
        p.constraints->follow_carried(p.state.position);
    }
    p.clock = next;
    report.time = next.time();
    report.dt = next.dt();
    if (report.largest_dt == 0) report.smallest_dt = report.largest_dt = next.dt();

    // The worst particle can be a vertex of an obstacle that cloth leaves no room for. It is then no particle of a
    // cloth.
    if (report.worst_particle >= static_cast<int>(p.particle_count)) report.worst_particle = none;

    // No step is silently wrong: check the result.
    const StageTimer timer(p.times.other);
    p.follow_tears();
    report.torn_faces = static_cast<int>(p.intact.torn_count() - torn_before);
    const LongestSprings springs = p.springs->find_longest(p.state.position);
    report.largest_stretch = springs.largest_stretch;
    if (p.obstacle_barrier != nullptr) report.contacts = p.obstacle_barrier->count(p.state.position);
    if (p.obstacle_barrier != nullptr || p.cloth_on_bodies == ClothOnBodies::barriers)
        if (p.cloth_contact != nullptr) report.contacts += p.cloth_contact->count(p.state.position);
    if (const int particle = first_non_finite(p.state, p.first_bad); particle != none) {
        report.status = StepStatus::non_finite;
        report.worst_particle = particle;
    } else if (springs.longest > p.scene.simulation.max_stretch) {
        report.status = StepStatus::exploded;
        report.worst_particle = springs.longest_particle;
    } else if (!std::isfinite(report.residual)) {
        report.status = StepStatus::non_finite;  // forces near overflow: no particle can be named
    } else if (p.is_growing && report.status == StepStatus::ok) {
        report.status = StepStatus::imprecise;
    }
    return report;
}

FrameReport Simulation::advance_frame(const std::function<bool()>& goes_on)
{
    Parts& p = *parts_;
    if (!p.automatic || p.clock.step != 0) return take_frame(goes_on);

    // A step that is stable at the start of a frame may be unstable later, if cloth has become stiffer or springs have
    // turned into line. The frame is then undone and taken again in more steps.
    std::ostringstream start;
    save(start);
    const AutomaticSteps usual = *p.automatic;
    const MechanicalEnergy before = p.energy();
    std::optional<double> gained;  // J, in the attempt before
    double limit = p.automatic->limit(p.system_at_rest(), p.state.velocity);
    int undone = 0;       // steps
    int first_count = 0;  // steps of the first attempt
    for (;;) {
        p.choose_steps(limit);
        p.steps_are_chosen = true;
        if (first_count == 0) first_count = p.clock.steps_per_frame;
        const bool is_last = p.clock.steps_per_frame / first_count >= most_times_shorter;
        FrameReport frame = take_frame(goes_on);
        if (p.clock.step != 0 && !is_failure(frame.status)) return frame;  // goes_on has ended it
        frame.rejected_steps += undone;
        const bool has_failed = is_failure(frame.status);
        const bool is_finite = first_non_finite(p.state, p.first_bad) == none;
        // Positions after an explosion say little, so the limit is reduced to an eighth at most.
        const double limit_now =
            is_finite ? std::max(p.automatic->limit(p.system_at_rest(), p.state.velocity), limit / 8) : limit;
        const bool is_too_long = dt() > limit_now;
        if (!has_failed && !is_too_long) {
            const MechanicalEnergy after = p.energy();
            // If shorter steps gain about as much energy, the motion is driven.
            const bool is_driven = gained && after.total - before.total > 0.5 * *gained;
            if (!has_grown(before, after) || is_driven) {
                if (is_driven) p.automatic = usual;
                if (undone == 0) p.automatic->recover();
                return frame;
            }
            gained = after.total - before.total;
        }
        AutomaticSteps shorter = *p.automatic;
        if (is_last || (!is_too_long && !shorter.shorten())) {
            if (!has_failed) {
                frame.status = frame.last.status = StepStatus::imprecise;
                ++frame.not_converged_steps;
            }
            return frame;
        }
        undone += frame.steps;
        std::istringstream again(start.str());
        read_state(again);
        p.automatic = shorter;
        limit = std::min(limit, limit_now);
    }
}

FrameReport Simulation::take_frame(const std::function<bool()>& goes_on)
{
    FrameReport frame;
    frame.frame = parts_->clock.frame + 1;
    while (parts_->clock.frame < frame.frame) {
        const double start = time();
        frame.last = step();
        if (frame.last.torn_faces > 0 && frame.torn_faces == 0) frame.first_tear = start;
        frame.torn_faces += frame.last.torn_faces;
        frame.steps += frame.last.substeps;
        frame.nonlinear_iterations += frame.last.nonlinear_iterations;
        frame.linear_iterations += frame.last.linear_iterations;
        frame.residual = std::max(frame.residual, frame.last.residual);
        frame.speed_left = std::max(frame.speed_left, frame.last.speed_left);
        frame.matrix_refills += frame.last.matrix_refills;
        frame.rejected_steps += frame.last.rejected_steps;
        frame.smallest_dt =
            frame.smallest_dt == 0 ? frame.last.smallest_dt : std::min(frame.smallest_dt, frame.last.smallest_dt);
        frame.force_evaluations += frame.last.force_evaluations;
        frame.largest_dt = std::max(frame.largest_dt, frame.last.largest_dt);
        if (frame.last.status != StepStatus::ok) frame.status = frame.last.status;
        if (is_failure(frame.last.status)) break;
        if (frame.last.status != StepStatus::ok) ++frame.not_converged_steps;
        if (goes_on && !goes_on()) break;
    }
    return frame;
}

double Simulation::time() const { return parts_->clock.time(); }
double Simulation::dt() const { return parts_->clock.dt(); }
int Simulation::frame() const { return parts_->clock.frame; }
int Simulation::frame_count() const { return parts_->clock.frame_count; }
int Simulation::particle_count() const { return static_cast<int>(parts_->particle_count); }
std::size_t Simulation::spring_count() const { return parts_->springs->size(); }
std::string Simulation::method() const
{
    const Parts& p = *parts_;
    const std::string reason = p.integrator->reason();
    const std::string obstacles = p.scene.obstacles.empty() ? ""
                                  : p.constraints->contacts().are_left_to_barriers()
                                      ? "; obstacles have barriers"
                                      : "; contacts with obstacles prescribe velocities";
    const bool holds_bodies = p.cloth_on_bodies == ClothOnBodies::barriers;
    return p.integrator->description() + (reason.empty() ? "" : ": " + reason) + obstacles +
           (holds_bodies ? "; rigid bodies have barriers" : "");
}

std::string Simulation::step_choice() const
{
    const IntegratorSettings& integrator = parts_->scene.integrator;
    const IntegratorChoice& choice = choice_of(integrator.method);
    if (integrator.adaptive || choice.controls_error) return "they follow the error";
    if (integrator.automatic) return "as long as is stable, found anew for every frame";
    std::string reason = "as the scene asks";
    if (integrator.dt == IntegratorSettings{}.dt) {
        // Measured for steps that are solved in iterations (docs/performance.md, "Defaults").
        const bool is_once = integrator.newton == NewtonKind::once || integrator.update == UpdateKind::none;
        reason = "the default";
        if (choice.can.iterates && !is_once)
            reason +=
                ": longer ones take more iterations each, err more and cost about the same, shorter ones begin to cost";
    }
    constexpr double rounding = 1e-9;
    if (parts_->clock.dt() < (1 - rounding) * integrator.dt) reason += "; shortened to divide the time of a frame";
    return reason;
}

std::string Simulation::solver() const
{
    const auto& [settings, reason] = parts_->solver;
    if (settings.method == SolverMethod::direct) return "direct: " + reason;
    const PreconditionerKind chosen = settings.preconditioner;  // clang 14 captures no structured bindings
    const auto kind = std::find_if(preconditioner_kinds.begin(), preconditioner_kinds.end(),
                                   [&](const auto& named) { return named.value == chosen; });
    const bool explicit_method = chosen == PreconditionerKind::none && reason.starts_with("explicit");
    return (explicit_method ? "" : "cg with ") + std::string(kind->name) + ": " + reason;
}

std::span<const Vec3> Simulation::positions() const { return parts_->of_cloths(parts_->state.position); }
std::span<const Vec3> Simulation::velocities() const { return parts_->of_cloths(parts_->state.velocity); }
std::span<const double> Simulation::masses() const { return parts_->of_cloths(parts_->state.mass); }
const std::vector<ClothView>& Simulation::cloths() const { return parts_->views.all(); }
std::span<const unsigned char> Simulation::intact_faces() const { return parts_->intact.all(); }
StageTimes Simulation::stage_times() const
{
    StageTimes times = parts_->times;
    const SearchTimes search = parts_->constraints->contacts().search_times();
    times.contact_broad = search.broad;
    times.contact_narrow = search.narrow;
    times.history = parts_->forces->history_seconds();
    return times;
}

std::span<const Vec3> Simulation::visible_positions() const
{
    Parts& p = *parts_;
    // With barriers no particle has to be moved: the barriers themselves keep cloth outside, a little nearer than the
    // contact distance where it presses.
    if (p.constraints->contacts().are_left_to_barriers()) return positions();
    std::ranges::copy(positions(), p.visible.begin());
    p.constraints->contacts().push_out(p.visible);
    // If pushing particles out would make layers of cloth intersect, return the simulated positions.
    if (p.cloth_contact != nullptr && !p.cloth_contact->is_free(p.state.position, p.visible)) return positions();
    return p.visible;
}

void Simulation::forces(std::span<Vec3> f) const { forces(positions(), velocities(), f); }

Measurements Simulation::measure() const
{
    Parts& p = *parts_;
    const ParticleState& state = p.state;
    Measurements m;
    m.time = time();
    m.energies.kinetic = p.kinetic_energy();
    m.momentum = p.vector_sum.sum(p.particle_count, Vec3::Zero(), [&](std::size_t begin, std::size_t end) {
        Vec3 sum = Vec3::Zero();
        for (std::size_t i = begin; i < end; ++i) sum += state.mass[i] * state.velocity[i];
        return sum;
    });
    m.energies.gravity = p.sum.sum(p.particle_count, 0.0, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i)
            sum -= state.mass[i] * p.scene.simulation.gravity.dot(state.position[i]);
        return sum;
    });
    m.torn_faces = static_cast<int>(p.intact.torn_count());
    m.contacts = p.constraints->contact_count();
    m.deepest_penetration = p.constraints->contacts().deepest_penetration(positions());
    m.smallest_gap = p.constraints->contacts().smallest_gap(positions());
    p.forces->add_measurements(state.position, m);
    if (p.split_barrier) p.split_barrier->with_change().add_measurements(state.position, m);
    return m;
}

double Simulation::stable_step_limit() const
{
    Parts& p = *parts_;
    return symplectic_step_limit(*p.forces, p.of_cloths(p.start_position), p.of_cloths(p.state.mass),
                                 p.constraints->filter().fixed);
}

}  // namespace tulle
