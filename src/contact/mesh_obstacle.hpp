#pragma once
// A triangle mesh as something to touch. It has no inside: a particle stays on the side where it is, at a distance. So
// open and closed meshes, crossing shells and stray triangles are all the same, and nothing can be lost inside.
//
// A mesh that changes its shape goes from its vertices at the start of a step to those at the end in straight lines.
// Its parts may close on cloth between them, a hand on a hip, until there is no room left; then a particle can only end
// inside. If the mesh is closed its winding number tells, and the particle is let out again.

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

struct MeshTouch {
    int face = -1;
    double distance = 0;         // m
    Vec3 point = Vec3::Zero();   // m, of the mesh
    Vec3 normal = Vec3::Zero();  // unit, from the mesh to the particle
};

/// A particle that keeps a distance meets the mesh.
struct MeshImpact {
    int face = -1;               // -1: it does not
    double time = 1;             // in [0, 1], part of the way that is free
    Vec3 point = Vec3::Zero();   // m, of the particle at the distance kept, carried on to the end of the step
    Vec3 normal = Vec3::Zero();  // unit, from the mesh to the particle, at the end of the step
    Vec3 moved = Vec3::Zero();   // m, way of the mesh there in the whole step
};

/// A plane that a particle is known to stay beyond, n.x >= level on all of its way: what lies behind it by the distance
/// in question needs no further look. On fine meshes that is nearly everything around a particle that touches.
struct KnownPlane {
    Vec3 normal = Vec3::Zero();  // unit
    double level = 0;            // m
};

/// The part of a way that is safe, and the face that ends it.
struct CollisionFreeStep {
    double part = 1;  // in [0, 1]
    int face = -1;
};

/// Several threads may ask at once, but not while it moves.
class MeshObstacle {
public:
    /// With a sequence of frames, already in place, the mesh changes its shape.
    explicit MeshObstacle(TriangleMesh mesh, MeshSequence sequence = {});
    MeshObstacle(const MeshObstacle&) = delete;
    MeshObstacle& operator=(const MeshObstacle&) = delete;

    [[nodiscard]] std::size_t face_count() const { return mesh_.faces.size(); }
    [[nodiscard]] std::span<const Face> faces() const { return mesh_.faces; }
    [[nodiscard]] std::span<const Vec3> end() const { return end_; }  // m, vertices at the end of the step
    [[nodiscard]] bool changes_shape() const { return !sequence_.frames.empty(); }

    /// Vertices go from where they are at one time [s] to where they are at another.
    void move(double start, double end);

    /// The nearest face within `reach` [m] at the end of the step; face -1 when there is none.
    [[nodiscard]] MeshTouch nearest(const Vec3& x, double reach) const;

    /// At the start of the step: faces within `reach` that press in ways of their own: the nearest, and others that
    /// reach in front of its plane, as the walls of a corner do. Neighbours in one plane, or behind it, are not another
    /// touch. Returns how many.
    static constexpr int max_touches = 3;
    [[nodiscard]] int touches(const Vec3& x, double reach, std::array<MeshTouch, max_touches>& found) const;

    /// Over the step.
    [[nodiscard]] const Aabb& bounds() const { return bounds_; }
    [[nodiscard]] const SharpFeatures& sharp() const { return *sharp_; }
    [[nodiscard]] MovingPoint way_of_vertex(int vertex) const { return {start_[vertex], end_[vertex]}; }

    /// Whether a particle is inside a closed mesh that changes its shape, at the start of the step; others let nothing
    /// in.
    [[nodiscard]] bool has_closed_on(const Vec3& x) const;
    /// The nearest point of the surface at the start of the step, and the way there.
    [[nodiscard]] MeshTouch way_out(const Vec3& x) const;

    /// A touch at a time in [0, 1] of the step, at its end: the point stays where it is on its face, and the normal
    /// turns with the face. `moved` [m] is the point's way in the whole step.
    struct Carried {
        Vec3 point, normal, moved;
    };
    [[nodiscard]] Carried carry(int face, double time, const Vec3& point, const Vec3& normal) const;

    /// Appends the faces that a way may come as near to as these want to know of, and few more.
    void collect_for_impact(double contact_distance, const MovingPoint& way, std::vector<int>& faces) const;
    void collect_for_collision_free_step(double contact_distance, const MovingPoint& way,
                                         std::vector<int>& faces) const;

    /// Where a way first comes closer than `contact_distance` [m] to one of the faces. Never misses
    /// (continuous_distance.hpp). A particle that starts closer hits at once if it approaches; its `point` is then back
    /// at the distance. One that comes closer by less than `give` [m] is let go.
    [[nodiscard]] MeshImpact first_impact(double contact_distance, const MovingPoint& way, std::span<const int> faces,
                                          double give = 0, std::span<const KnownPlane> planes = {}) const;

    /// The part of a way, in [0, 1], that leaves at least half the distance kept, or half of what is left of it: what a
    /// particle may go when all else has failed to stop it. None ever gets through.
    [[nodiscard]] CollisionFreeStep collision_free_step(double contact_distance, const MovingPoint& way,
                                                        std::span<const int> faces,
                                                        std::span<const KnownPlane> planes = {}) const;

    /// Readies `depth` for where the mesh is now.
    void update_inside();
    /// How far inside a point is [m] at the end of the step; 0 outside, and where the mesh is open.
    [[nodiscard]] double depth(const Vec3& x) const;

private:
    /// Whether all of a face stays further than `distance` [m] behind one of the planes.
    [[nodiscard]] bool is_behind(int face, double distance, std::span<const KnownPlane> planes) const;
    [[nodiscard]] std::array<MovingPoint, 3> way_of(int face) const;
    [[nodiscard]] Triangle corners_at(int face, double time) const;
    [[nodiscard]] MeshTouch nearest(std::span<const Vec3> vertices, const Vec3& x, double reach) const;
    /// visit(face) for all faces that may be within `reach` [m] of the box.
    template <class Visit>
    void for_each_face(double reach, const Aabb& box, const Visit& visit) const
    {
        tree_.for_each_within(reach, box, [&](int slot) { visit(tree_.index_of_slot()[slot]); });
    }

    TriangleMesh mesh_;
    MeshSequence sequence_;
    std::vector<Vec3> moved_start_, moved_end_;  // m, of one that changes its shape
    std::span<const Vec3> start_, end_;          // m, vertices
    std::vector<Aabb> boxes_;                    // of faces, over the step
    Aabb bounds_;
    BoxTree tree_;
    std::unique_ptr<WindingNumber> winding_;  // of closed meshes
    std::unique_ptr<SharpFeatures> sharp_;
};

}  // namespace tulle
