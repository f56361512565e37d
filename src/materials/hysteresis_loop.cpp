#include "materials/hysteresis_loop.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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
    for (std::size_t k = 0; k + 1 < pieces_.size(); ++k) {
        Piece &piece = pieces_[k], &next = pieces_[k + 1];
        const double length = next.at - piece.at;
        piece.slope = (next.middle - piece.middle) / length;
        piece.width_slope = (next.width - piece.width) / length;
        next.work = piece.work + 0.5 * length * (piece.middle + next.middle);
        has_width_ = has_width_ || piece.width > 0 || next.width > 0;
    }
    const Piece first = pieces_.front();
    pieces_.back().slope = pieces_[pieces_.size() - 2].slope;
    // Below the first point the first slope continues, and the width is constant.
    pieces_.insert(pieces_.begin(), {first.at, first.middle, first.slope, first.width, 0, first.work});
    set_reversals(measured);
    for (const Piece& piece : pieces_) steepest_ = std::max(steepest_, piece.slope + piece.reversal);
    const double at_rest = energy(0, 0);
    for (Piece& piece : pieces_) piece.work -= at_rest;
}

void HysteresisLoop::set_reversals(const MeasuredLoop& measured)
{
    if (!has_width_) return;
    const double length = pieces_.back().at;
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
        Piece& piece = pieces_[k];
        const double widest = std::max(piece.width, k + 1 < pieces_.size() ? pieces_[k + 1].width : 0.0);
        const double steep = std::max(assumed_reversal * piece.slope, 2 * widest / (longest_reversal * length));
        // With k below twice the slope of the width, the force would leave the branches.
        piece.reversal = std::max(measured.reversal.value_or(steep), 2 * std::abs(piece.width_slope));
    }
    if (measured.reversal) return;
    // A flat piece, such as slack, has no slope to scale from. It takes the larger reversal slope of its neighbours.
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
        if (pieces_[k].slope > 0) continue;
        if (k > 0) pieces_[k].reversal = std::max(pieces_[k].reversal, pieces_[k - 1].reversal);
        if (k + 1 < pieces_.size()) pieces_[k].reversal = std::max(pieces_[k].reversal, pieces_[k + 1].reversal);
    }
}

int HysteresisLoop::piece_at(double q) const
{
    // Skip the first piece: it has the same `at` as the second, which is its end.
    const auto after = std::upper_bound(pieces_.begin() + 1, pieces_.end(), q,
                                        [](double value, const Piece& piece) { return value < piece.at; });
    return static_cast<int>(after - pieces_.begin()) - 1;
}

LoopResponse HysteresisLoop::respond_across(double q, const LoopHistory& from, int there) const
{
    const int index = piece_at(q);
    const Piece& piece = pieces_[index];
    const double middle = piece.middle + piece.slope * (q - piece.at);
    if (!has_width_) return {middle, piece.slope, 0, false};
    double at = from.at, s = from.offset;
    LoopResponse response{};
    const auto go = [&](double to) {
        response = slide(pieces_[there], to, middle, at, s);
        s = response.offset;
        at = to;
    };
    for (; there < index; ++there) go(pieces_[there + 1].at);
    for (; there > index; --there) go(pieces_[there].at);
    // If q is the point between two pieces, it was reached in the previous piece already.
    if (at != q) go(q);
    const double slope = !response.slides ? piece.reversal : s < 0 ? -piece.width_slope : piece.width_slope;
    return {middle + s, piece.slope + slope, s, response.slides};
}

double HysteresisLoop::reaching(double value, const LoopHistory& from, int there) const
{
    const int last = static_cast<int>(pieces_.size()) - 1;
    int index = there;
    double at = from.at, s = from.offset;
    double left = value - (pieces_[index].middle + pieces_[index].slope * (at - pieces_[index].at) + s);
    if (left == 0) return at;
    const int side = left > 0 ? 1 : -1;
    left = std::abs(left);
    // In each piece s sticks first. It slides once it reaches the end of its range on this side.
    for (;; index += side) {
        const Piece& piece = pieces_[index];
        const bool ends = side > 0 ? index < last : index > 0;
        double to_piece_end =
            ends ? std::abs(pieces_[side > 0 ? index + 1 : index].at - at) : std::numeric_limits<double>::infinity();
        const double narrowing = side * piece.width_slope;  // dr per distance moved
        const auto go = [&](double slope, double length) {
            if (slope * length >= left) return true;
            left -= slope * length;
            at += side * length;
            to_piece_end -= length;
            return false;
        };
        const double room = std::max(width_in(piece, at) - side * s, 0.0);
        if (piece.reversal > narrowing && room > 0) {
            const double stuck = std::min(room / (piece.reversal - narrowing), to_piece_end),
                         slope = piece.slope + piece.reversal;
            if (go(slope, stuck)) return at + side * left / slope;
            s += side * piece.reversal * stuck;
        }
        const double slope = piece.slope + narrowing;
        if (to_piece_end > 0 && slope > 0 && slope * to_piece_end >= left) return at + side * left / slope;
        if (!ends) return side * std::numeric_limits<double>::infinity();
        if (to_piece_end > 0) {
            go(slope, to_piece_end);
            at = pieces_[side > 0 ? index + 1 : index].at;
            s = side * width_in(piece, at);
        }
    }
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

double HysteresisLoop::half_width(double q) const { return width_in(pieces_[piece_at(q)], q); }

double HysteresisLoop::energy(double q, double offset) const
{
    const Piece& piece = pieces_[piece_at(q)];
    const double length = q - piece.at;
    const double bent = offset == 0 ? 0.0 : energy_of_offset(q, offset);
    return piece.work + length * (piece.middle + 0.5 * piece.slope * length) + bent;
}

/// Returns the integral of s over the sticking motion from s = 0 to q, summed piece by piece backwards from q.
double HysteresisLoop::energy_of_offset(double q, double offset) const
{
    const int last = static_cast<int>(pieces_.size()) - 1, back = offset > 0 ? -1 : 1;
    double s = std::abs(offset), sum = 0, at = q;
    for (int index = piece_at(q);; index += back) {
        const double k = pieces_[index].reversal;
        // The first piece extends down without end, the last one up.
        const bool ends = back < 0 ? index > 0 : index < last;
        const double end = !ends ? at : pieces_[back < 0 ? index : index + 1].at;
        const double left = s - k * std::abs(end - at);
        if (!ends || left <= 0) return sum + 0.5 * s * s / k;
        sum += 0.5 * (s + left) * std::abs(end - at);
        s = left;
        at = end;
    }
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
