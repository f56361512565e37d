// Mesh of a cloth that is given as a triangle mesh: structural springs along edges, bending springs across hinges.

#include "mesh/cloth_mesh.hpp"
#include "mesh/placed_mesh.hpp"
#include "mesh/topology.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

namespace tulle {
namespace {

bool before(const Edge& a, const Edge& b) { return std::tie(a.i, a.j) < std::tie(b.i, b.j); }

/// Returns the pairs of tips across the hinges, sorted, each once, without pairs that are edges already. Around a
/// vertex with four neighbours, opposite hinges join the same two tips. They give one spring, as in Provot's grids.
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
    // Merge both lists, so that all springs of a particle are adjacent in memory.
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
    // Check the placed mesh: a large translation can move two vertices to one place by rounding.
    TriangleMesh placed = placed_mesh(mesh);
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
