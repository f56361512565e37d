#pragma once
// Which vertices are near which faces, and which edges near which edges, or come near on their ways. A tree of moving
// boxes, made of the surface at its start, finds faces that come near each other. Every vertex and every edge belongs
// to one face, its owner, and is looked at with it.

#include "contact/barrier/contact_surface.hpp"
#include "contact/barrier/pair_bounds.hpp"
#include "geometry/motion_tree.hpp"

#include <optional>

namespace tulle {

class PairSearch {
public:
    /// The surface outlives the search.
    explicit PairSearch(const ContactSurface& surface) : surface_(surface) {}

    /// All pairs that may come nearer than their contact distance plus `reach` [m] while particles go in straight lines
    /// from one place to another, all the same part of their ways at a time. `common` [m] is a motion that all have
    /// together, near to their mean: pairs do not notice it. SurfacePair::apart is a lower bound of their distance on
    /// that way; SurfacePair::kept is 0 where it was not needed. Which pairs and their order depend on the places
    /// alone.
    void find_near_on_way(std::span<const Vec3> from, std::span<const Vec3> to, const Vec3& common, double reach,
                          std::vector<SurfacePair>& pairs);
    /// The same at one place.
    void find_near(std::span<const Vec3> x, double reach, std::vector<SurfacePair>& pairs)
    {
        find_near_on_way(x, x, Vec3::Zero(), reach, pairs);
    }
    /// Adds those of find_near_on_way, without a common motion, that have a particle which has `moved`; one mark per
    /// particle.
    void add_near_on_way(std::span<const Vec3> from, std::span<const Vec3> to, double reach,
                         std::span<const unsigned char> moved, std::vector<SurfacePair>& pairs);
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
    void fit(std::span<const Vec3> from, std::span<const Vec3> to, std::span<const unsigned char> moved);
    void find_owners();
    /// Whether a pair that comes as near as `apart` may come nearer than its contact distance plus `reach` [m].
    [[nodiscard]] bool comes_near(SurfacePair& pair, double reach) const;
    void search_near(std::span<const Vec3> from, std::span<const Vec3> to, double reach,
                     std::span<const unsigned char> moved, std::vector<SurfacePair>& pairs);
    /// Adds what `list` makes of all pairs whose boxes may come within a distance [m]; of those without a particle that
    /// has moved only of some. No marks: all have. list(walk, found) is called on any thread, and walk(visit) calls
    /// visit(particles, kind).
    template <class List>
    void search(std::span<const Vec3> from, std::span<const Vec3> to, double within,
                std::span<const unsigned char> moved, const List& list, std::vector<SurfacePair>& pairs);
    /// Adds what the tasks have found, in their order.
    void join_found(std::vector<SurfacePair>& pairs);

    const ContactSurface& surface_;
    std::vector<Owned> owned_;  // per face
    std::vector<MovingBox> vertex_boxes_, face_boxes_, edge_boxes_;
    std::optional<MotionTree> tree_;               // of faces
    std::vector<unsigned char> marked_;            // scratch: per face
    std::vector<Vec3> relative_;                   // m, scratch: `to` without what is common
    std::vector<std::vector<SurfacePair>> found_;  // per task of the tree
    std::vector<std::size_t> begin_;               // scratch: per task, where its pairs go
    RoundedMotion motion_;                         // scratch
};

}  // namespace tulle
