#pragma once
// A triangle mesh as something to touch. It has no inside: a particle stays on the side where it is, at a distance. So
// open and closed meshes, crossing shells and stray triangles are all the same, and nothing can be lost inside.

#include "geometry/aabb.hpp"
#include "geometry/box_tree.hpp"
#include "geometry/continuous_distance.hpp"
#include "geometry/winding_number.hpp"

#include <tulle/math.hpp>
#include <tulle/triangle_mesh.hpp>

#include <array>
#include <memory>
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
    Vec3 point = Vec3::Zero();   // m, of the particle at the distance kept
    Vec3 normal = Vec3::Zero();  // unit, from the mesh to the particle
};

/// Several threads may ask at once.
class MeshObstacle {
public:
    explicit MeshObstacle(TriangleMesh mesh);

    [[nodiscard]] std::size_t face_count() const { return mesh_.faces.size(); }

    /// The nearest face within `reach` [m]; face -1 when there is none.
    [[nodiscard]] MeshTouch nearest(const Vec3& x, double reach) const;

    /// Faces within `reach` that press in ways of their own: the nearest, and others that reach in front of its plane,
    /// as the walls of a corner do. Neighbours in one plane, or behind it, are not another touch. Returns how many.
    static constexpr int max_touches = 3;
    [[nodiscard]] int touches(const Vec3& x, double reach, std::array<MeshTouch, max_touches>& found) const;

    /// Where a way first comes closer than `kept` [m]. Never misses (continuous_distance.hpp). Who starts closer hits
    /// at once if it approaches; its `point` is then back at the distance.
    [[nodiscard]] MeshImpact first_impact(double kept, const Vec3& from, const Vec3& to) const;

    /// The part of a way, in [0, 1], that leaves at least half the distance kept, or half of what is left of it: what a
    /// particle may go when all else has failed to stop it. Nobody ever gets through.
    [[nodiscard]] double free_part(double kept, const Vec3& from, const Vec3& to) const;

    /// How far inside a point is [m]; 0 outside, and where the mesh is open.
    [[nodiscard]] double depth(const Vec3& x) const;

private:
    [[nodiscard]] MeshTouch touch(int face, const Vec3& x) const;
    [[nodiscard]] std::array<MovingPoint, 3> still(int face) const;
    /// visit(face) for all faces that may be in the box.
    template <class Visit>
    void for_each_face(const Aabb& box, const Visit& visit) const
    {
        if (!bounds_.intersects(box)) return;
        tree_.for_each_overlapping(box, [&](int slot) { visit(tree_.index_of_slot()[slot]); });
    }

    TriangleMesh mesh_;
    Aabb bounds_;
    BoxTree tree_;
    std::unique_ptr<WindingNumber> winding_;  // of closed meshes
};

}  // namespace tulle
