#include "materials/slack_loop.hpp"

#include "materials/hysteresis_loop.hpp"

#include <algorithm>

namespace tulle {
namespace {

std::vector<LoopPoint> drawn_apart(const std::vector<LoopPoint>& branch, double low, double high)
{
    std::vector<LoopPoint> points;
    for (const LoopPoint& point : branch)
        if (point.at < 0) points.push_back({point.at + low, point.value});
    const double at_zero = branch_value(branch, 0);
    points.push_back({low, at_zero});
    if (high > low) points.push_back({high, at_zero});
    for (const LoopPoint& point : branch)
        if (point.at > 0) points.push_back({point.at + high, point.value});
    return points;
}

}  // namespace

MeasuredLoop with_slack(const MeasuredLoop& loop, double slack)
{
    MeasuredLoop whole = loop;
    if (whole.loading.front().at >= 0) {
        // A loop that starts at zero continues below zero with its first slope. That part then lies beyond the slack.
        const HysteresisLoop law(loop);
        for (std::vector<LoopPoint>* branch : {&whole.loading, &whole.unloading})
            branch->insert(branch->begin(), {-1, law.middle(-1)});
    }
    const double low = std::min(slack, 0.0), high = std::max(slack, 0.0);
    return {drawn_apart(whole.loading, low, high), drawn_apart(whole.unloading, low, high), loop.reversal};
}

}  // namespace tulle
