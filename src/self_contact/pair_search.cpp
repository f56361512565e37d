#include "self_contact/pair_search.hpp"

#include "core/parallel.hpp"
#include "geometry/moving_boxes.hpp"

#include <algorithm>
#include <limits>

namespace tulle {
namespace {

// Cloth that folds makes neighbours of what the tree has in different branches.
constexpr int fits_per_tree = 50;

/// The tree visits a few that are further, which ones depends on how it has been built.
bool are_within(double distance, const Aabb& one, const Aabb& other)
{
    const Vec3 gap = (one.min() - other.max()).cwiseMax(other.min() - one.max()).cwiseMax(0);
    return squared_length(gap) <= distance * distance;
}

bool has(const Face& face, int particle) { return face[0] == particle || face[1] == particle || face[2] == particle; }

double clamped(double part) { return std::min(std::max(part, 0.0), 1.0); }

/// From about the closest point of the triangle to p: any direction gives a lower bound of a distance, this one a good
/// one. Without the care for needles of closest_on_triangle.
Vec3 between_point_and_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 u = b - a, v = c - a, r = p - a;
    const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), ru = r.dot(u), rv = r.dot(v);
    const double area = uu * vv - uv * uv;
    const double s = vv * ru - uv * rv, t = uu * rv - uv * ru;  // times area
    if (s >= 0 && t >= 0 && s + t <= area && area > 0) return r - (s / area) * u - (t / area) * v;
    Vec3 best = r - (uu > 0 ? clamped(ru / uu) : 0) * u;
    const auto compare = [&](const Vec3& other) {
        if (squared_length(other) < squared_length(best)) best = other;
    };
    compare(r - (vv > 0 ? clamped(rv / vv) : 0) * v);
    const Vec3 w = c - b, q = p - b;
    const double ww = w.dot(w);
    compare(q - (ww > 0 ? clamped(q.dot(w) / ww) : 0) * w);
    return best;
}

/// From about the closest point of the second segment to that of the first.
Vec3 between_segments(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
{
    const Vec3 u = b - a, v = d - c, r = a - c;
    const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), ru = r.dot(u), rv = r.dot(v);
    const double area = uu * vv - uv * uv;
    double s = area > 0 ? clamped((uv * rv - vv * ru) / area) : 0;
    double t = vv > 0 ? (uv * s + rv) / vv : 0;
    if (t < 0 || t > 1) {
        t = clamped(t);
        s = uu > 0 ? clamped((uv * t - ru) / uu) : 0;
    }
    return r + s * u - t * v;
}

/// m: the gap of a pair along n, which no two of their points are nearer than.
double gap_along(const Vec3& n, const SurfacePair& pair, std::span<const Vec3> x)
{
    const auto& [a, b, c, d] = pair.particles;
    const double at_a = n.dot(x[a]), at_b = n.dot(x[b]), at_c = n.dot(x[c]), at_d = n.dot(x[d]);
    if (pair.kind == PairKind::vertex_face) return at_a - std::max(std::max(at_b, at_c), at_d);
    return std::min(at_a, at_b) - std::max(at_c, at_d);
}

/// m: a lower bound of a pair's distance while all go the same part of their ways. Along one direction the gap is
/// concave in time, so that it is nowhere less than at the ends.
double least_distance(const SurfacePair& pair, std::span<const Vec3> from, std::span<const Vec3> to)
{
    const auto& [a, b, c, d] = pair.particles;
    const Vec3 between = pair.kind == PairKind::vertex_face
                             ? between_point_and_triangle(from[a], from[b], from[c], from[d])
                             : between_segments(from[a], from[b], from[c], from[d]);
    const double length = between.norm();
    if (!(length > 0)) return 0;
    const Vec3 n = between / length;
    const double at_start = gap_along(n, pair, from);
    return std::max(from.data() == to.data() ? at_start : std::min(at_start, gap_along(n, pair, to)), 0.0);
}

}  // namespace

void PairSearch::forget()
{
    tree_.reset();
    owned_.clear();
}

void PairSearch::find_owners()
{
    const std::span<const int> vertices = surface_.vertices();
    const std::span<const std::array<int, 2>> edges = surface_.edges();
    const auto number_of = [](const auto& list, const auto& value) {
        return static_cast<std::size_t>(std::ranges::lower_bound(list, value) - list.begin());
    };
    std::vector<unsigned char> vertex_is_owned(vertices.size(), 0), edge_is_owned(edges.size(), 0);
    owned_.assign(surface_.faces().size(), {});
    for (std::size_t f = 0; f < owned_.size(); ++f) {
        const Face& face = surface_.faces()[f];
        Owned& owned = owned_[f];
        for (int k = 0; k < 3; ++k) {
            const std::size_t vertex = number_of(vertices, face[k]);
            if (vertex_is_owned[vertex] == 0) owned.vertices[owned.vertex_count++] = static_cast<int>(vertex);
            vertex_is_owned[vertex] = 1;
            const auto [low, high] = std::minmax(face[k], face[(k + 1) % 3]);
            const std::size_t edge = number_of(edges, std::array<int, 2>{low, high});
            if (edge_is_owned[edge] == 0) owned.edges[owned.edge_count++] = static_cast<int>(edge);
            edge_is_owned[edge] = 1;
        }
    }
}

