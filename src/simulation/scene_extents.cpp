#include "simulation/scene_extents.hpp"

#include "mesh/mesh_sequence.hpp"
#include "mesh/placed_mesh.hpp"
#include "mesh/rigid_motion.hpp"

#include <cmath>

namespace tulle {
namespace {

/// Returns the half extents along x, y and z of a disc of radius 1 perpendicular to the unit vector `axis`.
Vec3 disc_reach(const Vec3& axis) { return (1.0 - axis.array().square()).max(0.0).sqrt().matrix(); }

// Bounding boxes of shapes that are turned by a rotation about the origin.
Aabb turned_box(const BoxShape& box, const Mat3& rotation)
{
    const Vec3 half = 0.5 * (rotation.cwiseAbs() * box.size);
    const Vec3 center = rotation * box.center;
    return {center - half, center + half};
}

Aabb turned_box(const SphereShape& sphere, const Mat3& rotation)
{
    const Vec3 center = rotation * sphere.center;
    return {center.array() - sphere.radius, center.array() + sphere.radius};
}

Aabb turned_box(const CylinderShape& cylinder, const Mat3& rotation)
{
    const Vec3 axis = (rotation * cylinder.axis).normalized();
    const Vec3 half = 0.5 * cylinder.height * axis.cwiseAbs() + cylinder.radius * disc_reach(axis);
    const Vec3 center = rotation * cylinder.center;
    return {center - half, center + half};
}

Aabb turned_box(const CapsuleShape& capsule, const Mat3& rotation)
{
    const Vec3 axis = (rotation * capsule.axis).normalized();
    const Vec3 half = 0.5 * capsule.height * axis.cwiseAbs() + Vec3::Constant(capsule.radius);
    const Vec3 center = rotation * capsule.center;
    return {center - half, center + half};
}

}  // namespace

Aabb box_of(const ClothMesh& cloth)
{
    Aabb box;
    for (const Vec3& x : cloth.positions) box.extend(x);
    return box;
}

std::vector<Vec3> start_vertices(const MeshDescription& mesh, const MeshSequence& sequence)
{
    std::vector<Vec3> vertices = mesh.mesh.positions;
    if (!sequence.frames.empty()) vertices_at(sequence, 0, vertices);
    place(mesh.placement, vertices);
    return vertices;
}

std::optional<Aabb> start_box(const ObstacleDescription& obstacle)
{
    const RigidPose pose = pose_at(obstacle.motion, 0);
    return std::visit(
        [&]<class Shape>(const Shape& shape) -> std::optional<Aabb> {
            if constexpr (std::is_same_v<Shape, PlaneShape>) {
                return std::nullopt;
            } else if constexpr (std::is_same_v<Shape, MeshDescription>) {
                Aabb box;
                for (const Vec3& x : start_vertices(shape, obstacle.sequence)) box.extend(pose.apply(x));
                return box;
            } else {
                return turned_box(shape, pose.rotation).translate(pose.translation);
            }
        },
        obstacle.shape);
}

}  // namespace tulle
