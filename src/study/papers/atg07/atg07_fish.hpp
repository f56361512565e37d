#pragma once
// ATG07's second example (Figure 9): the fish of Tu and Terzopoulos swims with explicit, implicit and filtered explicit
// methods.

#include "study/common/sweep_run.hpp"

#include <tulle/description.hpp>

#include <atomic>
#include <string>
#include <vector>

namespace tulle {

struct Atg07Swim {
    std::string method{};
    double dt = 0;  // s, at the start
    SweepRunStatus status = SweepRunStatus::ok;
    double seconds = 0;  // of processor time, for the whole run
    double speed = 0;    // m/s, along the initial axis, in the second half of the run
    double apart = 0;    // m, mean distance of its nodes from those of backward Euler at `compared`
};

/// Time [s] at which the methods are compared. Later their motions diverge, because a rolling motion grows from
/// rounding errors.
inline constexpr double compared = 2;

/// Runs the scene of the fish with every method. Explicit methods without a filter take automatic steps. With a filter
/// the step is 1.25 times four fifths of the stability limit at the start. Implicit methods take steps of 0.01 s.
[[nodiscard]] std::vector<Atg07Swim> atg07_fish(const SceneDescription& fish, const std::atomic<bool>* stop = nullptr);

}  // namespace tulle
