#include "mesh/obstacle_mesh.hpp"

#include "mesh/mesh_sequence.hpp"
#include "mesh/placed_mesh.hpp"
#include "mesh/rigid_motion.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <vector>

namespace tulle {
namespace {

constexpr int segments = 64;      // of a full turn; the sagitta of a side is 1 - cos(pi/64) = 0.12 % of the radius
constexpr int sphere_rings = 32;  // from pole to pole

/// Two directions that form a right-handed system u, v, w with the unit vector w. If w lies along an axis, so do u and
/// v: the square of a level floor is then parallel to the axes.
struct Across {
    Vec3 u, v;
    explicit Across(const Vec3& w)
    {
        const Vec3 hint = std::abs(w.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
        u = (hint - hint.dot(w) * w).normalized();
        v = w.cross(u);
    }
};

void add_quad(TriangleMesh& mesh, int a, int b, int c, int d)
{
    mesh.faces.push_back({a, b, c});
    mesh.faces.push_back({a, c, d});
}

/// Unit vector at segment k of a full turn. Quarter turns are exact; vectors of opposite segments are exactly opposite.
Vec2 on_circle(int k)
{
    static_assert(segments % 4 == 0);
    constexpr int quarter = segments / 4;
    const double angle = 2 * std::numbers::pi * (k % quarter) / segments;
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    switch ((k / quarter) % 4) {
        case 0:
            return {c, s};
        case 1:
            return {-s, c};
        case 2:
            return {-c, -s};
        default:
            return {s, -c};
    }
}

void append(TriangleMesh& mesh, const PlaneShape& plane, double half_width)
{
    const Vec3 normal = plane.normal.normalized();
    const Vec3 nearest = normal.dot(plane.point) * normal;
    const Across across(normal);
    for (const Vec2& corner : {Vec2(-1, -1), Vec2(1, -1), Vec2(1, 1), Vec2(-1, 1)})
        mesh.positions.emplace_back(nearest + half_width * (corner.x() * across.u + corner.y() * across.v));
    add_quad(mesh, 0, 1, 2, 3);
}

void append(TriangleMesh& mesh, const BoxShape& box, double /*half_width*/)
{
    for (int corner = 0; corner < 8; ++corner) {  // bit i: the far side along axis i
        const Vec3 side((corner & 1) != 0 ? 0.5 : -0.5, (corner & 2) != 0 ? 0.5 : -0.5, (corner & 4) != 0 ? 0.5 : -0.5);
        mesh.positions.emplace_back(box.center + side.cwiseProduct(box.size));
    }
    add_quad(mesh, 0, 4, 6, 2);  // -x
    add_quad(mesh, 1, 3, 7, 5);  // +x
    add_quad(mesh, 0, 1, 5, 4);  // -y
    add_quad(mesh, 2, 6, 7, 3);  // +y
    add_quad(mesh, 0, 2, 3, 1);  // -z
    add_quad(mesh, 4, 5, 7, 6);  // +z
}

/// Closes the ring of `segments` vertices from `first` on with triangles to the vertex `tip`. Seen from the tip, the
/// ring runs counter-clockwise.
void add_fan(TriangleMesh& mesh, int tip, int first)
{
    for (int k = 0; k < segments; ++k) mesh.faces.push_back({tip, first + k, first + (k + 1) % segments});
}

/// Closes a ring like add_fan, with the opposite orientation.
void add_fan_below(TriangleMesh& mesh, int tip, int first)
{
    for (int k = 0; k < segments; ++k) mesh.faces.push_back({tip, first + (k + 1) % segments, first + k});
}

void add_band(TriangleMesh& mesh, int lower, int upper)
{
    for (int k = 0; k < segments; ++k) {
        const int next = (k + 1) % segments;
        add_quad(mesh, lower + k, lower + next, upper + next, upper + k);
    }
}

/// Adds a sphere or capsule: the convex hull of a ball of `radius` about `lower` and one about `upper`, which lie along
/// the unit vector `axis`. A sphere (equal centres) has one equator ring, a capsule has two.
void append_round(TriangleMesh& mesh, const Vec3& lower, const Vec3& upper, const Vec3& axis, double radius)
{
    static_assert(sphere_rings % 2 == 0);
    constexpr int equator = sphere_rings / 2;
    const Across across(axis);
    const auto add_ring = [&](int ring, const Vec3& center) {
        const double latitude = std::numbers::pi * (static_cast<double>(ring) / sphere_rings - 0.5);
        for (int k = 0; k < segments; ++k) {
            const Vec2 turn = on_circle(k) * std::cos(latitude);
            mesh.positions.emplace_back(
                center + radius * (turn.x() * across.u + turn.y() * across.v + std::sin(latitude) * axis));
        }
    };
    mesh.positions.emplace_back(lower - radius * axis);
    for (int ring = 1; ring <= equator; ++ring) add_ring(ring, lower);
    for (int ring = lower == upper ? equator + 1 : equator; ring < sphere_rings; ++ring) add_ring(ring, upper);
    mesh.positions.emplace_back(upper + radius * axis);

    const int top = static_cast<int>(mesh.positions.size()) - 1;
    add_fan_below(mesh, 0, 1);
    for (int first = 1; first + 2 * segments <= top; first += segments) add_band(mesh, first, first + segments);
    add_fan(mesh, top, top - segments);
}

void append(TriangleMesh& mesh, const SphereShape& sphere, double /*half_width*/)
{
    append_round(mesh, sphere.center, sphere.center, Vec3::UnitZ(), sphere.radius);
}

void append(TriangleMesh& mesh, const CapsuleShape& capsule, double /*half_width*/)
{
    const Vec3 axis = capsule.axis.normalized();
    const Vec3 half = 0.5 * capsule.height * axis;
    append_round(mesh, capsule.center - half, capsule.center + half, axis, capsule.radius);
}

void append(TriangleMesh& mesh, const CylinderShape& cylinder, double /*half_width*/)
{
    const Vec3 axis = cylinder.axis.normalized();
    const Across across(axis);
    const Vec3 half = 0.5 * cylinder.height * axis;
    for (const double end : {-1.0, 1.0})
        for (int k = 0; k < segments; ++k) {
            const Vec2 turn = on_circle(k) * cylinder.radius;
            mesh.positions.emplace_back(cylinder.center + end * half + turn.x() * across.u + turn.y() * across.v);
        }
    mesh.positions.emplace_back(cylinder.center - half);
    mesh.positions.emplace_back(cylinder.center + half);
    add_band(mesh, 0, segments);
    add_fan_below(mesh, 2 * segments, 0);
    add_fan(mesh, 2 * segments + 1, segments);
}

/// Removes vertices that no face uses: they are not visible, but would enlarge the bounds of the obstacle. The others
/// keep their order.
void drop_unused_vertices(TriangleMesh& mesh)
{
    std::vector<int> new_index(mesh.positions.size(), -1);
    for (const Face& face : mesh.faces)
        for (const int corner : face) new_index[static_cast<std::size_t>(corner)] = 0;
    int count = 0;
    for (std::size_t i = 0; i < new_index.size(); ++i) {
        if (new_index[i] < 0) continue;
        mesh.positions[static_cast<std::size_t>(count)] = mesh.positions[i];
        new_index[i] = count++;
    }
    mesh.positions.resize(static_cast<std::size_t>(count));
    for (Face& face : mesh.faces)
        for (int& corner : face) corner = new_index[static_cast<std::size_t>(corner)];
}

void append(TriangleMesh& mesh, const MeshDescription& description, double /*half_width*/)
{
    mesh = placed_mesh(description);
    drop_unused_vertices(mesh);
    mesh.uvs.clear();
    mesh.uv_faces.clear();
}

}  // namespace

bool is_moving(const ObstacleDescription& obstacle)
{
    // A single keyframe, or a single frame, only sets the place.
    return obstacle.motion.keyframes.size() > 1 || is_deforming(obstacle);
}

bool is_deforming(const ObstacleDescription& obstacle) { return obstacle.sequence.frames.size() > 1; }

TriangleMesh unmoved_obstacle_mesh(const ObstacleDescription& obstacle, double plane_half_width, double time)
{
    TriangleMesh mesh;
    const auto append_shape = [&](const auto& shape) { append(mesh, shape, plane_half_width); };
    const auto* deforming = std::get_if<MeshDescription>(&obstacle.shape);
    if (deforming != nullptr && !obstacle.sequence.frames.empty()) {
        MeshDescription now = *deforming;
        vertices_at(obstacle.sequence, time, now.mesh.positions);
        append_shape(now);
    } else {
        std::visit(append_shape, obstacle.shape);
    }
    return mesh;
}

TriangleMesh obstacle_mesh(const ObstacleDescription& obstacle, double plane_half_width, double time)
{
    TriangleMesh mesh = unmoved_obstacle_mesh(obstacle, plane_half_width, time);
    if (!obstacle.motion.keyframes.empty()) {
        const RigidPose pose = pose_at(obstacle.motion, time);
        for (Vec3& x : mesh.positions) x = pose.apply(x);
    }
    return mesh;
}

}  // namespace tulle
