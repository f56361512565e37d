#include "integrators/error_control.hpp"

#include "integrators/substeps.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

// Step-size control: aim below the tolerance, limit the change of the step, and avoid small changes.
constexpr double safety = 0.8;
constexpr double largest_growth = 2.0;
constexpr double largest_cut = 0.2;
constexpr double worthwhile_growth = 1.2;  // a new step size means a new matrix

// First-order formulas that treat the turning of springs explicitly suffer a drag, whose errors add up step by step. If
// they take this many times the steps that the motion requires, they cannot keep the tolerance.
constexpr double many_more = 10;

// The first step is a guess; a step that is too short grows quickly.
constexpr double first_part = 0.1;
// How often a step is halved because its equations were not solved.
constexpr int unsolved_attempts = 3;
// Errors from rounding differ from step to step. The allowed error is therefore this many times the error found, which
// also lets steps keep their size.
constexpr double twice = 2;

/// Tells errors that decrease with the step from errors that do not: those of rounding, or of a solver that stops too
/// early.
class FallingErrors {
public:
    void start() { attempts_ = 0; }
    [[nodiscard]] int attempts() const { return attempts_; }
    /// Call after a rejected step of h [s] with an error of `size`. Returns whether shorter steps no longer help.
    [[nodiscard]] bool have_ended(double h, double size)
    {
        if (attempts_++ == 0) {
            first_h_ = h;
            first_size_ = size;
        }
        // Errors of a formula of order p decrease like h^p; rounding errors do not decrease.
        return attempts_ > patience && size > first_size_ * std::pow(h / first_h_, no_order_at_all);
    }

private:
    static constexpr int patience = 4;
    static constexpr double no_order_at_all = 0.3;
    int attempts_ = 0;
    double first_h_ = 0;  // s
    double first_size_ = 0;
};

/// Returns the larger number; NaN counts as larger than any number.
double larger(double a, double b) { return a >= b || std::isnan(a) ? a : b; }

}  // namespace

ErrorControl::ErrorControl(std::unique_ptr<Integrator> method, const IntegratorSettings& settings,
                           std::size_t particles)
    : method_(std::move(method)), settings_(settings), start_(particles), errors_(particles)
{}

std::string ErrorControl::description() const { return method_->description() + ", adaptive steps"; }

void ErrorControl::restart()
{
    proposed_ = 0;
    method_->restart();
}

void ErrorControl::save(ArchiveWriter& out) const
{
    out.value(proposed_);
    method_->save(out);
}

void ErrorControl::restore(ArchiveReader& in)
{
    in.value(proposed_);
    method_->restore(in);
}

ErrorControl::Sizes ErrorControl::errors(double h, ForceField& forces, const MotionConstraints& constraints,
                                         const ParticleState& state, StepReport& report)
{
    estimate_errors(*method_, start_, h, forces, constraints, state, acting_time(start_, h, state, sum_), errors_,
                    report);
    const auto larger_ones = [](const Sizes& a, const Sizes& b) {
        return Sizes{larger(a.all, b.all), larger(a.of_quadrature, b.of_quadrature)};
    };
    return largest_.reduce(
        state.size(), Sizes{0, 0},
        [&](std::size_t begin, std::size_t end) {
            Sizes largest{0, 0};
            for (std::size_t i = begin; i < end; ++i) {
                const double moved = (state.position[i] - start_.x[i]).norm();  // m
                const double allowed = settings_.absolute_tolerance + settings_.relative_tolerance * moved;
                largest = larger_ones(largest, {errors_.total(i) / allowed, errors_.quadrature[i] / allowed});
            }
            return largest;
        },
        larger_ones);
}

StepReport ErrorControl::step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                              ParticleState& state)
{
    StepReport report;
    report.substeps = 0;
    if (proposed_ == 0) proposed_ = first_part * h;
    Substeps substeps(h, end_time, proposed_);
    int unsolved = 0;       // steps in a row that did not converge
    double unsolvable = 0;  // a residual that shorter steps did not reduce
    double attainable = 1;  // error, relative to the allowed one, that shorter steps did not reduce
    double steps_of_motion = 0;
    FallingErrors falling;
    while (!substeps.are_done()) {
        const Substeps::Attempt attempt = substeps.next();
        start_.keep(state, constraints.contacts());
        forces.begin_step(state.position, attempt.end_time - 0.5 * attempt.h);
        const StepReport part = method_->step(attempt.h, attempt.end_time, forces, constraints, state);
        accumulate(part, report);
        const Sizes sizes = errors(attempt.h, forces, constraints, state, report);
        double size = sizes.all / attainable;
        if (size > 1 && std::isfinite(size) && falling.have_ended(attempt.h, size)) {
            // With contacts velocities jump, as when a particle begins to stick, and the next step may be better.
            if (part.contacts == 0) {
                attainable *= twice * size;
                report.status = StepStatus::imprecise;
            }
            size = 1 / twice;
        }
        const bool small_enough = size <= 1;
        const bool solved = part.status == StepStatus::ok;
        const int order = method_->local_error(1).order;
        double factor = safety * std::pow(std::max(size, 1e-10), -1.0 / (order + 1));
        factor = std::clamp(std::isfinite(factor) ? factor : largest_cut, largest_cut, largest_growth);
        // A shorter step may help a solver that did not converge, but only as long as rounding does not dominate.
        const bool helpless = unsolved >= unsolved_attempts || part.residual < unsolvable;
        if (!small_enough || (!solved && !helpless)) {
            start_.put_back(state, constraints.contacts());
            method_->undo_step();
            if (!solved) ++unsolved;
            if (substeps.retry(attempt.h * (small_enough ? 0.5 : std::min(factor, 0.9)), report)) continue;
            return report;
        }
        if (!solved) {
            report.status = StepStatus::not_converged;
            report.speed_left = std::max(report.speed_left, part.speed_left);
            unsolvable = std::max(unsolvable, 2 * part.residual);
            factor = std::min(factor, 1.0);
        } else {
            unsolved = 0;
        }
        // Right after a rejected step a longer one would be rejected again.
        if (falling.attempts() > 0) factor = std::min(factor, 1.0);
        falling.start();
        if (factor > 1 && factor < worthwhile_growth) factor = 1;
        substeps.take(attempt, attempt.h * factor, report);
        // Counts this step as a part of the step that the error of the quadrature alone would allow.
        steps_of_motion += std::max(std::pow(sizes.of_quadrature, 1.0 / (order + 1)), attempt.h / h);
    }
    const bool is_slowed = errors_.has_defect && method_->order() == 1;
    if (is_slowed && report.status == StepStatus::ok && report.substeps > many_more * (1 + steps_of_motion))
        report.status = StepStatus::imprecise;
    return report;
}

}  // namespace tulle
