#include "scene/measured_loop_check.hpp"

#include "materials/hysteresis_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace tulle {
namespace {

using BranchPoints = std::span<const LoopPoint>;

// Relative tolerance for rounding in the conversion of units. Measurements are less precise than this.
constexpr double loop_rounding = 1e-9;

double largest_value(const MeasuredLoop& loop)
{
    double largest = 0.0;
    for (const auto* branch : {&loop.loading, &loop.unloading})
        for (const LoopPoint& point : *branch) largest = std::max(largest, std::abs(point.value));
    return largest;
}

std::optional<LoopProblem> branch_problem(const std::string& name, BranchPoints points, double tolerance,
                                          const LoopWords& words)
{
    if (points.size() < 2) return LoopProblem{name, {}, "expected at least 2 points"};
    for (std::size_t i = 1; i < points.size(); ++i) {
        const LoopPoint& last = points[i - 1];
        const LoopPoint& point = points[i];
        if (point.at <= last.at)
            return LoopProblem{name, i,
                               fmt::format("points must go upwards: {} comes after {}; the {} branch too is written "
                                           "from the lowest to the highest",
                                           words.at(point.at), words.at(last.at), name)};
        if (point.value < last.value - tolerance)
            return LoopProblem{name, i,
                               fmt::format("the {} branch falls, from {} at {} to {} at {}; a fabric resists more the "
                                           "further it is deformed",
                                           name, words.value(last.value), words.at(last.at), words.value(point.value),
                                           words.at(point.at))};
    }
    return std::nullopt;
}

/// Checks the first and last points of a loop.
std::optional<LoopProblem> ends_problem(const MeasuredLoop& loop, LoopShape shape, double tolerance,
                                        const LoopWords& words)
{
    const LoopPoint& low = loop.loading.front();
    const LoopPoint& other_low = loop.unloading.front();
    const LoopPoint& high = loop.loading.back();
    if (shape == LoopShape::from_zero) {
        for (const auto& [name, point] : {std::pair("loading", low), std::pair("unloading", other_low)})
            if (point.at != 0.0 || point.value != 0.0)
                return LoopProblem{name, 0,
                                   "expected [0, 0] as the first point: the test starts with a fabric at rest. Where "
                                   "it comes back longer than it was, the unloading branch stays at 0 up to there"};
    } else if (low.at > 0.0 || high.at <= 0.0) {
        return LoopProblem{"loading", low.at > 0.0 ? std::optional<std::size_t>(0) : std::nullopt,
                           "expected points on both sides of 0, or from 0 on, which are mirrored"};
    }
    const auto differ = [&](double a, double b) { return std::abs(a - b) > loop_rounding * (high.at - low.at); };
    if (differ(other_low.at, low.at) || differ(loop.unloading.back().at, high.at))
        return LoopProblem{
            "unloading",
            {},
            fmt::format("expected points from {} to {}, as far as loading goes", words.at(low.at), words.at(high.at))};
    if (shape == LoopShape::both_ways && half_given(loop) && std::abs(low.value + other_low.value) > tolerance)
        return LoopProblem{"loading", 0,
                           fmt::format("points from 0 on are mirrored, and for that the branches must be opposite at 0 "
                                       "(h and -h), found {} and {}: give the closed loop, not the first rise from "
                                       "rest, or points on both sides of 0",
                                       words.value(low.value), words.value(other_low.value))};
    return std::nullopt;
}

/// Checks that unloading is nowhere above loading. Both branches are straight between their points, so the largest
/// difference is at a point.
std::optional<LoopProblem> order_problem(const MeasuredLoop& loop, double tolerance, const LoopWords& words)
{
    std::vector<double> places;
    for (const auto* branch : {&loop.loading, &loop.unloading})
        for (const LoopPoint& point : *branch) places.push_back(point.at);
    std::ranges::sort(places);
    for (const double at : places) {
        const double up = branch_value(loop.loading, at);
        const double down = branch_value(loop.unloading, at);
        if (down <= up + tolerance) continue;
        const auto after = std::ranges::upper_bound(loop.unloading, at, {}, &LoopPoint::at);
        return LoopProblem{
            "unloading", static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - loop.unloading.begin() - 1)),
            fmt::format("the unloading branch is above the loading one at {}: {} against {}; a fabric cannot give back "
                        "more than was put in",
                        words.at(at), words.value(down), words.value(up))};
    }
    return std::nullopt;
}

}  // namespace

std::optional<LoopProblem> loop_problem(const MeasuredLoop& loop, LoopShape shape, const LoopWords& words)
{
    const double tolerance = loop_rounding * largest_value(loop);
    if (auto problem = branch_problem("loading", loop.loading, tolerance, words)) return problem;
    if (auto problem = branch_problem("unloading", loop.unloading, tolerance, words)) return problem;
    if (auto problem = ends_problem(loop, shape, tolerance, words)) return problem;
    return order_problem(loop, tolerance, words);
}

bool half_given(const MeasuredLoop& loop) { return loop.loading.front().at == 0.0; }

MeasuredLoop with_mirrored_half(const MeasuredLoop& loop)
{
    MeasuredLoop whole;
    whole.reversal = loop.reversal;
    const auto join = [](const std::vector<LoopPoint>& mirrored, const std::vector<LoopPoint>& given) {
        std::vector<LoopPoint> points;
        for (std::size_t i = mirrored.size() - 1; i > 0; --i) points.push_back({-mirrored[i].at, -mirrored[i].value});
        points.insert(points.end(), given.begin(), given.end());
        return points;
    };
    whole.loading = join(loop.unloading, loop.loading);
    whole.unloading = join(loop.loading, loop.unloading);
    return whole;
}

}  // namespace tulle
