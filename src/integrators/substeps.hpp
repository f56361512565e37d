#pragma once
// A step of h that is cut into shorter ones as their error asks for: where it stands, and what to try next.

#include <tulle/report.hpp>

#include <algorithm>

namespace tulle {

/// Adds what a part of a step did to the whole, but for how it ended.
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
    /// `proposed` [s], which the caller keeps from step to step, is what the next one will try.
    Substeps(double h, double end_time, double& proposed) : h_(h), end_time_(end_time), proposed_(proposed) {}

    [[nodiscard]] bool are_done() const { return done_ >= h_; }

    struct Attempt {
        double h;         // s
        double end_time;  // s
        bool is_last;
    };
    /// The last two share what is left, so that none is a sliver.
    [[nodiscard]] Attempt next() const
    {
        const double left = h_ - done_;
        if (proposed_ > 0.999 * left) return {left, end_time_, true};
        const double taken = std::min(proposed_, 0.5 * left);
        return {taken, end_time_ - left + taken, false};
    }

    /// Counts an attempt that is good, after which steps of size `planned` [s] look right. One that was cut short by
    /// the end says nothing against the longer one that had been planned.
    void take(const Attempt& attempt, double planned, StepReport& report)
    {
        report.count_substep(attempt.h);
        done_ = attempt.is_last ? h_ : done_ + attempt.h;
        if (attempt.h < proposed_) planned = std::max(proposed_, planned);
        proposed_ = std::min(h_, planned);
    }

    /// Counts an attempt that was undone, to be tried again with `shorter` [s]. False when that leads nowhere: it is
    /// too short a part of the step, or not a number.
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
