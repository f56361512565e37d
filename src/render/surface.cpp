#include "render/surface.hpp"

#include "output/export_mesh.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <span>

namespace tulle {
namespace {

constexpr std::size_t enough_triangles = 200'000;  // more triangles are not visible in a picture
constexpr int most_cuts = 4;
constexpr double roundness = 0.75;  // of Phong tessellation; the value its authors recommend
constexpr double crease_cosine = 0.77;

struct Lattice {
    int i, j;  // weights of corners 1 and 2, in units of 1 / cuts
};

/// Returns the triangles of a face, row by row: upright triangles, oriented like the face, and inverted ones.
std::vector<std::array<Lattice, 3>> cut_face(int cuts)
{
    std::vector<std::array<Lattice, 3>> pieces;
    for (int j = 0; j < cuts; ++j) {
        for (int i = 0; i + j < cuts; ++i) {
            pieces.push_back({{{i, j}, {i + 1, j}, {i, j + 1}}});
            if (i + j + 1 < cuts) pieces.push_back({{{i + 1, j}, {i + 1, j + 1}, {i, j + 1}}});
        }
    }
    return pieces;
}

const std::vector<std::array<Lattice, 3>>& pieces_of(int cuts)
{
    static const std::array<std::vector<std::array<Lattice, 3>>, most_cuts> tables{cut_face(1), cut_face(2),
                                                                                   cut_face(3), cut_face(4)};
    return tables[static_cast<std::size_t>(cuts - 1)];
}

/// Phong tessellation: returns the point of a face at `weights`, moved towards its projections onto the tangent planes
/// at the corners. The sum is in the order of the particles, so that two faces have bitwise equal points on their
/// common edge.
Vec3 rounded_point(std::span<const Vec3> positions, std::span<const Vec3> normals, const Face& face,
                   const std::array<double, 3>& weights)
{
    std::array<std::size_t, 3> order{0, 1, 2};
    std::ranges::sort(order, {}, [&](std::size_t c) { return face[c]; });
    Vec3 flat = Vec3::Zero();
    for (const std::size_t c : order) flat += weights[c] * positions[face[c]];
    Vec3 projected = Vec3::Zero();
    for (const std::size_t c : order) {
        const Vec3& n = normals[face[c]];
        projected += weights[c] * (flat - (flat - positions[face[c]]).dot(n) * n);
    }
    return (1 - roundness) * flat + roundness * projected;
}

/// Tells whether an edge in texture coordinates is parallel to an axis. Diagonals of the cells of a grid are not.
bool is_axis_aligned(const Vec2& along)
{
    return std::min(std::abs(along.x()), std::abs(along.y())) < 1e-6 * along.norm();
}

std::vector<std::uint8_t> wireframe_edges(const ClothModel& cloth)
{
    std::vector<std::uint8_t> masks;
    std::size_t aligned = 0;
    for (const Face& f : cloth.coordinate_faces) {
        std::uint8_t mask = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            if (!is_axis_aligned(cloth.coordinates[f[(c + 2) % 3]] - cloth.coordinates[f[(c + 1) % 3]])) continue;
            mask |= static_cast<std::uint8_t>(1U << c);
            ++aligned;
        }
        masks.push_back(mask);
    }
    // In a grid, two of the three edges of each face are parallel to an axis. Otherwise, draw all edges.
    if (masks.empty() || aligned != 2 * masks.size()) masks.assign(cloth.faces.size(), 7);
    return masks;
}

}  // namespace

std::array<Vec3f, 3> Surface::face_weights(std::size_t triangle) const
{
    const auto& pieces = pieces_of(cuts);
    const float share = 1 / static_cast<float>(cuts);
    std::array<Vec3f, 3> weights;
    for (std::size_t c = 0; c < 3; ++c) {
        const Lattice& point = pieces[triangle % pieces.size()][c];
        weights[c] = share * Vec3f(static_cast<float>(cuts - point.i - point.j), static_cast<float>(point.i),
                                   static_cast<float>(point.j));
    }
    return weights;
}

