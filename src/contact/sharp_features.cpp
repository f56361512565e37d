#include "contact/sharp_features.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace tulle {
namespace {

constexpr double least_fold = std::numbers::pi / 180;  // rad

/// One side of a face: the edge with its lower vertex first, and whether the face goes around in that direction.
struct FaceSide {
    SharpFeatures::Edge edge;
    int face;
    int opposite;  // the corner that is not on the edge
    bool forward;
};

std::vector<FaceSide> sides_by_edge(std::span<const Face> faces)
{
    std::vector<FaceSide> sides;
    sides.reserve(3 * faces.size());
    for (std::size_t f = 0; f < faces.size(); ++f) {
        for (int k = 0; k < 3; ++k) {
            const int a = faces[f][k], b = faces[f][(k + 1) % 3];
            if (a == b) continue;
            sides.push_back({{std::min(a, b), std::max(a, b)}, static_cast<int>(f), faces[f][(k + 2) % 3], a < b});
        }
    }
    std::sort(sides.begin(), sides.end(),
              [](const FaceSide& s, const FaceSide& t) { return std::tie(s.edge, s.face) < std::tie(t.edge, t.face); });
    return sides;
}

Vec3 unit_normal(const Face& face, std::span<const Vec3> x)
{
    return (x[face[1]] - x[face[0]]).cross(x[face[2]] - x[face[0]]).stableNormalized();
}

/// Returns six times the volume inside a closed mesh; negative if its faces look inward.
double signed_volume(std::span<const Face> faces, std::span<const Vec3> x)
{
    double sum = 0;
    for (const Face& f : faces) sum += x[f[0]].dot(x[f[1]].cross(x[f[2]]));
    return sum;
}

/// Returns whether two faces that share an edge fold there, towards the outside. `outside` is 1 for a closed mesh whose
/// faces look outward, and -1 for one whose faces look inward. It is 0 for an open mesh, where both sides are outside.
bool is_fold(const FaceSide& one, const FaceSide& other, std::span<const Face> faces, std::span<const Vec3> x,
             double outside)
{
    const Vec3 n = unit_normal(faces[one.face], x);
    Vec3 m = unit_normal(faces[other.face], x);
    if (n.isZero() || m.isZero()) return true;
    if (one.forward == other.forward) m = -m;  // the two faces have opposite orientations
    if (n.dot(m) >= std::cos(least_fold)) return false;
    return outside == 0 || outside * n.dot(x[other.opposite] - x[one.edge[0]]) < 0;
}

std::vector<SharpFeatures::Edge> sharp_edges(std::span<const Face> faces, std::span<const std::span<const Vec3>> shapes,
                                             bool is_closed)
{
    std::vector<SharpFeatures::Edge> edges;
    const double outside = is_closed ? std::copysign(1.0, signed_volume(faces, shapes[0])) : 0;
    const std::vector<FaceSide> sides = sides_by_edge(faces);
    for (std::size_t begin = 0; begin < sides.size();) {
        std::size_t end = begin + 1;
        while (end < sides.size() && sides[end].edge == sides[begin].edge) ++end;
        // An edge with one face, or with more than two faces, always counts as sharp.
        const bool is_sharp =
            end - begin != 2 || std::any_of(shapes.begin(), shapes.end(), [&](std::span<const Vec3> x) {
                return is_fold(sides[begin], sides[begin + 1], faces, x, outside);
            });
        if (is_sharp) edges.push_back(sides[begin].edge);
        begin = end;
    }
    return edges;
}

std::vector<int> ends_of(std::span<const SharpFeatures::Edge> edges)
{
    std::vector<int> vertices;
    for (const SharpFeatures::Edge& edge : edges) vertices.insert(vertices.end(), edge.begin(), edge.end());
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    return vertices;
}

std::vector<Aabb> boxes_of(std::span<const SharpFeatures::Edge> edges, std::span<const Vec3> start,
                           std::span<const Vec3> end)
{
    std::vector<Aabb> boxes(edges.size());
    parallel_for(edges.size(), [&](std::size_t e) {
        boxes[e].setEmpty();
        for (const int v : edges[e]) boxes[e].extend(start[v]).extend(end[v]);
    });
    return boxes;
}

std::vector<Aabb> boxes_of(std::span<const int> vertices, std::span<const Vec3> start, std::span<const Vec3> end)
{
    std::vector<Aabb> boxes(vertices.size());
    parallel_for(vertices.size(), [&](std::size_t k) {
        boxes[k].setEmpty();
        boxes[k].extend(start[vertices[k]]).extend(end[vertices[k]]);
    });
    return boxes;
}

}  // namespace

SharpFeatures::SharpFeatures(std::span<const Face> faces, std::span<const std::span<const Vec3>> shapes, bool is_closed)
    : edges_(sharp_edges(faces, shapes, is_closed)),
      vertices_(ends_of(edges_)),
      edge_boxes_(boxes_of(edges_, shapes[0], shapes[0])),
      vertex_boxes_(boxes_of(vertices_, shapes[0], shapes[0])),
      edge_tree_(edge_boxes_),
      vertex_tree_(vertex_boxes_)
{}

void SharpFeatures::move(std::span<const Vec3> start, std::span<const Vec3> end)
{
    edge_boxes_ = boxes_of(edges_, start, end);
    vertex_boxes_ = boxes_of(vertices_, start, end);
    edge_tree_.refit(edge_boxes_);
    vertex_tree_.refit(vertex_boxes_);
}

}  // namespace tulle
