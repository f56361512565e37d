#pragma once
// ATG07's second example: the fish of Tu and Terzopoulos by an explicit, an implicit and a filtered explicit method.

#include "study/common/sweep_run.hpp"

#include <tulle/description.hpp>

#include <atomic>
#include <string>
#include <vector>

namespace tulle {

struct Atg07Swim {
    std::string way{};
    double dt = 0;  // s, at the start
    SweepRunStatus status = SweepRunStatus::ok;
    double seconds = 0;  // of the processor, for the whole
    double speed = 0;    // m/s, along the axis it started with, in the second half of its time
    double apart = 0;    // m, mean distance of its nodes from where backward Euler has them, after `compared`
};

/// s; later on the ways part, as rolling grows from rounding.
inline constexpr double compared = 2;

/// The scene's body swims, with automatic steps without a filter, with 1.25 times four fifths of the limit at the start
/// with one, and 0.01 s of implicit methods.
[[nodiscard]] std::vector<Atg07Swim> atg07_fish(const SceneDescription& fish, const std::atomic<bool>* stop = nullptr);

}  // namespace tulle
