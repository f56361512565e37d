#pragma once
// Which vertices are near which faces, and which edges near which edges, or come near on their ways. A tree of boxes
// finds faces that are near each other. Every vertex and every edge belongs to one face, its owner, and is looked at
// with it.

#include "geometry/box_tree.hpp"
#include "self_contact/contact_surface.hpp"

#include <optional>

namespace tulle {

class PairSearch {
public:
    /// The surface outlives the search.
    explicit PairSearch(const ContactSurface& surface) : surface_(surface) {}

    /// All pairs that may come nearer than their contact distance plus `reach` [m] while particles go in straight lines
    /// from one place to another, all the same part of their ways at a time. `common` [m] is a motion that all have
    /// together, near to their mean: pairs do not notice it. SurfacePair::apart is a lower bound of their distance on
    /// that way. Which pairs, and in which order, depends on the places alone.
    void find_near_on_way(std::span<const Vec3> from, std::span<const Vec3> to, const Vec3& common, double reach,
                          std::vector<SurfacePair>& pairs);
    /// The same at one place.
    void find_near(std::span<const Vec3> x, double reach, std::vector<SurfacePair>& pairs)
    {
        find_near_on_way(x, x, Vec3::Zero(), reach, pairs);
    }
    /// All pairs that come within a distance [m] on such ways, and more; their contact distance is left open.
    void find_meeting(std::span<const Vec3> from, std::span<const Vec3> to, double within,
                      std::vector<SurfacePair>& pairs);

    /// Faces and edges are others now.
    void forget();

private:
    /// What a face owns of its vertices and edges; numbers in the lists of the surface.
    struct Owned {
        std::array<int, 3> vertices{}, edges{};
        int vertex_count = 0, edge_count = 0;
    };
    void fit(std::span<const Vec3> from, std::span<const Vec3> to);
    void find_owners();
    /// Pairs whose boxes are within a distance [m] and that `accept` takes, which may complete them.
    template <class Accept>
    void search(std::span<const Vec3> from, std::span<const Vec3> to, double within, const Accept& accept,
                std::vector<SurfacePair>& pairs);

    const ContactSurface& surface_;
    std::vector<Owned> owned_;  // per face
    std::vector<Aabb> vertex_boxes_, face_boxes_, edge_boxes_;
    std::optional<BoxTree> tree_;  // of faces
    std::vector<Vec3> relative_;   // m, scratch: `to` without what is common
    int fits_ = 0;                 // since the tree was built
    struct Found {
        std::vector<SurfacePair> pairs;
        std::vector<int> faces;  // scratch
    };
    std::vector<Found> found_;  // per block of faces
};

}  // namespace tulle