Surface cloth_surface(const ClothModel& cloth, const Vec3& center)
{
    Surface surface;
    while (surface.cuts < most_cuts &&
           cloth.faces.size() * static_cast<std::size_t>((surface.cuts + 1) * (surface.cuts + 1)) <= enough_triangles) {
        ++surface.cuts;
    }
    const std::vector<Vec3> normals = vertex_normals(cloth.positions, cloth.faces);
    const int cuts = surface.cuts;
    const auto rank = [&](const Lattice& p) {  // index of a lattice point in its face, row by row
        return static_cast<std::uint32_t>(p.j * (cuts + 1) - p.j * (p.j - 1) / 2 + p.i);
    };
    for (std::size_t k = 0; k < cloth.faces.size(); ++k) {
        const Face& f = cloth.faces[k];
        const auto first = static_cast<std::uint32_t>(surface.points.size());
        for (int j = 0; j <= cuts; ++j) {
            for (int i = 0; i + j <= cuts; ++i) {
                const double share = 1.0 / cuts;
                const Vec3 p =
                    rounded_point(cloth.positions, normals, f, {(cuts - i - j) * share, i * share, j * share});
                surface.points.emplace_back((p - center).cast<float>());
            }
        }
        for (const auto& piece : pieces_of(cuts))
            surface.triangles.push_back({first + rank(piece[0]), first + rank(piece[1]), first + rank(piece[2])});
        std::array<Vec3f, 3> corners, corner_normals;
        for (std::size_t c = 0; c < 3; ++c) {
            corners[c] = (cloth.positions[f[c]] - center).cast<float>();
            corner_normals[c] = normals[f[c]].cast<float>();
        }
        surface.corners.push_back(corners);
        surface.normals.push_back(corner_normals);
        if (!cloth.coordinates.empty()) {
            const Face& t = cloth.coordinate_faces[k];
            surface.coordinates.push_back({cloth.coordinates[t[0]].cast<float>(), cloth.coordinates[t[1]].cast<float>(),
                                           cloth.coordinates[t[2]].cast<float>()});
        }
        if (!cloth.values.empty()) {
            const auto value = [&](std::size_t c) { return static_cast<float>(cloth.values[f[c]]); };
            surface.values.push_back({value(0), value(1), value(2)});
        }
    }
    surface.wireframe_edges = wireframe_edges(cloth);
    return surface;
}

Surface obstacle_surface(const TriangleMesh& mesh, const Vec3& center)
{
    Surface surface;
    std::vector<Vec3> areas;  // face normals, weighted by area
    std::vector<std::vector<std::size_t>> around(mesh.positions.size());
    for (const Face& f : mesh.faces) {
        for (const int vertex : f) around[static_cast<std::size_t>(vertex)].push_back(areas.size());
        areas.emplace_back(
            (mesh.positions[f[1]] - mesh.positions[f[0]]).cross(mesh.positions[f[2]] - mesh.positions[f[0]]));
    }
    for (const Vec3& p : mesh.positions) surface.points.emplace_back((p - center).cast<float>());
    for (std::size_t k = 0; k < mesh.faces.size(); ++k) {
        const Face& f = mesh.faces[k];
        surface.triangles.push_back(
            {static_cast<std::uint32_t>(f[0]), static_cast<std::uint32_t>(f[1]), static_cast<std::uint32_t>(f[2])});
        std::array<Vec3f, 3> corners, normals;
        for (std::size_t c = 0; c < 3; ++c) {
            Vec3 sum = Vec3::Zero();
            for (const std::size_t other : around[static_cast<std::size_t>(f[c])]) {
                if (areas[other].dot(areas[k]) > crease_cosine * areas[other].norm() * areas[k].norm())
                    sum += areas[other];
            }
            corners[c] = surface.points[static_cast<std::size_t>(f[c])];
            normals[c] = sum.normalized().cast<float>();
        }
        surface.corners.push_back(corners);
        surface.normals.push_back(normals);
    }
    return surface;
}

}  // namespace tulle
