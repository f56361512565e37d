#pragma once
// Creases of a grid, in any direction. The rest state of an element on a crease is its flat state folded along the
// crease. If a sheet is folded along its creases, all its elements are therefore at rest. Elements of tension and shear
// measure from particle to particle. Across a fold, the distance between particles is a chord, which is shorter than
// the thread, although the thread is not strained. All strains between the flat and the folded state therefore count as
// zero (materials/slack_loop.hpp).

#include "forces/fabric_measures.hpp"

#include <tulle/description.hpp>
#include <tulle/math.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// A line on flat cloth. The side to the left of the line is turned by the angle towards the normal.
struct FoldLine {
    Vec2 from, to;     // m
    double angle = 0;  // rad
};

/// Returns the fold lines of a rectangle of cloth. Creases with an angle of zero are ignored.
[[nodiscard]] std::vector<FoldLine> fold_lines(std::span<const CreaseDescription> creases, const Vec2& size);

/// Folds places on flat cloth along a line. Returns false, and writes nothing, if the places do not lie on both sides
/// of the line, or if the line ends before the middle of the interval in which it separates the places.
[[nodiscard]] bool fold(const FoldLine& line, std::span<const Vec2> places, std::span<Vec3> folded);

/// Returns the change of an element's measure from the flat to the folded state. The changes of several lines through
/// the element add up.
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
