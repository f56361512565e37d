#include "core/assert.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/topology.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numbers>
#include <span>
#include <tuple>
#include <utility>

namespace tulle {
namespace {

struct CosSin {
    double cos, sin;
};

/// Of an angle in degrees; exact for quarter turns, where most placements are and pi is not.
CosSin cos_sin(double angle)
{
    const double turn = std::remainder(angle, 360.0);  // exact
    if (turn == 0) return {.cos = 1, .sin = 0};
    if (turn == 90) return {.cos = 0, .sin = 1};
    if (turn == -90) return {.cos = 0, .sin = -1};
    if (std::abs(turn) == 180) return {.cos = -1, .sin = 0};
    const double radians = turn * (std::numbers::pi / 180.0);
    return {.cos = std::cos(radians), .sin = std::sin(radians)};
}

/// Rodrigues' formula: R = c I + (1 - c) u u^T + s [u]x, with u the unit axis.
Mat3 rotation(const Vec3& axis, double angle)
{
    const auto [c, s] = cos_sin(angle);
    if (c == 1) return Mat3::Identity();
    const Vec3 u = axis.normalized();
    Mat3 cross;
    cross << 0, -u.z(), u.y(), u.z(), 0, -u.x(), -u.y(), u.x(), 0;
    return c * Mat3::Identity() + (1 - c) * u * u.transpose() + s * cross;
}

void place(const Placement& placement, std::span<Vec3> positions)
{
    const Mat3 rotate = rotation(placement.axis, placement.angle);
    for (Vec3& x : positions) x = rotate * (placement.scale * x) + placement.translation;
}

bool before(const Edge& a, const Edge& b) { return std::tie(a.i, a.j) < std::tie(b.i, b.j); }

/// From tip to tip across the hinges: pairs in order, each once, and none that is an edge already. Around a vertex with
/// four neighbours, opposite hinges join the same two tips; one spring there is what Provot's grids have as well.
std::vector<Edge> bending_pairs(const Topology& topology)
{
    std::vector<Edge> tips;
    tips.reserve(topology.hinges.size());
    for (const Hinge& hinge : topology.hinges) {
        const auto [i, j] = std::minmax(hinge.vertices[2], hinge.vertices[3]);
        tips.push_back({.i = i, .j = j});
    }
    std::ranges::sort(tips, before);
    tips.erase(std::unique(tips.begin(), tips.end()), tips.end());
    std::vector<Edge> pairs;
    pairs.reserve(tips.size());
    std::ranges::set_difference(tips, topology.edges, std::back_inserter(pairs), before);
    return pairs;
}

std::vector<Spring> make_springs(std::span<const Vec3> positions, std::span<const Face> faces)
{
    const Topology topology = find_topology(faces, positions.size());
    const std::vector<Edge> bending = bending_pairs(topology);
    std::vector<Spring> springs;
    springs.reserve(topology.edges.size() + bending.size());
    const auto add = [&](const Edge& pair, SpringKind kind) {
        const Vec3 d = positions[static_cast<std::size_t>(pair.j)] - positions[static_cast<std::size_t>(pair.i)];
        springs.push_back({.i = pair.i, .j = pair.j, .rest_length = d.norm(), .kind = kind});
    };
    // Merged, so that all springs of a particle stand together.
    auto edge = topology.edges.begin();
    for (const Edge& pair : bending) {
        for (; edge != topology.edges.end() && before(*edge, pair); ++edge) add(*edge, SpringKind::structural);
        add(pair, SpringKind::bending);
    }
    for (; edge != topology.edges.end(); ++edge) add(*edge, SpringKind::structural);
    return springs;
}

}  // namespace

ClothMesh make_cloth_mesh(const MeshDescription& mesh)
{
    const Placement& placement = mesh.placement;
    TULLE_ASSERT(placement.scale > 0, placement.scale);
    TULLE_ASSERT(placement.angle == 0 || placement.axis.norm() > 0, placement.axis.transpose());
    // Checked where it will be simulated: a large translation can move two vertices to one place.
    TriangleMesh placed = mesh.mesh;
    place(placement, placed.positions);
    validate(placed, mesh.file.empty() ? "mesh" : mesh.file);

    ClothMesh cloth;
    cloth.springs = make_springs(placed.positions, placed.faces);
    cloth.areas = vertex_areas(placed.positions, placed.faces);
    cloth.positions = std::move(placed.positions);
    cloth.faces = std::move(placed.faces);
    cloth.uvs = std::move(placed.uvs);
    cloth.uv_faces = std::move(placed.uv_faces);
    return cloth;
}

}  // namespace tulle
