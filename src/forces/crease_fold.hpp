#pragma once
// Creases of a grid, in any direction. An element that a crease runs through has its rest where it would be if its
// particles, lying flat, were folded along the line: so a sheet that is folded as a whole has all of them at rest.
// Elements along the surface, tension and shear, then measure across the fold, from particle to particle: a chord,
// shorter than its thread. They cannot tell how far it is folded, so all they measure on the way from flat to the angle
// of the crease counts as nothing (materials/slack_loop.hpp).

#include "forces/fabric_measures.hpp"

#include <tulle/description.hpp>
#include <tulle/math.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// A line on flat cloth; what lies to its left is turned by the angle towards the normal.
struct FoldLine {
    Vec2 from, to;     // m
    double angle = 0;  // rad
};

/// Those of a rectangle; lines that turn by nothing are passed over.
[[nodiscard]] std::vector<FoldLine> fold_lines(std::span<const CreaseDescription> creases, const Vec2& size);

/// Folds places on flat cloth. False, and nothing is written, where the line does not part them, or parts them beyond
/// its ends: then the middle of what it cuts through lies there.
[[nodiscard]] bool fold(const FoldLine& line, std::span<const Vec2> places, std::span<Vec3> folded);

/// By how much an element measures more when it is folded. Lines that run through the same element add up.
template <class Measure, class Stencil>
[[nodiscard]] double change_by_folds(std::span<const FoldLine> lines, const Stencil& stencil,
                                     const std::array<Vec2, Stencil::particles>& places)
{
    double change = 0;
    std::array<Vec3, Stencil::particles> folded;
    for (const FoldLine& line : lines) {
        if (!fold(line, places, folded)) continue;
        std::array<Vec3, Stencil::particles> flat;
        for (std::size_t k = 0; k < places.size(); ++k) flat[k] = {places[k].x(), places[k].y(), 0};
        const auto measured = [&](const auto& places_of) {
            return Measure::value(vectors_at<Measure>(stencil, [&](int place) { return places_of[place]; }));
        };
        change += measured(folded) - measured(flat);
    }
    return change;
}

}  // namespace tulle
