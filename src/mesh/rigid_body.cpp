// Mesh of a rigid body: a surface to draw, and four particles that have the mass, centre and inertia of the whole body.

#include "mesh/rigid_mesh.hpp"

#include "core/refuse.hpp"
#include "mesh/obstacle_mesh.hpp"
#include "mesh/placed_mesh.hpp"
#include "mesh/topology.hpp"

#include <tulle/solid.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

namespace tulle {
namespace {

// Share of the body's mass in each surface node. Surface nodes are carried by the four particles and need no mass, but
// masses must be positive.
constexpr double carried_share = 1e-16;

/// Moments of a volume: the volume, its centre, and the integral of (x - centre)(x - centre)^T over it.
struct Moments {
    double volume = 0;           // m^3
    Vec3 centre = Vec3::Zero();  // m
    Mat3 second = Mat3::Zero();  // m^5
};

Moments moments_of(const SphereShape& sphere)
{
    const double r = sphere.radius;
    const double volume = 4 * std::numbers::pi / 3 * r * r * r;
    return {volume, sphere.center, volume * r * r / 5 * Mat3::Identity()};
}

Moments moments_of(const BoxShape& box)
{
    const double volume = box.size.prod();
    return {volume, box.center, Mat3((volume / 12 * box.size.cwiseAbs2()).asDiagonal())};
}

/// Moments of the volume inside a closed surface: a sum over tetrahedra of signed volume from one point to the faces.
Moments moments_of(const TriangleMesh& mesh)
{
    Moments sum;
    if (mesh.positions.empty()) return sum;
    const Vec3 apex = mesh.positions.front();
    Mat3 second = Mat3::Zero();  // about the apex
    Vec3 first = Vec3::Zero();
    for (const Face& face : mesh.faces) {
        Mat3 edges;
        for (int k = 0; k < 3; ++k) edges.col(k) = mesh.positions[face[k]] - apex;
        const double volume = edges.determinant() / 6;
        const Vec3 corners = edges.rowwise().sum();
        sum.volume += volume;
        first += volume / 4 * corners;
        second += volume / 20 * (edges * edges.transpose() + corners * corners.transpose());
    }
    const Vec3 from_apex = first / sum.volume;
    sum.centre = apex + from_apex;
    sum.second = second - sum.volume * from_apex * from_apex.transpose();
    return sum;
}

Moments moments_of(const MeshDescription& mesh) { return moments_of(placed_mesh(mesh)); }

Moments moments_of(const RigidBodyDescription& rigid)
{
    return std::visit([](const auto& shape) { return moments_of(shape); }, rigid.shape);
}

/// Returns four points that, with a quarter of the volume each, have the same centre and second moment as the volume.
/// They are the corners of a regular tetrahedron, stretched by the square root of the second moment. (The corners t of
/// a regular tetrahedron in the unit sphere have sum t t^T = 4/3 I.)
std::array<Vec3, rigid_nodes> equal_masses(const Moments& moments)
{
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(3 / moments.volume * moments.second);
    const double r = 1 / std::sqrt(3.0);
    const std::array<Vec3, rigid_nodes> corners{Vec3(r, r, r), Vec3(r, -r, -r), Vec3(-r, r, -r), Vec3(-r, -r, r)};
    std::array<Vec3, rigid_nodes> points;
    for (std::size_t k = 0; k < points.size(); ++k) points[k] = moments.centre + solver.operatorSqrt() * corners[k];
    return points;
}

/// Returns an icosphere: an icosahedron whose faces are subdivided into four, three times. It has 642 evenly spread
/// vertices.
TriangleMesh ball_surface(const SphereShape& sphere)
{
    const double golden = std::numbers::phi;
    TriangleMesh mesh;
    for (const double a : {-1.0, 1.0})
        for (const double b : {-golden, golden})
            for (int axis = 0; axis < 3; ++axis) {
                Vec3 x = Vec3::Zero();
                x[axis] = a;
                x[(axis + 1) % 3] = b;
                mesh.positions.push_back(x.normalized());
            }
    // The faces of an icosahedron are the triples of mutually neighbouring corners, oriented outward.
    const double nearest = 1.1;  // m, in the unit sphere: edges have 1.05, other pairs 1.7 or more
    const int count = static_cast<int>(mesh.positions.size());
    const auto are_near = [&](int a, int b) { return (mesh.positions[a] - mesh.positions[b]).norm() < nearest; };
    for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b)
            for (int c = b + 1; c < count; ++c) {
                if (!are_near(a, b) || !are_near(b, c) || !are_near(a, c)) continue;
                const Vec3& x = mesh.positions[a];
                const bool is_outward = x.dot((mesh.positions[b] - x).cross(mesh.positions[c] - x)) > 0;
                mesh.faces.push_back(is_outward ? Face{a, b, c} : Face{a, c, b});
            }
    constexpr int cuts = 3;
    for (int cut = 0; cut < cuts; ++cut) {
        std::map<std::pair<int, int>, int> middles;
        const auto middle = [&](int a, int b) {
            const auto [place, is_new] =
                middles.try_emplace(std::minmax(a, b), static_cast<int>(mesh.positions.size()));
            if (is_new) mesh.positions.push_back((mesh.positions[a] + mesh.positions[b]).normalized());
            return place->second;
        };
        std::vector<Face> finer;
        for (const auto& [a, b, c] : mesh.faces) {
            const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            for (const Face& face : {Face{a, ab, ca}, Face{ab, b, bc}, Face{ca, bc, c}, Face{ab, bc, ca}})
                finer.push_back(face);
        }
        mesh.faces = std::move(finer);
    }
    for (Vec3& x : mesh.positions) x = sphere.center + sphere.radius * x;
    return mesh;
}

/// Splits the vertices at sharp edges: the faces on both sides get vertices of their own, so that pictures do not shade
/// the edge smoothly.
TriangleMesh with_sharp_edges(const TriangleMesh& smooth)
{
    constexpr double sharp = 0.87;  // cosine of 30 degrees between normals
    std::vector<Vec3> normals;      // per face
    for (const auto& [a, b, c] : smooth.faces) {
        const Vec3& x = smooth.positions[a];
        normals.push_back((smooth.positions[b] - x).cross(smooth.positions[c] - x).normalized());
    }
    struct Copy {
        int vertex;   // of the new mesh
        Vec3 normal;  // of the first face that uses the copy
    };
    std::vector<std::vector<Copy>> copies(smooth.positions.size());
    TriangleMesh mesh;
    for (std::size_t f = 0; f < smooth.faces.size(); ++f) {
        Face& face = mesh.faces.emplace_back();
        for (int k = 0; k < 3; ++k) {
            const int old = smooth.faces[f][k];
            auto copy =
                std::ranges::find_if(copies[old], [&](const Copy& c) { return c.normal.dot(normals[f]) > sharp; });
            if (copy == copies[old].end()) {
                copies[old].push_back({static_cast<int>(mesh.positions.size()), normals[f]});
                mesh.positions.push_back(smooth.positions[old]);
                copy = std::prev(copies[old].end());
            }
            face[k] = copy->vertex;
        }
    }
    return mesh;
}

TriangleMesh drawn(const SphereShape& sphere) { return ball_surface(sphere); }

template <class Shape>
TriangleMesh drawn(const Shape& shape)
{
    ObstacleDescription obstacle;
    obstacle.shape = shape;
    return with_sharp_edges(unmoved_obstacle_mesh(obstacle, 0));
}

void check_convex(const MeshDescription& description)
{
    const TriangleMesh mesh = placed_mesh(description);
    validate(mesh, description.file);
    const std::vector<Side> sides = sorted_sides(mesh.faces, mesh.positions.size());
    bool is_open = sides.size() % 2 != 0;  // a closed mesh has two sides at every edge
    for (std::size_t k = 0; !is_open && k < sides.size(); k += 2)
        is_open = sides[k].low != sides[k + 1].low || sides[k].high != sides[k + 1].high;
    if (is_open) refuse(description.file, "is not closed: every edge of a rigid body's mesh must belong to two faces");
    if (!(moments_of(mesh).volume > 0))
        refuse(description.file, "is inside out: its faces must turn counter-clockwise seen from outside");
    double size = 0;
    for (const Vec3& x : mesh.positions) size = std::max(size, (x - mesh.positions.front()).norm());
    constexpr double hair = 1e-4;  // tolerance relative to the size: numbers in files are rounded
    for (const Face& face : mesh.faces) {
        const Vec3& a = mesh.positions[face[0]];
        const Vec3 normal = (mesh.positions[face[1]] - a).cross(mesh.positions[face[2]] - a).normalized();
        for (const Vec3& x : mesh.positions)
            if (normal.dot(x - a) > hair * size)
                refuse(description.file,
                       "is not convex, which a rigid body must be; take its convex hull, or several bodies");
    }
}

}  // namespace

