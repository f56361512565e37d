#pragma once
// Shapes of rigid bodies (sphere, box, convex polyhedron): signed distances and contact points.

#include "contact/shapes.hpp"

#include <tulle/description.hpp>
#include <tulle/math.hpp>

#include <utility>
#include <variant>
#include <vector>

namespace tulle {

/// Convex polyhedron: the intersection of the half-spaces behind its planes.
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

/// Returns the signed distance, negative inside, and the normal. Beyond edges and corners the distance is less than the
/// true distance, so offset surfaces keep sharp edges.
[[nodiscard]] SurfacePoint nearest_surface(const Polyhedron& polyhedron, const Vec3& x);
[[nodiscard]] SurfacePoint nearest_surface(const RigidShape& shape, const Vec3& x);

[[nodiscard]] RigidShape rigid_shape(const RigidBodyDescription& rigid);

/// Returns a ball that contains the shape.
[[nodiscard]] SphereShape bounding_ball(const RigidShape& shape);

struct ShapePoint {
    Vec3 place = Vec3::Zero();  // m
    double radius = 0;          // m, of a ball about the place
};
/// Returns the contact points of a shape, as described in bodies/rigid_body.hpp.
[[nodiscard]] std::vector<ShapePoint> touching_points(const RigidShape& shape);

}  // namespace tulle
