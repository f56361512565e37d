#pragma once
// Generalised winding number: how often a surface winds around a point. The winding number is 1 inside a closed mesh
// whose faces look outward, -1 inside a closed mesh whose faces look inward, and 0 outside. Around an open mesh the
// winding number takes values in between [JacobsonKavanSorkine2013]. Unlike the side of the closest face, the winding
// number takes all of the surface into account, so that a few bad triangles do not matter.

#include "geometry/box_tree.hpp"

#include <tulle/math.hpp>

#include <span>
#include <vector>

namespace tulle {

/// Returns the solid angle [sr] of a triangle as seen from p, positive from its back [VanOosteromStrackee1983]. The
/// solid angle is 0 for a triangle without area, and for p in the plane of the triangle but outside of the triangle.
[[nodiscard]] double solid_angle(const Vec3& p, const Triangle& triangle);

/// Returns the winding number as an exact sum over all triangles.
[[nodiscard]] double exact_winding_number(const Vec3& p, std::span<const Vec3> vertices, std::span<const Face> faces);

/// Returns whether the surface is closed: every directed edge of a face occurs as often as its opposite. The surface
/// may have several shells, and more than two faces may meet in an edge. Vertices at the same place are different
/// vertices.
[[nodiscard]] bool is_closed(std::span<const Face> faces);

class WindingNumber {
public:
    WindingNumber(std::span<const Vec3> vertices, std::span<const Face> faces);

    void refit(std::span<const Vec3> vertices);

    /// Returns the winding number, good to 0.05, in O(log n). Far parts of the surface count as dipoles
    /// [BarillEtAl2018].
    [[nodiscard]] double operator()(const Vec3& p) const;

    /// Returns whether p is inside a closed mesh: whether the winding number, which is whole, is not zero. If the
    /// dipoles leave a doubt, the exact sum decides. For a point on the surface itself, true and false are both right.
    [[nodiscard]] bool is_inside(const Vec3& p) const;

private:
    struct Cluster {
        Vec3 area = Vec3::Zero();    // m^2, sum of area times normal
        Vec3 center = Vec3::Zero();  // m, mean by area
        double total_area = 0;       // m^2
        double squared_reach = 0;    // m^2, from the center to the furthest corner of the box
    };
    void update(std::span<const Vec3> vertices);
    [[nodiscard]] Cluster gather(const BoxTree::Node& node) const;

    std::vector<Face> faces_;
    std::vector<Aabb> boxes_;  // per face
    BoxTree tree_;
    std::vector<Triangle> triangles_;  // per slot
    std::vector<Cluster> clusters_;    // per node
};

}  // namespace tulle