double volume(const RigidBodyDescription& rigid) { return moments_of(rigid).volume; }

RigidBodyDescription scaled(RigidBodyDescription rigid, double scale)
{
    const auto resize = [&](auto& shape) {
        if constexpr (requires { shape.center; }) shape.center *= scale;
        if constexpr (requires { shape.radius; }) shape.radius *= scale;
        if constexpr (requires { shape.size; }) shape.size *= scale;
        if constexpr (requires { shape.placement; }) {
            shape.placement.scale *= scale;
            shape.placement.translation *= scale;
        }
    };
    std::visit(resize, rigid.shape);
    return rigid;
}

ClothMesh make_rigid_mesh(const RigidBodyDescription& rigid)
{
    if (const auto* mesh = std::get_if<MeshDescription>(&rigid.shape)) check_convex(*mesh);
    const TriangleMesh surface = std::visit([](const auto& shape) { return drawn(shape); }, rigid.shape);
    ClothMesh mesh;
    mesh.positions = surface.positions;
    mesh.masses.assign(mesh.positions.size(), carried_share * rigid.mass);
    mesh.faces = surface.faces;
    for (const Vec3& node : equal_masses(moments_of(rigid))) {
        mesh.positions.push_back(node);
        mesh.masses.push_back(rigid.mass / rigid_nodes);
    }
    mesh.areas.assign(mesh.positions.size(), 0.0);
    mesh.hidden = rigid_nodes;
    return mesh;
}

}  // namespace tulle
