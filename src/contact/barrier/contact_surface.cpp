#include "contact/barrier/contact_surface.hpp"

#include "geometry/aabb.hpp"
#include "geometry/triangle_distance.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tulle {

PairPoints closest_points(const SurfacePair& pair, std::span<const Vec3> x)
{
    const auto& [a, b, c, d] = pair.particles;
    if (pair.kind == PairKind::vertex_face) {
        const TrianglePoint found = closest_on_triangle(x[a], {x[b], x[c], x[d]});
        return {{1, -found.weights[0], -found.weights[1], -found.weights[2]}, x[a] - found.point};
    }
    const SegmentPoints found = closest_of_segments(x[a], x[b], x[c], x[d]);
    return {{1 - found.s, found.s, found.t - 1, -found.t}, found.on_p - found.on_q};
}

ContactSurface::ContactSurface(std::vector<Face> faces, std::vector<SurfaceMaterial> materials, std::vector<Vec3> start,
                               const IntactFaces& intact, SurfaceObstacles obstacles)
    : all_faces_(std::move(faces)),
      materials_(std::move(materials)),
      start_(std::move(start)),
      intact_(intact),
      obstacles_(std::move(obstacles)),
      tears_followed_(intact.version())
{
    list_features();
}

bool ContactSurface::follow_tears()
{
    if (intact_.version() == tears_followed_) return false;
    tears_followed_ = intact_.version();
    list_features();
    return true;
}

double ContactSurface::smallest_thickness() const
{
    double smallest = std::numeric_limits<double>::infinity();
    for (const int vertex : vertices_)
        if (!is_obstacle(vertex)) smallest = std::min(smallest, materials_[vertex].thickness);
    return smallest;
}

void ContactSurface::list_features()
{
    faces_.clear();
    vertices_.clear();
    edges_.clear();
    largest_contact_distance_ = 0;
    const std::size_t cloth_faces = all_faces_.size() - obstacles_.faces;
    for (std::size_t f = 0; f < all_faces_.size(); ++f) {
        const bool is_of_cloth = f < cloth_faces;
        if ((is_of_cloth && !intact_[f]) || all_faces_[f][0] < 0) continue;
        const Face& face = faces_.emplace_back(all_faces_[f]);
        for (int k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(face[k], face[(k + 1) % 3]);
            edges_.push_back({low, high});
            vertices_.push_back(face[k]);
            if (is_of_cloth && obstacles_.cloth_meets_cloth)
                largest_contact_distance_ = std::max(largest_contact_distance_, materials_[face[k]].thickness);
        }
    }
    for (const ObstacleMaterial& material : obstacles_.materials)
        largest_contact_distance_ = std::max(largest_contact_distance_, material.thickness);
    const auto keep_one_of_each = [](auto& list) {
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    keep_one_of_each(vertices_);
    keep_one_of_each(edges_);
}

void ContactSurface::join_parts_of_bodies(std::span<double> part) const
{
    for (const CarriedVertices& body : obstacles_.bodies) {
        const std::span<double> vertices = part.subspan(body.first, body.weights.size());
        const std::span<double> frame = part.subspan(body.frame, 4);
        const double least = std::min(*std::ranges::min_element(vertices), *std::ranges::min_element(frame));
        std::ranges::fill(vertices, least);
        std::ranges::fill(frame, least);
    }
}

double ContactSurface::contact_distance(const SurfacePair& pair) const
{
    const SurfaceMaterial& one = materials_[pair.particles.front()];
    const SurfaceMaterial& other = materials_[pair.particles.back()];
    const double part = one.cloth == other.cloth ? 0.5 : 1;
    // Most pairs are far from each other at the start: the boxes show this without an exact distance.
    const int first_side = pair.kind == PairKind::vertex_face ? 1 : 2;
    const auto box_of_side = [&](int begin, int end) {
        Aabb box(start_[pair.particles[begin]], start_[pair.particles[begin]]);
        for (int k = begin + 1; k < end; ++k) box.extend(start_[pair.particles[k]]);
        return box;
    };
    const double apart = box_of_side(0, first_side).exteriorDistance(box_of_side(first_side, 4));
    if (part * apart > thickness(pair)) return thickness(pair);
    const double at_start = closest_points(pair, start_).between.norm();
    return std::min(thickness(pair), part * at_start);
}

}  // namespace tulle
