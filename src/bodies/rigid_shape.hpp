#pragma once
// Shapes of rigid bodies: signed distances, and the points that touch.

#include "contact/shapes.hpp"

#include <tulle/description.hpp>
#include <tulle/math.hpp>

#include <utility>
#include <variant>
#include <vector>

namespace tulle {

/// What lies behind all of its faces.
struct Polyhedron {
    struct Plane {
        Vec3 normal = Vec3::Zero();  // unit, outward
        double level = 0;            // m, n.x of the face
    };
    std::vector<Plane> planes;
    std::vector<Vec3> corners;               // m
    std::vector<std::pair<int, int>> edges;  // between corners
};

using RigidShape = std::variant<SphereShape, BoxShape, Polyhedron>;

/// Negative inside. Beyond edges and corners it is less than the true distance: offset surfaces stay sharp.
[[nodiscard]] SurfacePoint nearest_surface(const Polyhedron& polyhedron, const Vec3& x);
[[nodiscard]] SurfacePoint nearest_surface(const RigidShape& shape, const Vec3& x);

[[nodiscard]] RigidShape rigid_shape(const RigidDescription& rigid);

/// A ball that holds all of it.
[[nodiscard]] SphereShape bounding_ball(const RigidShape& shape);

struct ShapePoint {
    Vec3 place = Vec3::Zero();  // m
    double radius = 0;          // m, about it
};
[[nodiscard]] std::vector<ShapePoint> touching_points(const RigidShape& shape);

}  // namespace tulle
