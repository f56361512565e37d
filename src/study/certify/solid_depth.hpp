#pragma once
// How deep cloth is in the solids that obstacles are: as they are described, not as they are drawn. Drawn balls and
// cylinders are inscribed, and cloth between two of their corners may be in the ball and not in its picture.
//
// Written apart from src/contact, whose work it judges.

#include "geometry/aabb.hpp"

#include <tulle/description.hpp>

#include <optional>
#include <variant>

namespace tulle {

class Solid {
public:
    /// The plane's solid is what lies below it. Nothing for a mesh.
    [[nodiscard]] static std::optional<Solid> of(const ObstacleDescription& obstacle);

    /// m, negative inside; x as seen by the obstacle before its motion.
    [[nodiscard]] double distance(const Vec3& x) const { return at(x).distance; }

    /// m, of the deepest point of a triangle, if that is deeper than `known`, else `known`. At most 1 % and 0.1 um too
    /// large, never too small.
    [[nodiscard]] double depth(const Triangle& triangle, double known = 0) const;

private:
    struct Slope {
        double distance;  // m
        Vec3 gradient;    // unit
    };
    /// All that is within `radius` of a segment, or of a point.
    struct Round {
        Vec3 center, half;
        double radius;
    };
    /// A cylinder, as its section: a rectangle.
    struct Turned {
        Vec3 center, axis;
        Vec2 half;  // radius and half the height
    };
    using Shape = std::variant<PlaneShape, BoxShape, Round, Turned>;

    explicit Solid(Shape shape) : shape_(std::move(shape)) {}
    [[nodiscard]] Slope at(const Vec3& x) const;
    static Slope slope(const PlaneShape& plane, const Vec3& x);
    static Slope slope(const BoxShape& box, const Vec3& x);
    static Slope slope(const Round& round, const Vec3& x);
    static Slope slope(const Turned& turned, const Vec3& x);

    struct Search;
    void look_into(const Triangle& triangle, Search& search) const;

    Shape shape_;
};

}  // namespace tulle
