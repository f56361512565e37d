#include "contact/barrier/pair_search.hpp"

#include "core/parallel.hpp"
#include "geometry/moving_boxes.hpp"

#include <algorithm>

namespace tulle {
namespace {

bool has(const Face& face, int particle) { return face[0] == particle || face[1] == particle || face[2] == particle; }

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
        // The tree is built from the surface at its start, so that a resumed run builds the same tree.
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

void PairSearch::find_near_in_motion(std::span<const Vec3> from, std::span<const Vec3> to, const Vec3& common,
                                     double reach, std::vector<SurfacePair>& pairs)
{
    std::span<const Vec3> relative = from;
    if (from.data() != to.data()) {
        relative_.resize(to.size());
        parallel_for(to.size(), [&](std::size_t i) { relative_[i] = to[i] - common; });
        relative = relative_;
    }
    pairs.clear();
    search_near(from, relative, reach, {}, pairs);
}

void PairSearch::add_near_in_motion(std::span<const Vec3> from, std::span<const Vec3> to, double reach,
                                    std::span<const unsigned char> moved, std::vector<SurfacePair>& pairs)
{
    search_near(from, to, reach, moved, pairs);
}

void PairSearch::search_near(std::span<const Vec3> from, std::span<const Vec3> to, double reach,
                             std::span<const unsigned char> moved, std::vector<SurfacePair>& pairs)
{
    motion_.set(from, to, Vec3::Zero());
    const auto has_moved = [&](const std::array<int, 4>& particles) {
        const auto& [a, b, c, d] = particles;
        return moved.empty() || (moved[a] | moved[b] | moved[c] | moved[d]) != 0;
    };
    const auto list_near = [&](const auto& walk, std::vector<SurfacePair>& found) {
        const auto look = [&](PairBatch& batch) {
            const PairBatch::Lanes& least = batch.least_distances(motion_);
            for (std::size_t k = 0; k < batch.size(); ++k) {
                SurfacePair pair{batch.particles(k), batch.kind(), 0, static_cast<double>(least[k])};
                if (comes_near(pair, reach)) found.push_back(pair);
            }
        };
        PairBatches batches;
        walk([&](const std::array<int, 4>& particles, PairKind kind) {
            if (has_moved(particles)) batches.add(particles, kind, 0, motion_, look);
        });
        batches.finish(look);
    };
    search(from, to, surface_.largest_contact_distance() + reach, moved, list_near, pairs);
}

void PairSearch::find_meeting(std::span<const Vec3> from, std::span<const Vec3> to, double within,
                              std::vector<SurfacePair>& pairs)
{
    pairs.clear();
    const auto list_all = [](const auto& walk, std::vector<SurfacePair>& found) {
        walk([&](const std::array<int, 4>& particles, PairKind kind) { found.push_back({particles, kind, 0, 0}); });
    };
    search(from, to, within, {}, list_all, pairs);
}

bool PairSearch::comes_near(SurfacePair& pair, double reach) const
{
    if (pair.apart > surface_.thickness(pair) + reach) return false;
    // Neighbours within a cloth are always near. Their contact distance is less than their thickness.
    if (surface_.material(pair.particles.front()).cloth != surface_.material(pair.particles.back()).cloth) return true;
    pair.contact_distance = surface_.contact_distance(pair);
    return pair.apart <= pair.contact_distance + reach;
}

template <class List>
void PairSearch::search(std::span<const Vec3> from, std::span<const Vec3> to, double within,
                        std::span<const unsigned char> moved, const List& list, std::vector<SurfacePair>& pairs)
{
    if (surface_.faces().empty()) return;
    fit(from, to, moved);
    const std::span<const int> vertices = surface_.vertices();
    const std::span<const Face> faces = surface_.faces();
    const std::span<const std::array<int, 2>> edges = surface_.edges();
    const float near = tree_->widened(within);
    const auto start = [&](std::size_t tasks) {
        if (found_.size() < tasks) found_.resize(tasks);
        for (std::vector<SurfacePair>& found : found_) found.clear();
    };
    tree_->for_each_meeting(within, start, [&](std::size_t task, const auto& walk_faces) {
        const auto walk = [&](const auto& visit) {
            const auto visit_vertices = [&](int owner, int face_number) {
                const Owned& owned = owned_[owner];
                const Face& face = faces[face_number];
                for (int k = 0; k < owned.vertex_count; ++k) {
                    const int vertex = vertices[owned.vertices[k]];
                    if (!has(face, vertex) && vertex_boxes_[owned.vertices[k]].may_meet(face_boxes_[face_number], near))
                        visit({vertex, face[0], face[1], face[2]}, PairKind::vertex_face);
                }
            };
            walk_faces([&](int one, int other) {
                const auto [low_face, high_face] = std::minmax(one, other);
                visit_vertices(low_face, high_face);
                visit_vertices(high_face, low_face);
                for (int m = 0; m < owned_[low_face].edge_count; ++m)
                    for (int n = 0; n < owned_[high_face].edge_count; ++n) {
                        const auto [lower, upper] = std::minmax(owned_[low_face].edges[m], owned_[high_face].edges[n]);
                        const auto& [i, j] = edges[lower];
                        const auto& [k, l] = edges[upper];
                        if (i == k || i == l || j == k || j == l) continue;
                        if (edge_boxes_[lower].may_meet(edge_boxes_[upper], near))
                            visit({i, j, k, l}, PairKind::edge_edge);
                    }
            });
        };
        list(walk, found_[task]);
    });
    join_found(pairs);
}

void PairSearch::join_found(std::vector<SurfacePair>& pairs)
{
    begin_.resize(found_.size());
    std::size_t count = pairs.size();
    for (std::size_t task = 0; task < found_.size(); ++task) {
        begin_[task] = count;
        count += found_[task].size();
    }
    pairs.resize(count);
    parallel_pieces(found_.size(), [&](std::size_t task) {
        std::ranges::copy(found_[task], pairs.begin() + static_cast<std::ptrdiff_t>(begin_[task]));
    });
}

}  // namespace tulle
