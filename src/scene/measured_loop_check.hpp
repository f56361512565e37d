#pragma once
// Checks that the points of a measured hysteresis loop are physically possible. Completes half a loop by its mirror
// image.

#include <tulle/fabric.hpp>

#include <functional>
#include <optional>
#include <string>

namespace tulle {

/// from_zero: deformed from rest and released, with all points at or above zero. both_ways: deformed from one side to
/// the other and back. If only the half at or above zero is given (half_given), the other half is its mirror image.
enum class LoopShape { from_zero, both_ways };

struct LoopProblem {
    std::string branch;                     // loading or unloading
    std::optional<std::size_t> point = {};  // empty: the branch as a whole
    std::string message{};
};

/// Functions that write a value in messages: "2.5 %".
struct LoopWords {
    std::function<std::string(double)> at, value;
};

/// Returns the first problem, or nothing if the loop is valid.
[[nodiscard]] std::optional<LoopProblem> loop_problem(const MeasuredLoop& loop, LoopShape shape,
                                                      const LoopWords& words);

/// Tells whether only half of a valid loop of shape both_ways is given.
[[nodiscard]] bool half_given(const MeasuredLoop& loop);

/// Returns both halves of a valid loop of which one half is given. The halves obey loading(-x) = -unloading(x): loading
/// on one side corresponds to unloading on the other, because a fabric has no preferred side.
[[nodiscard]] MeasuredLoop with_mirrored_half(const MeasuredLoop& loop);

}  // namespace tulle
