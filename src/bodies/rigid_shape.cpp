#include "bodies/rigid_shape.hpp"

#include "mesh/placed_mesh.hpp"
#include "mesh/topology.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>

namespace tulle {
namespace {

Polyhedron polyhedron_of(const BoxShape& box)
{
    Polyhedron outline;
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
            const Vec3 normal = side * Vec3::Unit(axis);
            outline.planes.push_back({normal, normal.dot(box.center) + 0.5 * box.size[axis]});
        }
    for (int corner = 0; corner < 8; ++corner) {  // bit i: the far side along axis i
        Vec3 side;
        for (int axis = 0; axis < 3; ++axis) side[axis] = (corner >> axis & 1) != 0 ? 0.5 : -0.5;
        outline.corners.emplace_back(box.center + side.cwiseProduct(box.size));
        for (int axis = 0; axis < 3; ++axis)
            if ((corner >> axis & 1) == 0) outline.edges.emplace_back(corner, corner | 1 << axis);
    }
    return outline;
}

/// Adds points on each side, near its corners. They are needed for a box that lies on another box of the same size. The
/// corners and edges of the upper box lie on the lateral sides of the lower one, which do not show that the contact
/// direction is upward.
void add_points_on_sides(const Polyhedron& outline, std::vector<ShapePoint>& points)
{
    constexpr double inset = 0.05;  // relative to the distance from a corner to the middle of the side
    // Relative to the size of the shape. Meshes may be stored in single precision, so flat sides are not exactly flat.
    constexpr double rounding = 1e-6;
    double size = 0;  // m
    for (const Vec3& corner : outline.corners) size = std::max(size, (corner - outline.corners.front()).norm());
    for (const Polyhedron::Plane& plane : outline.planes) {
        std::vector<Vec3> corners;
        Vec3 middle = Vec3::Zero();
        for (const Vec3& corner : outline.corners)
            if (std::abs(plane.normal.dot(corner) - plane.level) <= rounding * size) {
                corners.push_back(corner);
                middle += corner;
            }
        if (corners.size() < 3) continue;
        middle /= static_cast<double>(corners.size());
        for (const Vec3& corner : corners) points.push_back({corner + inset * (middle - corner), 0});
    }
}

std::vector<ShapePoint> points_of(const Polyhedron& outline)
{
    constexpr double pieces = 8;  // into which points divide the longest edge
    double longest = 0;
    for (const auto& [a, b] : outline.edges)
        longest = std::max(longest, (outline.corners[a] - outline.corners[b]).norm());
    std::vector<ShapePoint> points;
    for (const Vec3& corner : outline.corners) points.push_back({corner, 0});
    for (const auto& [a, b] : outline.edges) {
        const Vec3 edge = outline.corners[b] - outline.corners[a];
        const int count = static_cast<int>(std::ceil(pieces * edge.norm() / longest));
        for (int k = 1; k < count; ++k)
            points.push_back({outline.corners[a] + (static_cast<double>(k) / count) * edge, 0});
    }
    add_points_on_sides(outline, points);
    return points;
}

Polyhedron polyhedron_of(const MeshDescription& description)
{
    const TriangleMesh mesh = placed_mesh(description);
    Polyhedron result;
    result.corners = mesh.positions;
    const auto is_same = [](const Polyhedron::Plane& a, const Polyhedron::Plane& b) {
        return a.normal.dot(b.normal) > 1 - 1e-12;
    };
    std::vector<Polyhedron::Plane> plane_of;  // per face
    for (const Face& face : mesh.faces) {
        const Vec3& x = mesh.positions[face[0]];
        const Vec3 normal = (mesh.positions[face[1]] - x).cross(mesh.positions[face[2]] - x).normalized();
        plane_of.push_back({normal, normal.dot(x)});
        const auto known = std::ranges::find_if(
            result.planes, [&](const Polyhedron::Plane& plane) { return is_same(plane, plane_of.back()); });
        if (known == result.planes.end()) {
            result.planes.push_back(plane_of.back());
        } else {
            known->level = std::max(known->level, plane_of.back().level);
        }
    }
    // An edge between two faces of one plane is no edge of the polyhedron.
    const std::vector<Side> sides = sorted_sides(mesh.faces, mesh.positions.size());
    for (std::size_t k = 0; k + 1 < sides.size(); k += 2)
        if (!is_same(plane_of[sides[k].face], plane_of[sides[k + 1].face]))
            result.edges.emplace_back(sides[k].low, sides[k].high);
    return result;
}

}  // namespace

SurfacePoint nearest_surface(const Polyhedron& polyhedron, const Vec3& x)
{
    SurfacePoint nearest{-std::numeric_limits<double>::infinity(), Vec3::UnitZ()};
    for (const Polyhedron::Plane& plane : polyhedron.planes) {
        const double distance = plane.normal.dot(x) - plane.level;
        if (distance > nearest.distance) nearest = {distance, plane.normal};
    }
    return nearest;
}

SurfacePoint nearest_surface(const RigidShape& shape, const Vec3& x)
{
    return std::visit([&](const auto& kind) { return nearest_surface(kind, x); }, shape);
}

RigidShape rigid_shape(const RigidBodyDescription& rigid)
{
    if (const auto* mesh = std::get_if<MeshDescription>(&rigid.shape)) return polyhedron_of(*mesh);
    if (const auto* box = std::get_if<BoxShape>(&rigid.shape)) return *box;
    return std::get<SphereShape>(rigid.shape);
}

SphereShape bounding_ball(const RigidShape& shape)
{
    if (const auto* sphere = std::get_if<SphereShape>(&shape)) return *sphere;
    if (const auto* box = std::get_if<BoxShape>(&shape)) return {box->center, 0.5 * box->size.norm()};
    const std::vector<Vec3>& corners = std::get<Polyhedron>(shape).corners;
    Vec3 low = corners.front(), high = corners.front();
    for (const Vec3& x : corners) {
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
    }
    return {0.5 * (low + high), 0.5 * (high - low).norm()};
}

std::vector<ShapePoint> touching_points(const RigidShape& shape)
{
    if (const auto* sphere = std::get_if<SphereShape>(&shape)) return {{sphere->center, sphere->radius}};
    if (const auto* box = std::get_if<BoxShape>(&shape)) return points_of(polyhedron_of(*box));
    return points_of(std::get<Polyhedron>(shape));
}

}  // namespace tulle
