#include "forces/mesh_creases.hpp"

#include "geometry/union_find.hpp"
#include "mesh/topology.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>
#include <sstream>
#include <utility>

namespace tulle {
namespace {

// Largest distance of the ends of an edge from the line, relative to the length of the edge. Files have rounded
// coordinates.
constexpr double beside_line = 0.05;

/// Returns the length of the line that an edge covers, in texture coordinates; 0 if the edge is not on the line.
double covered(const Vec2& a, const Vec2& b, const CreaseDescription& crease)
{
    const double length = (b - a).norm();
    const Vec2 along = (crease.to - crease.from).normalized(), across(-along.y(), along.x());
    const double off_a = std::abs(across.dot(a - crease.from)), off_b = std::abs(across.dot(b - crease.from));
    if (std::max(off_a, off_b) > beside_line * length) return 0;
    const double middle = along.dot(0.5 * (a + b) - crease.from);
    const bool is_within = middle >= 0 && middle <= (crease.to - crease.from).norm();
    return is_within ? std::abs(along.dot(b - a)) : 0;
}

/// The same for one side of an edge. Each side has its own texture coordinates; at a seam they differ.
double covered_by(const ClothMesh& mesh, const Side& side, const CreaseDescription& crease)
{
    const Face& uv = mesh.uv_faces[side.face];
    return covered(mesh.uvs[uv[side.corner]], mesh.uvs[uv[(side.corner + 1) % 3]], crease);
}

/// Calls visit(side, side across) for every edge between two faces. The first side runs from the low to the high vertex
/// of the edge.
void each_inner_edge(const ClothMesh& mesh, const auto& visit)
{
    for_each_inner_edge(mesh.faces, mesh.positions.size(), [&](const Side& a, const Side& b) {
        const bool upwards = mesh.faces[a.face][a.corner] == a.low;
        visit(upwards ? a : b, upwards ? b : a);
    });
}

}  // namespace

std::vector<CreasedEdge> creased_edges(const ClothMesh& mesh, std::span<const CreaseDescription> creases)
{
    std::vector<CreasedEdge> edges;
    if (std::all_of(creases.begin(), creases.end(), [](const auto& crease) { return crease.angle == 0; })) return edges;
    each_inner_edge(mesh, [&](const Side& up, const Side& down) {
        bool is_creased = false;
        double angle = 0;  // degrees
        for (const CreaseDescription& crease : creases) {
            if (crease.angle == 0) continue;
            if (covered_by(mesh, up, crease) == 0 && covered_by(mesh, down, crease) == 0) continue;
            is_creased = true;
            angle += crease.angle;
        }
        if (!is_creased) return;
        const int tip_up = mesh.faces[up.face][(up.corner + 2) % 3],
                  tip_down = mesh.faces[down.face][(down.corner + 2) % 3];
        edges.push_back({{up.low, up.high, tip_up, tip_down}, {up.face, down.face}, angle * std::numbers::pi / 180});
    });
    return edges;
}

std::string crease_problem(const ClothMesh& mesh, const CreaseDescription& crease)
{
    double sum = 0, longest = 0;
    each_inner_edge(mesh, [&](const Side& up, const Side& down) {
        const double part = std::max(covered_by(mesh, up, crease), covered_by(mesh, down, crease));
        sum += part;
        longest = std::max(longest, part);
    });
    const double length = (crease.to - crease.from).norm();
    if (sum > 0 && length - sum < 1.01 * longest) return "";
    Vec2 low = mesh.uvs.front(), high = mesh.uvs.front();
    for (const Vec2& uv : mesh.uvs) {
        low = low.cwiseMin(uv);
        high = high.cwiseMax(uv);
    }
    std::ostringstream text;
    if (sum > 0) {
        text << "edges of the mesh follow only " << std::lround(100 * sum / length) << " % of the line";
    } else {
        text << "no edge of the mesh runs along the line";
    }
    text << ", in texture coordinates, which reach from [" << low.x() << ", " << low.y() << "] to [" << high.x() << ", "
         << high.y() << "]; a mesh is folded along its edges";
    return text.str();
}

CutMesh cut_along(const ClothMesh& mesh, std::span<const CreasedEdge> edges)
{
    CutMesh cut;
    if (edges.empty()) {
        cut.positions = mesh.positions;
        cut.faces = mesh.faces;
        cut.original.resize(mesh.positions.size());
        std::iota(cut.original.begin(), cut.original.end(), 0);
        return cut;
    }
    std::set<std::pair<int, int>> creased;
    for (const CreasedEdge& edge : edges) creased.emplace(edge.vertices[0], edge.vertices[1]);
    // Corners of faces become one vertex if uncut edges join them.
    UnionFind corners(3 * mesh.faces.size());
    const auto end = [](const Side& side, int which) { return 3 * side.face + (side.corner + which) % 3; };
    each_inner_edge(mesh, [&](const Side& up, const Side& down) {
        if (creased.contains({up.low, up.high})) return;
        corners.join(end(up, 0), end(down, 1));
        corners.join(end(up, 1), end(down, 0));
    });
    std::vector<int> vertex(3 * mesh.faces.size(), -1);  // per set of joined corners, by its representative
    cut.faces.resize(mesh.faces.size());
    for (std::size_t f = 0; f < mesh.faces.size(); ++f)
        for (int k = 0; k < 3; ++k) {
            int& here = vertex[corners.of(static_cast<int>(3 * f) + k)];
            if (here < 0) {
                here = static_cast<int>(cut.original.size());
                cut.original.push_back(mesh.faces[f][k]);
                cut.positions.push_back(mesh.positions[mesh.faces[f][k]]);
            }
            cut.faces[f][k] = here;
        }
    return cut;
}

}  // namespace tulle
