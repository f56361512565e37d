#pragma once
// A triangle mesh as an obstacle: continuous collision detection (CCD) and distance queries between particles and its
// faces. The mesh has no inside: a particle stays on the side where it is, at its contact distance. Open meshes, closed
// meshes, intersecting shells and stray triangles are therefore treated alike, and no particle can be lost inside.
//
// The vertices of a mesh that changes its shape move in straight lines during a step. Parts of the mesh may close on
// cloth between them, as a hand closes on a hip, until there is no room left. A particle between closing parts can only
// end inside the mesh. The winding number of a closed mesh shows that a particle is inside, and the particle is let out
// again.

#include "contact/sharp_features.hpp"
#include "geometry/aabb.hpp"
#include "geometry/box_tree.hpp"
#include "geometry/continuous_distance.hpp"
#include "geometry/winding_number.hpp"

#include <tulle/description.hpp>
#include <tulle/math.hpp>
#include <tulle/triangle_mesh.hpp>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace tulle {

/// The closest point of a mesh to a particle.
struct MeshTouch {
    int face = -1;
    double distance = 0;         // m
    Vec3 point = Vec3::Zero();   // m, on the mesh
    Vec3 normal = Vec3::Zero();  // unit, from the mesh to the particle
};

/// The first time at which a moving particle comes within its contact distance of the mesh.
struct MeshImpact {
    int face = -1;               // -1: no impact
    double time = 1;             // in [0, 1]: the part of the path that is collision-free
    Vec3 point = Vec3::Zero();   // m, place of the particle at its contact distance, carried to the end of the step
    Vec3 normal = Vec3::Zero();  // unit, from the mesh to the particle, at the end of the step
    Vec3 moved = Vec3::Zero();   // m, displacement of the mesh at the impact in the whole step
};

/// A plane that the particle does not cross: n.x >= level on all of its path. Faces that lie behind the plane by at
/// least the tested distance need no test. On fine meshes, nearly all faces around a particle in contact lie behind
/// such a plane and need no test.
struct KnownPlane {
    Vec3 normal = Vec3::Zero();  // unit
    double level = 0;            // m
};

/// The collision-free part of a path, and the face that ends it.
struct CollisionFreeStep {
    double part = 1;  // in [0, 1]
    int face = -1;
};

/// Several threads may query the mesh at once, but not during `move` or `update_inside`.
class MeshObstacle {
public:
    /// The mesh changes its shape if `sequence` has frames. The vertices of the frames must already be placed in the
    /// scene.
    explicit MeshObstacle(TriangleMesh mesh, MeshSequence sequence = {});
    MeshObstacle(const MeshObstacle&) = delete;
    MeshObstacle& operator=(const MeshObstacle&) = delete;

    [[nodiscard]] std::size_t face_count() const { return mesh_.faces.size(); }
    [[nodiscard]] std::span<const Face> faces() const { return mesh_.faces; }
    [[nodiscard]] std::span<const Vec3> end() const { return end_; }  // m, vertices at the end of the step
    [[nodiscard]] bool changes_shape() const { return !sequence_.frames.empty(); }

    /// Sets the motion of the vertices during a step, from their places at `start` [s] to those at `end` [s].
    void move(double start, double end);

    /// Returns the nearest face within `reach` [m] at the end of the step; face -1 if there is none.
    [[nodiscard]] MeshTouch nearest(const Vec3& x, double reach) const;

    /// Finds the faces within `reach` [m] at the start of the step that can push in different directions: the nearest
    /// face, and faces that reach in front of its plane, as the sides of a corner do. A face that lies in or behind the
    /// plane of a face found already is left out. Returns the number of faces found.
    static constexpr int max_touches = 3;
    [[nodiscard]] int touches(const Vec3& x, double reach, std::array<MeshTouch, max_touches>& found) const;

    /// Returns the bounding box of the mesh over the step.
    [[nodiscard]] const Aabb& bounds() const { return bounds_; }
    [[nodiscard]] const SharpFeatures& sharp() const { return *sharp_; }
    [[nodiscard]] MovingPoint motion_of_vertex(int vertex) const { return {start_[vertex], end_[vertex]}; }

