#pragma once
// Which vertices are near which faces, and which edges near which edges, or come near on their ways: trees of boxes.

#include "geometry/box_tree.hpp"
#include "self_contact/contact_surface.hpp"

#include <optional>

namespace tulle {

class PairSearch {
public:
    /// The surface outlives the search.
    explicit PairSearch(const ContactSurface& surface) : surface_(surface) {}

    /// All pairs that are nearer than what they keep plus `reach` [m]. In an order that depends on the places alone.
    void find_near(std::span<const Vec3> x, double reach, std::vector<SurfacePair>& pairs);
    /// All pairs that come within a distance [m] while particles go in straight lines from one place to another, and
    /// more; what they keep is left open. Which ones, and in which order, depends on the places alone.
    void find_meeting(std::span<const Vec3> from, std::span<const Vec3> to, double within,
                      std::vector<SurfacePair>& pairs);

    /// Faces and edges are others now.
    void forget();

private:
    void fit(std::span<const Vec3> from, std::span<const Vec3> to);
    /// Pairs whose boxes are within a distance [m] and that `accept` takes, which may complete them.
    template <class Accept>
    void search(std::span<const Vec3> from, std::span<const Vec3> to, double within, const Accept& accept,
                std::vector<SurfacePair>& pairs);

    const ContactSurface& surface_;
    std::vector<Aabb> face_boxes_, edge_boxes_;
    std::optional<BoxTree> face_tree_, edge_tree_;
    int fits_ = 0;                                 // since the trees were built
    std::vector<std::vector<SurfacePair>> found_;  // per block of vertices, then of edges
};

}  // namespace tulle
