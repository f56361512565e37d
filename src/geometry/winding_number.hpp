#pragma once
// How often a surface winds around a point: 1 inside a closed mesh whose faces look outward, 0 outside, -1 inside one
// that looks inward, and in between around an open one [JacobsonKavanSorkine2013]. Unlike the side of
// the closest face it takes all of the surface into account, so a few bad triangles do not matter.

#include "geometry/box_tree.hpp"

#include <tulle/math.hpp>

#include <span>
#include <vector>

namespace tulle {

/// Solid angle [sr] that a triangle fills as seen from p, positive from its back [VanOosteromStrackee1983].
/// 0 for a triangle without area, and in its plane outside of it.
[[nodiscard]] double solid_angle(const Vec3& p, const Triangle& triangle);

/// The sum over all triangles.
[[nodiscard]] double exact_winding_number(const Vec3& p, std::span<const Vec3> vertices, std::span<const Face> faces);

/// Whether every side of a face has its opposite, as often as it is there: the surface, of one or more shells, is then
/// closed, even where more than two faces meet in an edge. Vertices at the same place are not the same vertex.
[[nodiscard]] bool is_closed(std::span<const Face> faces);

class WindingNumber {
public:
    WindingNumber(std::span<const Vec3> vertices, std::span<const Face> faces);

    void refit(std::span<const Vec3> vertices);

    /// Far parts of the surface count as dipoles [BarillEtAl2018]: good to 0.05, in O(log n).
    [[nodiscard]] double operator()(const Vec3& p) const;

    /// For closed meshes: whether the winding number, which must be whole, is not zero. Where the dipoles leave a
    /// doubt, the exact sum decides. On the surface itself, both answers are right.
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
