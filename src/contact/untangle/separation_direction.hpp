#pragma once
// In which direction two parts of a surface that cross are to be moved against each other.
//
// A contour that cuts a part in two, as it does where a layer dips through another, says who went through: the smaller
// piece, which goes back. One that ends inside both parts, as where a cloth is pushed into the edge of another, cuts
// nothing off; it becomes shorter in the direction in which its points pull (crossing_contour.hpp), and all together
// rather than each on its own, which is what [VolinoMagnenatThalmann2006] recommend.

#include "contact/untangle/crossing_contour.hpp"

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// Of the first part against the second.
struct SeparationDirection {
    Vec3 direction = Vec3::Zero();  // of any length; zero where none can be told
    double certainty = 0;           // from 0 to 1
    double side = 1;                // whether pieces that go back are of the first part, 1, or the second, -1
    std::vector<int> pieces{};      // those, in ascending order (SurfaceCuts::piece)
};

/// Pieces that contours cut a surface into.
class SurfaceCuts {
public:
    SurfaceCuts(const CrossingContours& contours, std::span<const Face> faces,
                std::span<const std::array<int, 2>> edges, std::size_t vertices);

    /// The lowest vertex of a vertex's piece.
    [[nodiscard]] int piece(int vertex) const { return piece_[vertex]; }

    /// The way back of the smaller piece; its certainty is how much smaller.
    [[nodiscard]] SeparationDirection way_back(const CrossingContours& contours, const Contour& contour) const;

private:
    std::vector<unsigned char> is_at_end_;  // per vertex, of a contour
    std::vector<int> piece_, size_;         // per vertex; of pieces, in vertices
};

/// The way that makes the contour shorter; its certainty is how far its points agree.
[[nodiscard]] SeparationDirection shortening_way(const CrossingContours& contours, const Contour& contour);

/// The better of both, with a direction of length one unless it is zero.
[[nodiscard]] SeparationDirection choose_way(const CrossingContours& contours, const Contour& contour,
                                             const SurfaceCuts& cuts);

}  // namespace tulle
