#include "contact/untangle/separation_direction.hpp"

#include "geometry/union_find.hpp"

#include <algorithm>
#include <utility>

namespace tulle {
namespace {

// If a piece has fewer vertices than this part of both pieces together, it is the piece that went through.
constexpr double smaller_part = 0.4;
// Smallest length of the sum of all pulls of a contour that counts as a direction, as a part of the sum of their
// lengths.
constexpr double coherent_part = 0.2;
// A contour that ends at most this many edges before a border counts as one that cuts the surface.
constexpr int rings_at_end = 2;

}  // namespace

SurfaceCuts::SurfaceCuts(const CrossingContours& contours, std::span<const Face> faces,
                         std::span<const std::array<int, 2>> edges, std::size_t vertices)
    : is_at_end_(vertices, 0), size_(vertices, 0)
{
    std::vector<std::array<int, 2>> pierced;
    for (const Piercing& piercing : contours.piercings) {
        pierced.push_back(piercing.edge);
        if (piercing.beside > 1) continue;
        for (const int corner : faces[piercing.face]) is_at_end_[corner] = 1;
    }
    std::ranges::sort(pierced);
    for (int ring = 0; ring < rings_at_end; ++ring) {
        const std::vector<unsigned char> inner = is_at_end_;
        for (const auto& [i, j] : edges)
            if (inner[i] != 0 || inner[j] != 0) is_at_end_[i] = is_at_end_[j] = 1;
    }
    UnionFind joined(vertices);
    for (const auto& edge : edges) {
        const bool is_whole = is_at_end_[edge[0]] == 0 && is_at_end_[edge[1]] == 0;
        if (is_whole && !std::ranges::binary_search(pierced, edge)) joined.join(edge[0], edge[1]);
    }
    for (std::size_t i = 0; i < vertices; ++i) {
        piece_.push_back(joined.of(static_cast<int>(i)));
        ++size_[piece_.back()];
    }
}

SeparationDirection SurfaceCuts::direction_back(const CrossingContours& contours, const Contour& contour) const
{
    SeparationDirection best;
    for (const double side : {1.0, -1.0}) {
        SeparationDirection found{.side = side};
        double smaller = 0, both = 0;
        for (std::size_t k = 0; k < contour.piercings.size(); ++k) {
            const Piercing& piercing = contours.piercings[contour.piercings[k]];
            const auto& [i, j] = piercing.edge;
            const int one = piece_[i], other = piece_[j];
            if (contour.side[k] != side || one == other || is_at_end_[i] != 0 || is_at_end_[j] != 0) continue;
            const bool is_first = size_[one] < size_[other];
            // The direction leads from the smaller piece to the larger one.
            const bool is_along_normal = (piercing.along.dot(piercing.normal) > 0) == is_first;
            found.direction += side * (is_along_normal ? 1 : -1) * piercing.normal;
            found.pieces.push_back(is_first ? one : other);
            smaller += std::min(size_[one], size_[other]);
            both += size_[one] + size_[other];
        }
        found.certainty = both > 0 ? 1 - smaller / both : 0;
        if (found.certainty > best.certainty && found.direction.norm() > 0) best = std::move(found);
    }
    std::ranges::sort(best.pieces);
    best.pieces.erase(std::unique(best.pieces.begin(), best.pieces.end()), best.pieces.end());
    return best;
}

SeparationDirection shortening_direction(const CrossingContours& contours, const Contour& contour)
{
    SeparationDirection found;
    double sum = 0;
    for (std::size_t k = 0; k < contour.piercings.size(); ++k) {
        const Vec3 pull = contours.piercings[contour.piercings[k]].pull();
        found.direction += contour.side[k] * pull;
        sum += pull.norm();
    }
    found.certainty = sum > 0 ? found.direction.norm() / sum : 0;
    return found;
}

SeparationDirection choose_direction(const CrossingContours& contours, const Contour& contour, const SurfaceCuts& cuts)
{
    SeparationDirection chosen = cuts.direction_back(contours, contour);
    if (chosen.certainty < 1 - smaller_part) {
        SeparationDirection shorter = shortening_direction(contours, contour);
        if (shorter.certainty > coherent_part) chosen = std::move(shorter);
    }
    if (chosen.direction.norm() > 0) chosen.direction.normalize();
    return chosen;
}

}  // namespace tulle
