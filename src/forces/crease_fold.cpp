#include "forces/crease_fold.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tulle {
namespace {

// Particles nearer to a line than this, relative to the size of their element, lie on the line.
constexpr double on_line = 1e-6;

}  // namespace

std::vector<FoldLine> fold_lines(std::span<const CreaseDescription> creases, const Vec2& size)
{
    std::vector<FoldLine> lines;
    for (const CreaseDescription& crease : creases)
        if (crease.angle != 0)
            lines.push_back(
                {crease.from.cwiseProduct(size), crease.to.cwiseProduct(size), crease.angle * std::numbers::pi / 180});
    return lines;
}

bool fold(const FoldLine& line, std::span<const Vec2> places, std::span<Vec3> folded)
{
    const double length = (line.to - line.from).norm();
    const Vec2 along = (line.to - line.from) / length, left(-along.y(), along.x());
    double size = 0;
    for (const Vec2& place : places) size = std::max(size, (place - places[0]).norm());
    const auto height = [&](const Vec2& place) {
        const double h = left.dot(place - line.from);
        return std::abs(h) <= on_line * size ? 0.0 : h;
    };
    // The interval in which segments between places on opposite sides cross the line.
    double first = INFINITY, last = -INFINITY;
    for (const Vec2& a : places) {
        if (!(height(a) > 0)) continue;
        for (const Vec2& b : places) {
            if (!(height(b) < 0)) continue;
            const double share = height(a) / (height(a) - height(b));
            const double at = along.dot(a + share * (b - a) - line.from);
            first = std::min(first, at);
            last = std::max(last, at);
        }
    }
    const double middle = 0.5 * (first + last);
    if (first > last || middle < -on_line * size || middle > length + on_line * size) return false;

    const double c = std::cos(line.angle), s = std::sin(line.angle);
    for (std::size_t k = 0; k < places.size(); ++k) {
        const double h = height(places[k]);
        const Vec2 foot = line.from + along.dot(places[k] - line.from) * along;
        const Vec2 flat = foot + (h > 0 ? c * h : h) * left;
        folded[k] = {flat.x(), flat.y(), h > 0 ? s * h : 0.0};
    }
    return true;
}

}  // namespace tulle
