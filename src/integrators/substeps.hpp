#pragma once
// Substeps of error control: cuts a step of h into shorter steps, keeps track of the time reached, and proposes the
// next substep.

#include <tulle/report.hpp>

#include <algorithm>

namespace tulle {

/// Adds the counts and the residual of a part of a step to the report of the whole step; the status is not changed.
inline void accumulate(const StepReport& part, StepReport& whole)
{
    whole.nonlinear_iterations += part.nonlinear_iterations;
    whole.linear_iterations += part.linear_iterations;
    whole.matrix_refills += part.matrix_refills;
    whole.residual = std::max(whole.residual, part.residual);
    whole.contact_passes = std::max(whole.contact_passes, part.contact_passes);
    whole.contacts = part.contacts;
}

class Substeps {
public:
    /// `proposed` [s] is the size of the next substep. The caller keeps `proposed` from step to step.
    Substeps(double h, double end_time, double& proposed) : h_(h), end_time_(end_time), proposed_(proposed) {}

    [[nodiscard]] bool are_done() const { return done_ >= h_; }

    struct Attempt {
        double h;         // s
        double end_time;  // s
        bool is_last;
    };
    /// Returns the next substep to try. The last two substeps share the remaining time, so that neither is tiny.
    [[nodiscard]] Attempt next() const
    {
        const double left = h_ - done_;
        if (proposed_ > 0.999 * left) return {left, end_time_, true};
        const double taken = std::min(proposed_, 0.5 * left);
        return {taken, end_time_ - left + taken, false};
    }

    /// Counts an accepted attempt. `planned` [s] is the size that the error suggests for the next substep. An attempt
    /// that was shorter than proposed, because the step ended, does not reduce the proposal.
    void take(const Attempt& attempt, double planned, StepReport& report)
    {
        report.count_substep(attempt.h);
        done_ = attempt.is_last ? h_ : done_ + attempt.h;
        if (attempt.h < proposed_) planned = std::max(proposed_, planned);
        proposed_ = std::min(h_, planned);
    }

    /// Counts an attempt that was undone and is to be repeated with `shorter` [s]. Returns false, with the status
    /// `stalled`, if `shorter` is not a number or too small a part of the step.
    [[nodiscard]] bool retry(double shorter, StepReport& report)
    {
        ++report.rejected_steps;
        proposed_ = shorter;
        if (shorter > smallest_part * h_) return true;
        report.status = StepStatus::stalled;
        return false;
    }

private:
    static constexpr double smallest_part = 1e-9;

    double h_, end_time_;  // s
    double& proposed_;     // s
    double done_ = 0;      // s
};

}  // namespace tulle
