#pragma once
// Penetration depth of a triangle in the exact solid of an obstacle (plane, box, ball, capsule or cylinder), from the
// signed distance and its gradient. The drawn mesh of an obstacle is not enough: meshes of balls and cylinders are
// inscribed, so that cloth near a flat face may be inside the ball and outside its mesh.
//
// This code is independent of src/contact, because it checks the results of src/contact.

#include "geometry/aabb.hpp"

#include <tulle/description.hpp>

#include <optional>
#include <variant>

namespace tulle {

class Solid {
public:
    /// Returns the solid of an obstacle; none for a mesh. The solid of a plane is the half-space below the plane.
    [[nodiscard]] static std::optional<Solid> of(const ObstacleDescription& obstacle);

    /// Returns the signed distance [m], negative inside. `x` is in the coordinates of the obstacle before its motion.
    [[nodiscard]] double distance(const Vec3& x) const { return at(x).distance; }

    /// Returns the depth [m] of the deepest point of a triangle, or `known` if that is larger. The result is at most
    /// 1 % and 0.1 um too large, and never too small.
    [[nodiscard]] double depth(const Triangle& triangle, double known = 0) const;

private:
    struct Slope {
        double distance;  // m
        Vec3 gradient;    // unit
    };
    /// All points within `radius` of the segment from center - half to center + half. A ball is a capsule with half =
    /// 0.
    struct Capsule {
        Vec3 center, half;
        double radius;
    };
    /// Described by its axial section, which is a rectangle.
    struct Cylinder {
        Vec3 center, axis;
        Vec2 half;  // radius and half the height
    };
    using Shape = std::variant<PlaneShape, BoxShape, Capsule, Cylinder>;

    explicit Solid(Shape shape) : shape_(std::move(shape)) {}
    [[nodiscard]] Slope at(const Vec3& x) const;
    static Slope slope(const PlaneShape& plane, const Vec3& x);
    static Slope slope(const BoxShape& box, const Vec3& x);
    static Slope slope(const Capsule& capsule, const Vec3& x);
    static Slope slope(const Cylinder& cylinder, const Vec3& x);

    struct Search;
    void look_into(const Triangle& triangle, Search& search) const;

    Shape shape_;
};

}  // namespace tulle
