#include "materials/hysteresis_loop.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace tulle {
namespace {

std::vector<double> places(const MeasuredLoop& loop)
{
    std::vector<double> all;
    for (const LoopPoint& point : loop.loading) all.push_back(point.at);
    for (const LoopPoint& point : loop.unloading) all.push_back(point.at);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

}  // namespace

double branch_value(std::span<const LoopPoint> points, double at)
{
    TULLE_ASSERT(points.size() > 1, points.size());
    std::size_t k = 1;
    while (k + 1 < points.size() && at > points[k].at) ++k;
    const LoopPoint &a = points[k - 1], &b = points[k];
    if (at == b.at) return b.value;
    return a.value + (b.value - a.value) / (b.at - a.at) * (at - a.at);
}

HysteresisLoop::HysteresisLoop(const MeasuredLoop& measured)
{
    TULLE_ASSERT(loop_problem(measured).empty());
    for (const double at : places(measured)) {
        const double up = branch_value(measured.loading, at), down = branch_value(measured.unloading, at);
        pieces_.push_back({at, 0.5 * (up + down), 0, std::max(0.5 * (up - down), 0.0), 0, 0});
    }
    double widening = 0;
    for (std::size_t k = 0; k + 1 < pieces_.size(); ++k) {
        Piece &piece = pieces_[k], &next = pieces_[k + 1];
        const double length = next.at - piece.at;
        piece.slope = (next.middle - piece.middle) / length;
        piece.width_slope = (next.width - piece.width) / length;
        next.work = piece.work + 0.5 * length * (piece.middle + next.middle);
        steepest_ = std::max(steepest_, piece.slope + std::abs(piece.width_slope));
        widening = std::max(widening, std::abs(piece.width_slope));
        has_width_ = has_width_ || piece.width > 0 || next.width > 0;
    }
    const Piece first = pieces_.front(), last = pieces_.back();
    const double on_the_whole = (last.middle - first.middle) / (last.at - first.at);
    pieces_.back().slope = pieces_[pieces_.size() - 2].slope;
    // Before the first point the first slope goes on, but the width stays.
    pieces_.insert(pieces_.begin(), {first.at, first.middle, first.slope, first.width, 0, first.work});
    // Less than twice the steepest change of width would leave the branches.
    reversal_ = measured.reversal.value_or(assumed_reversal * on_the_whole);
    reversal_ = std::max(reversal_, 2 * widening);
    const double at_rest = energy(0, 0);
    for (Piece& piece : pieces_) piece.work -= at_rest;
}

int HysteresisLoop::piece_at(double q) const
{
    // The first piece ends where the second begins.
    const auto after = std::upper_bound(pieces_.begin() + 1, pieces_.end(), q,
                                        [](double value, const Piece& piece) { return value < piece.at; });
    return static_cast<int>(after - pieces_.begin()) - 1;
}

double HysteresisLoop::width_in(const Piece& piece, double q) const
{
    return std::max(piece.width + piece.width_slope * (q - piece.at), 0.0);
}

LoopResponse HysteresisLoop::respond(double q, const LoopHistory& from) const
{
    int index = piece_at(q);
    double s = from.offset;
    bool is_sliding = false;
    if (has_width_) {
        int there = piece_at(from.at);
        double at = from.at;
        const auto go = [&](double to) {
            const double tried = s + reversal_ * (to - at);
            const double width = width_in(pieces_[there], to);
            s = std::clamp(tried, -width, width);
            is_sliding = s != tried;
            at = to;
        };
        for (; there < index; ++there) go(pieces_[there + 1].at);
        for (; there > index; --there) go(pieces_[there].at);
        if (at != q || q == from.at) go(q);
    }
    const Piece& piece = pieces_[index];
    const double value = piece.middle + piece.slope * (q - piece.at) + s;
    double slope = piece.slope;
    if (is_sliding) {
        slope += s < 0 ? -piece.width_slope : piece.width_slope;
    } else if (has_width_) {
        slope += reversal_;
    }
    return {value, slope, s};
}

double HysteresisLoop::first_reaching(double value) const
{
    double low = 0, high = 1;
    while (respond(high, {}).value < value && high < 16) high *= 2;
    for (int k = 0; k < 100; ++k) {
        const double half_way = 0.5 * (low + high);
        (respond(half_way, {}).value < value ? low : high) = half_way;
    }
    return high;
}

double HysteresisLoop::middle(double q) const
{
    const Piece& piece = pieces_[piece_at(q)];
    return piece.middle + piece.slope * (q - piece.at);
}

double HysteresisLoop::half_width(double q) const { return width_in(pieces_[piece_at(q)], q); }

double HysteresisLoop::energy(double q, double offset) const
{
    const Piece& piece = pieces_[piece_at(q)];
    const double length = q - piece.at;
    const double bent = offset == 0 ? 0.0 : 0.5 * offset * offset / reversal_;
    return piece.work + length * (piece.middle + 0.5 * piece.slope * length) + bent;
}

std::string loop_problem(const MeasuredLoop& loop)
{
    const auto branch_problem = [](std::span<const LoopPoint> points, const char* name) -> std::string {
        if (points.size() < 2)
            return std::string(name) + " needs at least 2 points, found " + std::to_string(points.size());
        for (std::size_t k = 0; k < points.size(); ++k) {
            const std::string where = std::string(name) + "[" + std::to_string(k) + "] ";
            if (!std::isfinite(points[k].at) || !std::isfinite(points[k].value)) return where + "is not finite";
            if (k == 0) continue;
            if (!(points[k].at > points[k - 1].at)) return where + "does not lie beyond the point before";
            if (points[k].value < points[k - 1].value)
                return where + "is lower than the point before: such a fabric would be unstable";
        }
        return "";
    };
    if (std::string problem = branch_problem(loop.loading, "loading"); !problem.empty()) return problem;
    if (std::string problem = branch_problem(loop.unloading, "unloading"); !problem.empty()) return problem;
    if (loop.loading.front().at != loop.unloading.front().at || loop.loading.back().at != loop.unloading.back().at)
        return "loading and unloading do not begin and end at the same places";
    if (!(loop.loading.front().at <= 0 && loop.loading.back().at > 0)) return "zero is not between its ends";
    double scale = 0;
    for (const LoopPoint& point : loop.loading) scale = std::max(scale, std::abs(point.value));
    for (const double at : places(loop)) {
        const double up = branch_value(loop.loading, at), down = branch_value(loop.unloading, at);
        if (down - up <= 1e-12 * scale) continue;
        std::ostringstream text;
        text << "unloading is above loading at " << at << " (" << down << " > " << up
             << "): the fabric would give more than it got";
        return text.str();
    }
    if (branch_value(loop.unloading, 0) > 1e-12 * scale || branch_value(loop.loading, 0) < -1e-12 * scale)
        return "zero force is not between its branches at rest";
    if (loop.reversal && !(std::isfinite(*loop.reversal) && *loop.reversal > 0)) return "reversal is not > 0";
    return "";
}

}  // namespace tulle
