#include "materials/tension_curve.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {

TensionCurve::TensionCurve(std::span<const CurvePoint> points)
{
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        const auto [strain, tension] = points[k];
        pieces_.push_back({strain, tension, (points[k + 1].tension - tension) / (points[k + 1].strain - strain), 0});
    }
    for (std::size_t k = 1; k < pieces_.size(); ++k) {
        const double width = pieces_[k].strain - pieces_[k - 1].strain;
        pieces_[k].work = pieces_[k - 1].work + 0.5 * width * (pieces_[k].tension + pieces_[k - 1].tension);
    }
    const double at_rest = work(0);
    for (Piece& piece : pieces_) piece.work -= at_rest;
}

int TensionCurve::piece_at(double strain) const
{
    // A point belongs to the piece that begins there. Linear search is enough, because tables are short.
    int index = 0;
    while (index + 1 < size() && strain >= pieces_[index + 1].strain) ++index;
    return index;
}

double TensionCurve::work(double strain) const
{
    const Piece& p = pieces_[piece_at(strain)];
    const double width = strain - p.strain;
    return p.work + width * (p.tension + 0.5 * width * p.slope);
}

std::string curve_problem(std::span<const CurvePoint> points)
{
    if (points.size() < 2) return "expected at least 2 points, found " + std::to_string(points.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
        const std::string where = "point " + std::to_string(k);
        if (!std::isfinite(points[k].strain) || !std::isfinite(points[k].tension)) return where + " is not finite";
        if (points[k].strain <= -1) return where + " has a strain <= -1, which leaves no length";
        if (k == 0) continue;
        if (!(points[k].strain > points[k - 1].strain))
            return where + " does not have a greater strain than the one before";
        if (points[k].tension < points[k - 1].tension)
            return where + " has a smaller tension than the one before: such a spring would be unstable";
    }
    const bool rests =
        std::any_of(points.begin(), points.end(), [](const CurvePoint& p) { return p.strain == 0 && p.tension == 0; });
    return rests ? "" : "the point [0, 0] is missing: a spring at its rest length has no tension";
}

}  // namespace tulle
