#pragma once
// Separation direction: the direction in which two parts of a surface that cross are moved against each other.
//
// A contour may cut a part of the surface in two, as where a layer dips through another. The smaller piece cut off is
// then the piece that went through, and this piece moves back. A contour that ends inside both parts cuts nothing off,
// as where a cloth is pushed into the border of another. A contour that cuts nothing off is made shorter in the
// direction in which its points pull (crossing_contour.hpp). All points of a contour move in one direction, as
// [VolinoMagnenatThalmann2006] recommend.

#include "contact/untangle/crossing_contour.hpp"

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// The direction in which the first of two crossing parts moves relative to the second part.
struct SeparationDirection {
    Vec3 direction = Vec3::Zero();  // of any length; zero if there is none
    double certainty = 0;           // from 0 to 1
    double side = 1;                // 1 if the pieces that move back belong to the first part, -1 if to the second
    std::vector<int> pieces{};      // the pieces that move back, in ascending order (SurfaceCuts::piece)
};

/// The pieces into which contours cut a surface.
class SurfaceCuts {
public:
    SurfaceCuts(const CrossingContours& contours, std::span<const Face> faces,
                std::span<const std::array<int, 2>> edges, std::size_t vertices);

    /// Returns the piece of a vertex, named by the lowest vertex of the piece.
    [[nodiscard]] int piece(int vertex) const { return piece_[vertex]; }

    /// Returns the direction in which the smaller piece moves back. The certainty is 1 - a/b: the smaller piece
    /// has a vertices, and both pieces together have b.
    [[nodiscard]] SeparationDirection direction_back(const CrossingContours& contours, const Contour& contour) const;

private:
    std::vector<unsigned char> is_at_end_;  // per vertex: near the end of a contour
    std::vector<int> piece_, size_;         // per vertex; per piece, number of vertices
};

/// Returns the direction that makes the contour shorter. The certainty is the length of the sum of all pulls, divided
/// by the sum of their lengths.
[[nodiscard]] SeparationDirection shortening_direction(const CrossingContours& contours, const Contour& contour);

/// Returns the better direction of `direction_back` and `shortening_direction`, with length one unless it is zero.
[[nodiscard]] SeparationDirection choose_direction(const CrossingContours& contours, const Contour& contour,
                                                   const SurfaceCuts& cuts);

}  // namespace tulle