    /// Returns whether a particle is inside the mesh at the start of the step. The result is false for meshes that are
    /// open or keep their shape: a particle cannot get into a mesh that keeps its shape.
    [[nodiscard]] bool has_closed_on(const Vec3& x) const;
    /// Returns the nearest point of the surface at the start of the step, for a particle inside the mesh. The distance
    /// is negative, and the normal points out of the mesh.
    [[nodiscard]] MeshTouch nearest_exit(const Vec3& x) const;

    /// A point of a face and a normal, carried to the end of the step: the point keeps its place on the face, and the
    /// normal turns with the face. `moved` [m] is the displacement of the point in the whole step.
    struct Carried {
        Vec3 point, normal, moved;
    };
    /// Carries a point and a normal from `time` in [0, 1] of the step to its end.
    [[nodiscard]] Carried carry(int face, double time, const Vec3& point, const Vec3& normal) const;

    /// Broad phase: appends the faces that `first_impact` or `collision_free_step` must test for this path, and a few
    /// more.
    void collect_for_impact(double contact_distance, const MovingPoint& motion, std::vector<int>& faces) const;
    void collect_for_collision_free_step(double contact_distance, const MovingPoint& motion,
                                         std::vector<int>& faces) const;

    /// Returns where a path first comes closer than `contact_distance` [m] to one of the faces. No impact is missed
    /// (continuous_distance.hpp). A particle that starts closer than the contact distance and approaches has an impact
    /// at once, and `point` is then moved back to the contact distance. A path that comes less than `give` [m] closer
    /// than the contact distance has no impact.
    [[nodiscard]] MeshImpact first_impact(double contact_distance, const MovingPoint& motion,
                                          std::span<const int> faces, double give = 0,
                                          std::span<const KnownPlane> planes = {}) const;

    /// Returns the part of a path, in [0, 1], on which the particle keeps at least half its contact distance, or half
    /// its distance at the start if that distance is smaller. Depenetration uses this part if contacts have failed to
    /// stop a particle, so that no particle ever gets through.
    [[nodiscard]] CollisionFreeStep collision_free_step(double contact_distance, const MovingPoint& motion,
                                                        std::span<const int> faces,
                                                        std::span<const KnownPlane> planes = {}) const;

    /// Prepares `depth` for the vertices at the end of the step.
    void update_inside();
    /// Returns how deep a point is inside the mesh [m] at the end of the step; 0 outside, and for open meshes.
    [[nodiscard]] double depth(const Vec3& x) const;

private:
    /// Returns whether a face stays, over the step, at least `distance` [m] behind one of the planes.
    [[nodiscard]] bool is_behind(int face, double distance, std::span<const KnownPlane> planes) const;
    [[nodiscard]] std::array<MovingPoint, 3> motion_of(int face) const;
    [[nodiscard]] Triangle corners_at(int face, double time) const;
    [[nodiscard]] MeshTouch nearest(std::span<const Vec3> vertices, const Vec3& x, double reach) const;
    /// Calls visit(face) for all faces that may come within `reach` [m] of the box.
    template <class Visit>
    void for_each_face(double reach, const Aabb& box, const Visit& visit) const
    {
        tree_.for_each_within(reach, box, [&](int slot) { visit(tree_.index_of_slot()[slot]); });
    }

    TriangleMesh mesh_;
    MeshSequence sequence_;
    std::vector<Vec3> moved_start_, moved_end_;  // m, vertices of a mesh that changes its shape
    std::span<const Vec3> start_, end_;          // m, vertices at the start and at the end of the step
    std::vector<Aabb> boxes_;                    // of faces, over the step
    Aabb bounds_;
    BoxTree tree_;
    std::unique_ptr<WindingNumber> winding_;  // null for open meshes
    std::unique_ptr<SharpFeatures> sharp_;
};

}  // namespace tulle
