#include "geometry/surface_features.hpp"

#include "core/parallel.hpp"
#include "geometry/moving_boxes.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

/// Sums of unit normals that are shorter than this have cancelled; the remainder is rounding.
constexpr double cancelled = 1e-9;

Vec3 unit_or_zero(const Vec3& v, double least)
{
    const double length = v.norm();
    return length > least ? Vec3(v / length) : Vec3::Zero();
}

double angle_between(const Vec3& u, const Vec3& v) { return std::atan2(u.cross(v).norm(), u.dot(v)); }

}  // namespace

SurfaceFeatures::SurfaceFeatures(std::span<const Vec3> vertices, std::span<const Face> faces)
    : faces_(faces.begin(), faces.end()),
      edge_of_(faces.size()),
      vertex_begin_(vertices.size() + 1, 0),
      vertex_corner_(3 * faces.size()),
      face_normal_(faces.size()),
      vertex_normal_(vertices.size()),
      angle_(faces.size())
{
    for (const Face& face : faces_)
        for (const int vertex : face) ++vertex_begin_[vertex + 1];
    for (std::size_t v = 0; v < vertices.size(); ++v) vertex_begin_[v + 1] += vertex_begin_[v];
    std::vector<int> next(vertex_begin_.begin(), vertex_begin_.end() - 1);

    struct Side {
        int low, high, face, corner;
    };
    std::vector<Side> sides;
    sides.reserve(3 * faces_.size());
    for (int f = 0; f < static_cast<int>(faces_.size()); ++f) {
        for (int corner = 0; corner < 3; ++corner) {
            const int from = faces_[f][corner];
            const int to = faces_[f][(corner + 1) % 3];
            vertex_corner_[next[from]++] = {f, corner};
            sides.push_back({std::min(from, to), std::max(from, to), f, corner});
        }
    }
    std::ranges::sort(sides, [](const Side& s, const Side& t) {
        return std::array{s.low, s.high, s.face, s.corner} < std::array{t.low, t.high, t.face, t.corner};
    });
    for (std::size_t k = 0; k < sides.size(); ++k) {
        if (k == 0 || sides[k].low != sides[k - 1].low || sides[k].high != sides[k - 1].high)
            edge_begin_.push_back(static_cast<int>(k));
        edge_of_[sides[k].face][sides[k].corner] = static_cast<int>(edge_begin_.size()) - 1;
        edge_face_.push_back(sides[k].face);
    }
    edge_normal_.resize(edge_begin_.size());
    edge_begin_.push_back(static_cast<int>(sides.size()));
    refit(vertices);
}

void SurfaceFeatures::refit(std::span<const Vec3> vertices)
{
    parallel_for(faces_.size(), [&](std::size_t f) {
        const Triangle triangle = triangle_of(faces_[f], vertices);
        const auto& [a, b, c] = triangle;
        const Vec3 across = (b - a).cross(c - a);
        const double longest = std::max({(b - a).squaredNorm(), (c - a).squaredNorm(), (c - b).squaredNorm()});
        // If the triangle is flatter than this, the direction is rounding.
        face_normal_[f] = unit_or_zero(across, 1e-14 * longest);
        for (int corner = 0; corner < 3; ++corner)
            angle_[f][corner] = angle_between(triangle[(corner + 1) % 3] - triangle[corner],
                                              triangle[(corner + 2) % 3] - triangle[corner]);
    });
    parallel_for(edge_normal_.size(), [&](std::size_t e) {
        Vec3 sum = Vec3::Zero();
        for (int k = edge_begin_[e]; k < edge_begin_[e + 1]; ++k) sum += face_normal_[edge_face_[k]];
        edge_normal_[e] = unit_or_zero(sum, cancelled);
    });
    parallel_for(vertex_normal_.size(), [&](std::size_t v) {
        Vec3 sum = Vec3::Zero();
        for (int k = vertex_begin_[v]; k < vertex_begin_[v + 1]; ++k) {
            const auto [face, corner] = vertex_corner_[k];
            sum += angle_[face][corner] * face_normal_[face];
        }
        vertex_normal_[v] = unit_or_zero(sum, cancelled);
    });
}

Vec3 SurfaceFeatures::normal(int face, const Vec3& weights) const
{
    for (int corner = 0; corner < 3; ++corner) {
        const bool next_is_zero = weights[(corner + 1) % 3] == 0;
        const bool last_is_zero = weights[(corner + 2) % 3] == 0;
        if (next_is_zero && last_is_zero) return vertex_normal(faces_[face][corner]);
        if (last_is_zero && weights[corner] != 0) return edge_normal(face, corner);
    }
    return face_normal(face);
}

}  // namespace tulle
