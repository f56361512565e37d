#include "geometry/layer_gap.hpp"

#include "core/reduce.hpp"
#include "geometry/box_tree.hpp"
#include "geometry/moving_boxes.hpp"
#include "geometry/triangle_distance.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tulle {
namespace {

using EdgeEnds = std::array<int, 2>;  // the lower vertex first

constexpr double layer_ratio = 2;  // ratio of the distances at rest and now, from which on two features are two layers

/// The nearest pair. Its distance stays squared until the end, which saves square roots.
struct NearestPair {
    double squared = 0;  // m^2
    std::array<int, 2> vertices{-1, -1};
    Vec3 place = Vec3::Zero();
};

/// Returns the nearer pair; of equal pairs the earlier one, so that threads do not change the result.
NearestPair nearer_of(const NearestPair& a, const NearestPair& b) { return b.squared < a.squared ? b : a; }

bool has_vertex(const Face& face, int vertex) { return face[0] == vertex || face[1] == vertex || face[2] == vertex; }

bool share_vertex(const EdgeEnds& a, const EdgeEnds& b)
{
    return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
}

class GapSearch {
public:
    GapSearch(const SurfaceView& surface, std::span<const int> cloth_of, std::span<const Vec3> rest)
        : x_(surface.vertices), cloth_of_(cloth_of), rest_(rest)
    {
        for (std::size_t f = 0; f < surface.faces.size(); ++f) {
            if (!surface.is_intact(f)) continue;
            const Face& face = faces_.emplace_back(surface.faces[f]);
            for (int corner = 0; corner < 3; ++corner) {
                const auto [low, high] = std::minmax(face[corner], face[(corner + 1) % 3]);
                edges_.push_back({low, high});
                vertices_.push_back(face[corner]);
            }
        }
        sort_out_equals(edges_);
        sort_out_equals(vertices_);
        edge_boxes_.resize(edges_.size());
        parallel_for(edges_.size(), [&](std::size_t k) {
            const auto& [a, b] = edges_[k];
            edge_boxes_[k] = Aabb(x_[a].cwiseMin(x_[b]), x_[a].cwiseMax(x_[b]));
        });
        face_tree_.emplace(swept_boxes(faces_, x_, x_));
        edge_tree_.emplace(edge_boxes_);
    }

    /// In fine cloth, many features are within reach, while layers that touch are far nearer. The number of tested
    /// pairs grows with the square of the distance, so that a short distance is tried first.
    [[nodiscard]] LayerGap nearest(double reach) const
    {
        for (const double within : {0.25 * reach, reach}) {
            const NearestPair nothing{.squared = within * within};
            const NearestPair best = nearest_edges(nearest_vertex_and_face(nothing));
            if (best.vertices[0] >= 0) return {std::sqrt(best.squared), best.vertices, best.place};
        }
        return {};
    }

private:
    template <class Value>
    static void sort_out_equals(std::vector<Value>& values)
    {
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
    }

    [[nodiscard]] NearestPair nearest_vertex_and_face(const NearestPair& known) const
    {
        const BoxTree& tree = *face_tree_;
        const auto search = [&](std::size_t begin, std::size_t end) {
            NearestPair best = known;
            for (std::size_t k = begin; k < end; ++k) {
                const int vertex = vertices_[k];
                double radius = best.squared;
                tree.for_each_near(x_[vertex], radius, [&](int slot) {
                    look_at(vertex, faces_[tree.index_of_slot()[slot]], best);
                    radius = best.squared;
                });
            }
            return best;
        };
        return BlockReducer<NearestPair>().reduce(vertices_.size(), known, search, nearer_of);
    }

    [[nodiscard]] NearestPair nearest_edges(const NearestPair& known) const
    {
        const BoxTree& tree = *edge_tree_;
        const auto search = [&](std::size_t begin, std::size_t end) {
            NearestPair best = known;
            for (std::size_t k = begin; k < end; ++k)
                tree.for_each_within(std::sqrt(best.squared), edge_boxes_[k], [&](int slot) {
                    const auto other = static_cast<std::size_t>(tree.index_of_slot()[slot]);
                    if (other > k) look_at(edges_[k], edges_[other], best);
                });
            return best;
        };
        return BlockReducer<NearestPair>().reduce(edges_.size(), known, search, nearer_of);
    }

    void look_at(int vertex, const Face& face, NearestPair& best) const
    {
        if (has_vertex(face, vertex)) return;
        const TrianglePoint now = closest_on_triangle(x_[vertex], triangle_of(face, x_));
        if (!is_nearer(now.squared_distance, {vertex, face[0]}, best)) return;
        const bool is_layer = cloth_of_[vertex] != cloth_of_[face[0]] ||
                              closest_on_triangle(rest_[vertex], triangle_of(face, rest_)).squared_distance >=
                                  layer_ratio * layer_ratio * now.squared_distance;
        if (is_layer) best = {now.squared_distance, {vertex, face[0]}, 0.5 * (x_[vertex] + now.point)};
    }

    void look_at(const EdgeEnds& one, const EdgeEnds& other, NearestPair& best) const
    {
        if (share_vertex(one, other)) return;
        const SegmentPoints now = closest_of_segments(x_[one[0]], x_[one[1]], x_[other[0]], x_[other[1]]);
        if (!is_nearer(now.squared_distance, {one[0], other[0]}, best)) return;
        const bool is_layer =
            cloth_of_[one[0]] != cloth_of_[other[0]] ||
            closest_of_segments(rest_[one[0]], rest_[one[1]], rest_[other[0]], rest_[other[1]]).squared_distance >=
                layer_ratio * layer_ratio * now.squared_distance;
        if (is_layer) best = {now.squared_distance, {one[0], other[0]}, 0.5 * (now.on_p + now.on_q)};
    }

    /// Returns whether a pair is nearer than the best pair so far. Of pairs with equal distance, the one with the lower
    /// vertices is chosen, because the tree visits pairs in an arbitrary order.
    static bool is_nearer(double squared, const std::array<int, 2>& vertices, const NearestPair& best)
    {
        return squared < best.squared || (squared == best.squared && vertices < best.vertices);
    }

    std::span<const Vec3> x_;
    std::span<const int> cloth_of_;
    std::span<const Vec3> rest_;
    std::vector<Face> faces_;
    std::vector<EdgeEnds> edges_;
    std::vector<int> vertices_;
    std::vector<Aabb> edge_boxes_;
    std::optional<BoxTree> face_tree_, edge_tree_;
};

}  // namespace

LayerGap smallest_layer_gap(const SurfaceView& surface, std::span<const int> cloth_of, std::span<const Vec3> rest,
                            double reach)
{
    return GapSearch(surface, cloth_of, rest).nearest(reach);
}

}  // namespace tulle
