#pragma once
// Search for contact pairs (broad phase): finds the vertices near faces, and the edges near edges, at one place or
// during a motion. A tree of moving boxes, built from the surface at the start of the simulation, finds faces that come
// near each other. Every vertex and every edge belongs to one face, its owner, and is tested together with this face.

#include "contact/barrier/contact_surface.hpp"
#include "contact/barrier/pair_bounds.hpp"
#include "geometry/motion_tree.hpp"

#include <optional>

namespace tulle {

class PairSearch {
public:
    /// `surface` must outlive the search.
    explicit PairSearch(const ContactSurface& surface) : surface_(surface) {}

    /// Finds all pairs that may come nearer than their contact distance plus `reach` [m] while the particles move in
    /// straight lines between two places. At any time, all particles have gone through the same part of their motions.
    /// `common` [m] is a motion that all particles share, near to their mean motion; it does not change distances.
    /// SurfacePair::apart is a lower bound of the distance during the motion. SurfacePair::contact_distance is 0 if it
    /// was not needed. The pairs and their order depend on the places alone.
    void find_near_in_motion(std::span<const Vec3> from, std::span<const Vec3> to, const Vec3& common, double reach,
                             std::vector<SurfacePair>& pairs);
    /// Finds all pairs that may be nearer than their contact distance plus `reach` [m] at the positions x.
    void find_near(std::span<const Vec3> x, double reach, std::vector<SurfacePair>& pairs)
    {
        find_near_in_motion(x, x, Vec3::Zero(), reach, pairs);
    }
    /// Adds those pairs of find_near_in_motion, without a common motion, that have a moved particle. `moved` has one
    /// mark per particle.
    void add_near_in_motion(std::span<const Vec3> from, std::span<const Vec3> to, double reach,
                            std::span<const unsigned char> moved, std::vector<SurfacePair>& pairs);
    /// Finds all pairs that come within a distance [m] of each other during a straight motion, and some more pairs.
    /// Does not compute the contact distances of these pairs.
    void find_meeting(std::span<const Vec3> from, std::span<const Vec3> to, double within,
                      std::vector<SurfacePair>& pairs);

    /// Discards the tree. Must be called when the faces and edges of the surface have changed.
    void forget();

private:
    /// The vertices and edges that a face owns, as indices into the lists of the surface.
    struct Owned {
        std::array<int, 3> vertices{}, edges{};
        int vertex_count = 0, edge_count = 0;
    };
    void fit(std::span<const Vec3> from, std::span<const Vec3> to, std::span<const unsigned char> moved);
    void find_owners();
    /// Returns whether a pair with the distance `apart` may come nearer than its contact distance plus `reach` [m].
    [[nodiscard]] bool comes_near(SurfacePair& pair, double reach) const;
    void search_near(std::span<const Vec3> from, std::span<const Vec3> to, double reach,
                     std::span<const unsigned char> moved, std::vector<SurfacePair>& pairs);
    /// Visits all pairs with a moved particle whose boxes may come within a distance [m] of each other, and some pairs
    /// without a moved particle. If `moved` is empty, all particles have moved. Calls list(walk, found) on any thread;
    /// walk(visit) calls visit(particles, kind), and `list` adds the pairs that it selects to `found`. The pairs in
    /// `found` are then added to `pairs`.
    template <class List>
    void search(std::span<const Vec3> from, std::span<const Vec3> to, double within,
                std::span<const unsigned char> moved, const List& list, std::vector<SurfacePair>& pairs);
    /// Adds the pairs that the tasks have found, in the order of the tasks.
    void join_found(std::vector<SurfacePair>& pairs);

    const ContactSurface& surface_;
    std::vector<Owned> owned_;  // per face
    std::vector<MovingBox> vertex_boxes_, face_boxes_, edge_boxes_;
    std::optional<MotionTree> tree_;               // of faces
    std::vector<unsigned char> marked_;            // scratch: per face
    std::vector<Vec3> relative_;                   // m, scratch: `to` without the common motion
    std::vector<std::vector<SurfacePair>> found_;  // per task of the tree: its pairs
    std::vector<std::size_t> begin_;               // scratch: per task, where its pairs go
    RoundedMotion motion_;                         // scratch
};

}  // namespace tulle