void PairSearch::fit(std::span<const Vec3> from, std::span<const Vec3> to)
{
    const std::span<const int> vertices = surface_.vertices();
    vertex_boxes_.resize(vertices.size());
    parallel_for(vertices.size(), [&](std::size_t k) {
        const int p = vertices[k];
        vertex_boxes_[k] = {from[p].cwiseMin(to[p]), from[p].cwiseMax(to[p])};
    });
    face_boxes_.resize(surface_.faces().size());
    sweep_boxes(surface_.faces(), from, to, face_boxes_);
    edge_boxes_.resize(surface_.edges().size());
    parallel_for(edge_boxes_.size(), [&](std::size_t e) {
        const auto& [i, j] = surface_.edges()[e];
        edge_boxes_[e] = {from[i].cwiseMin(to[i]).cwiseMin(from[j]).cwiseMin(to[j]),
                          from[i].cwiseMax(to[i]).cwiseMax(from[j]).cwiseMax(to[j])};
    });
    if (tree_ && ++fits_ < fits_per_tree) {
        tree_->refit(face_boxes_);
        return;
    }
    tree_.emplace(face_boxes_);
    if (owned_.empty()) find_owners();
    fits_ = 0;
}

void PairSearch::find_near_on_way(std::span<const Vec3> from, std::span<const Vec3> to, const Vec3& common,
                                  double reach, std::vector<SurfacePair>& pairs)
{
    std::span<const Vec3> relative = from;
    if (from.data() != to.data()) {
        relative_.resize(to.size());
        parallel_for(to.size(), [&](std::size_t i) { relative_[i] = to[i] - common; });
        relative = relative_;
    }
    const auto comes_near = [&](SurfacePair& pair) {
        pair.apart = least_distance(pair, from, relative);
        if (pair.apart > surface_.thickness(pair) + reach) return false;
        pair.kept = surface_.kept(pair);
        return pair.apart <= pair.kept + reach;
    };
    search(from, relative, surface_.largest_kept() + reach, comes_near, pairs);
}

void PairSearch::find_meeting(std::span<const Vec3> from, std::span<const Vec3> to, double within,
                              std::vector<SurfacePair>& pairs)
{
    search(
        from, to, within, [](SurfacePair&) { return true; }, pairs);
}

template <class Accept>
void PairSearch::search(std::span<const Vec3> from, std::span<const Vec3> to, double within, const Accept& accept,
                        std::vector<SurfacePair>& pairs)
{
    pairs.clear();
    if (surface_.faces().empty()) return;
    fit(from, to);
    const std::span<const int> vertices = surface_.vertices();
    const std::span<const Face> faces = surface_.faces();
    const std::span<const std::array<int, 2>> edges = surface_.edges();
    found_.resize(block_count(faces.size()));

    parallel_blocks(faces.size(), [&](std::size_t block, std::size_t first, std::size_t last) {
        std::vector<SurfacePair>& list = found_[block].pairs;
        std::vector<int>& near = found_[block].faces;
        list.clear();
        const auto add = [&](const std::array<int, 4>& particles, PairKind kind) {
            SurfacePair pair{particles, kind, 0, 0};
            if (accept(pair)) list.push_back(pair);
        };
        const auto add_vertices = [&](std::size_t owner, std::size_t other) {
            const Owned& owned = owned_[owner];
            const Face& face = faces[other];
            for (int k = 0; k < owned.vertex_count; ++k) {
                const int vertex = vertices[owned.vertices[k]];
                if (!has(face, vertex) && are_within(within, vertex_boxes_[owned.vertices[k]], face_boxes_[other]))
                    add({vertex, face[0], face[1], face[2]}, PairKind::vertex_face);
            }
        };
        const auto add_edges = [&](std::size_t one, std::size_t other) {
            for (int m = 0; m < owned_[one].edge_count; ++m)
                for (int n = 0; n < owned_[other].edge_count; ++n) {
                    const auto [lower, upper] = std::minmax(owned_[one].edges[m], owned_[other].edges[n]);
                    const auto& [i, j] = edges[lower];
                    const auto& [k, l] = edges[upper];
                    if (i == k || i == l || j == k || j == l) continue;
                    if (are_within(within, edge_boxes_[lower], edge_boxes_[upper]))
                        add({i, j, k, l}, PairKind::edge_edge);
                }
        };
        for (std::size_t f = first; f < last; ++f) {
            near.clear();
            tree_->for_each_within(within, face_boxes_[f], [&](int slot) {
                const int other = tree_->index_of_slot()[slot];
                if (other > static_cast<int>(f)) near.push_back(other);
            });
            std::ranges::sort(near);
            for (const int other : near) {
                const auto g = static_cast<std::size_t>(other);
                add_vertices(f, g);
                add_vertices(g, f);
                add_edges(f, g);
            }
        }
    });
    std::size_t count = 0;
    for (const Found& found : found_) count += found.pairs.size();
    pairs.reserve(count);
    for (const Found& found : found_) pairs.insert(pairs.end(), found.pairs.begin(), found.pairs.end());
}

}  // namespace tulle
