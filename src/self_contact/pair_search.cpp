#include "self_contact/pair_search.hpp"

#include "core/parallel.hpp"
#include "geometry/moving_boxes.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace tulle {
namespace {

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

void PairSearch::fit(std::span<const Vec3> from, std::span<const Vec3> to, std::span<const unsigned char> moved)
{
    const std::span<const int> vertices = surface_.vertices();
    const std::span<const Face> faces = surface_.faces();
    const std::span<const std::array<int, 2>> edges = surface_.edges();
    vertex_boxes_.resize(vertices.size());
    parallel_for(vertices.size(), [&](std::size_t k) {
        vertex_boxes_[k] = MovingBox::around<1>({&from[vertices[k]]}, {&to[vertices[k]]});
    });
    face_boxes_.resize(faces.size());
    parallel_for(faces.size(), [&](std::size_t f) {
        const Face& face = faces[f];
        face_boxes_[f] = MovingBox::around<3>({&from[face[0]], &from[face[1]], &from[face[2]]},
                                              {&to[face[0]], &to[face[1]], &to[face[2]]});
    });
    edge_boxes_.resize(edges.size());
    parallel_for(edges.size(), [&](std::size_t e) {
        const auto& [i, j] = edges[e];
        edge_boxes_[e] = MovingBox::around<2>({&from[i], &from[j]}, {&to[i], &to[j]});
    });
    if (!tree_) {
        // Of where the surface began: which tree it is then depends on nothing that a resumed run does not know.
        std::vector<Aabb> at_start(faces.size());
        sweep_boxes(faces, surface_.start(), surface_.start(), at_start);
        std::vector<unsigned char> is_obstacle(surface_.has_obstacles() ? faces.size() : 0);
        for (std::size_t f = 0; f < is_obstacle.size(); ++f) is_obstacle[f] = surface_.is_obstacle(faces[f][0]) ? 1 : 0;
        tree_.emplace(at_start, BoxKinds{is_obstacle, surface_.cloth_meets_cloth()});
        find_owners();
    }
    marked_.resize(moved.empty() ? 0 : faces.size());
    parallel_for(marked_.size(), [&](std::size_t f) {
        const Face& face = faces[f];
        marked_[f] = moved[face[0]] | moved[face[1]] | moved[face[2]];
    });
    tree_->refit(face_boxes_, marked_);
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
    pairs.clear();
    search(
        from, relative, surface_.largest_kept() + reach, {},
        [&](SurfacePair& pair) { return comes_near(pair, from, relative, reach); }, pairs);
}

void PairSearch::add_near_on_way(std::span<const Vec3> from, std::span<const Vec3> to, double reach,
                                 std::span<const unsigned char> moved, std::vector<SurfacePair>& pairs)
{
    const auto accept = [&](SurfacePair& pair) {
        const auto& [a, b, c, d] = pair.particles;
        return (moved[a] | moved[b] | moved[c] | moved[d]) != 0 && comes_near(pair, from, to, reach);
    };
    search(from, to, surface_.largest_kept() + reach, moved, accept, pairs);
}

void PairSearch::find_meeting(std::span<const Vec3> from, std::span<const Vec3> to, double within,
                              std::vector<SurfacePair>& pairs)
{
    pairs.clear();
    search(
        from, to, within, {}, [](SurfacePair&) { return true; }, pairs);
}

bool PairSearch::comes_near(SurfacePair& pair, std::span<const Vec3> from, std::span<const Vec3> to, double reach) const
{
    pair.apart = least_distance(pair, from, to);
    if (pair.apart > surface_.thickness(pair) + reach) return false;
    pair.kept = surface_.kept(pair);
    return pair.apart <= pair.kept + reach;
}

template <class Accept>
void PairSearch::search(std::span<const Vec3> from, std::span<const Vec3> to, double within,
                        std::span<const unsigned char> moved, const Accept& accept, std::vector<SurfacePair>& pairs)
{
    if (surface_.faces().empty()) return;
    fit(from, to, moved);
    const std::span<const int> vertices = surface_.vertices();
    const std::span<const Face> faces = surface_.faces();
    const std::span<const std::array<int, 2>> edges = surface_.edges();
    const float near = tree_->widened(within);
    const auto start = [&](std::size_t tasks) {
        if (found_.size() < tasks) found_.resize(tasks);
        for (std::vector<SurfacePair>& list : found_) list.clear();
    };
    tree_->for_each_meeting(within, start, [&](std::size_t task, int one, int other) {
        const auto add = [&](const std::array<int, 4>& particles, PairKind kind) {
            SurfacePair pair{particles, kind, 0, 0};
            if (accept(pair)) found_[task].push_back(pair);
        };
        const auto add_vertices = [&](int owner, int face_number) {
            const Owned& owned = owned_[owner];
            const Face& face = faces[face_number];
            for (int k = 0; k < owned.vertex_count; ++k) {
                const int vertex = vertices[owned.vertices[k]];
                if (!has(face, vertex) && vertex_boxes_[owned.vertices[k]].may_meet(face_boxes_[face_number], near))
                    add({vertex, face[0], face[1], face[2]}, PairKind::vertex_face);
            }
        };
        const auto [low_face, high_face] = std::minmax(one, other);
        add_vertices(low_face, high_face);
        add_vertices(high_face, low_face);
        for (int m = 0; m < owned_[low_face].edge_count; ++m)
            for (int n = 0; n < owned_[high_face].edge_count; ++n) {
                const auto [lower, upper] = std::minmax(owned_[low_face].edges[m], owned_[high_face].edges[n]);
                const auto& [i, j] = edges[lower];
                const auto& [k, l] = edges[upper];
                if (i == k || i == l || j == k || j == l) continue;
                if (edge_boxes_[lower].may_meet(edge_boxes_[upper], near)) add({i, j, k, l}, PairKind::edge_edge);
            }
    });
    std::size_t count = pairs.size();
    for (const std::vector<SurfacePair>& list : found_) count += list.size();
    pairs.reserve(count);
    for (const std::vector<SurfacePair>& list : found_) pairs.insert(pairs.end(), list.begin(), list.end());
    sort(pairs);
}

/// By counting how many have each particle first, and comparing those alone.
void PairSearch::sort(std::vector<SurfacePair>& pairs)
{
    const std::size_t particles = surface_.start().size();
    begin_.assign(particles + 2, 0);
    for (const SurfacePair& pair : pairs) ++begin_[pair.particles[0] + 2];
    for (std::size_t p = 2; p < begin_.size(); ++p) begin_[p] += begin_[p - 1];
    sorted_.resize(pairs.size());
    for (const SurfacePair& pair : pairs) sorted_[begin_[pair.particles[0] + 1]++] = pair;
    pairs.swap(sorted_);
    parallel_for(particles, [&](std::size_t p) {
        std::sort(pairs.begin() + begin_[p], pairs.begin() + begin_[p + 1],
                  [](const SurfacePair& a, const SurfacePair& b) {
                      return std::tie(a.particles, a.kind) < std::tie(b.particles, b.kind);
                  });
    });
}

}  // namespace tulle
