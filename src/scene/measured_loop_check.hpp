#pragma once
// Whether points are a loop that a fabric could have been measured with, and the half of a loop made whole.

#include <tulle/fabric.hpp>

#include <functional>
#include <optional>
#include <string>

namespace tulle {

/// from_zero: pulled from nothing and let go, all of it at or above zero. both_ways: from one side to the other and
/// back; when only the half at or above zero is given, the other is its mirror image (half_given).
enum class LoopShape { from_zero, both_ways };

struct LoopProblem {
    std::string branch;                     // loading or unloading
    std::optional<std::size_t> point = {};  // none: the branch as a whole
    std::string message{};
};

/// How messages name a value: "2.5 %".
struct LoopWords {
    std::function<std::string(double)> at, value;
};

/// The first thing that is wrong; nothing when all is well.
[[nodiscard]] std::optional<LoopProblem> loop_problem(const MeasuredLoop& loop, LoopShape shape,
                                                      const LoopWords& words);

/// Whether a sound loop of both ways is only its half.
[[nodiscard]] bool half_given(const MeasuredLoop& loop);

/// Both halves of a sound loop of which one is given. A fabric has no preferred side, so a loop looks the same from
/// both ends: what loads on one side is what unloads on the other, loading(-x) = -unloading(x).
[[nodiscard]] MeasuredLoop with_mirrored_half(const MeasuredLoop& loop);

}  // namespace tulle
