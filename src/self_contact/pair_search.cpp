#include "self_contact/pair_search.hpp"

#include "core/parallel.hpp"
#include "geometry/moving_boxes.hpp"

#include <algorithm>

namespace tulle {
namespace {

// Cloth that folds makes neighbours of what the trees have in different branches.
constexpr int fits_per_tree = 50;

Aabb swept_box(int particle, std::span<const Vec3> from, std::span<const Vec3> to)
{
    return {from[particle].cwiseMin(to[particle]), from[particle].cwiseMax(to[particle])};
}

/// The tree visits a few that are further, which ones depends on how it has been built.
bool are_within(double distance, const Aabb& one, const Aabb& other)
{
    const Vec3 gap = (one.min() - other.max()).cwiseMax(other.min() - one.max()).cwiseMax(0);
    return squared_length(gap) <= distance * distance;
}

bool has(const Face& face, int particle) { return face[0] == particle || face[1] == particle || face[2] == particle; }

}  // namespace

void PairSearch::forget()
{
    face_tree_.reset();
    edge_tree_.reset();
}

void PairSearch::fit(std::span<const Vec3> from, std::span<const Vec3> to)
{
    face_boxes_.resize(surface_.faces().size());
    sweep_boxes(surface_.faces(), from, to, face_boxes_);
    edge_boxes_.resize(surface_.edges().size());
    parallel_for(edge_boxes_.size(), [&](std::size_t e) {
        const auto& [i, j] = surface_.edges()[e];
        edge_boxes_[e] = swept_box(i, from, to).merged(swept_box(j, from, to));
    });
    if (face_tree_ && ++fits_ < fits_per_tree) {
        face_tree_->refit(face_boxes_);
        edge_tree_->refit(edge_boxes_);
        return;
    }
    face_tree_.emplace(face_boxes_);
    edge_tree_.emplace(edge_boxes_);
    fits_ = 0;
}

void PairSearch::find_near(std::span<const Vec3> x, double reach, std::vector<SurfacePair>& pairs)
{
    const double widest = surface_.largest_kept() + reach;
    const auto is_near = [&](SurfacePair& pair) {
        pair.apart = closest_points(pair, x).between.norm();
        if (pair.apart > widest) return false;
        pair.kept = surface_.kept(pair);
        return pair.apart <= pair.kept + reach;
    };
    search(x, x, widest, is_near, pairs);
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
    fit(from, to);
    const auto add = [&](SurfacePair pair, std::vector<SurfacePair>& list) {
        if (accept(pair)) list.push_back(pair);
    };
    const std::span<const int> vertices = surface_.vertices();
    const std::span<const Face> faces = surface_.faces();
    const std::span<const std::array<int, 2>> edges = surface_.edges();
    const std::size_t vertex_blocks = block_count(vertices.size());
    found_.resize(vertex_blocks + block_count(edges.size()));

    const auto in_order = [](std::vector<SurfacePair>& list, std::size_t begin) {
        std::sort(list.begin() + static_cast<std::ptrdiff_t>(begin), list.end(),
                  [](const SurfacePair& a, const SurfacePair& b) { return a.particles < b.particles; });
    };
    parallel_blocks(vertices.size(), [&](std::size_t block, std::size_t first, std::size_t last) {
        std::vector<SurfacePair>& list = found_[block];
        list.clear();
        for (std::size_t k = first; k < last; ++k) {
            const int vertex = vertices[k];
            const Aabb box = swept_box(vertex, from, to);
            const std::size_t begin = list.size();
            face_tree_->for_each_within(within, box, [&](int slot) {
                const int f = face_tree_->index_of_slot()[slot];
                const Face& face = faces[f];
                if (!has(face, vertex) && are_within(within, box, face_boxes_[f]))
                    add({{vertex, face[0], face[1], face[2]}, PairKind::vertex_face, 0, 0}, list);
            });
            in_order(list, begin);
        }
    });
    parallel_blocks(edges.size(), [&](std::size_t block, std::size_t first, std::size_t last) {
        std::vector<SurfacePair>& list = found_[vertex_blocks + block];
        list.clear();
        for (std::size_t e = first; e < last; ++e) {
            const auto& [i, j] = edges[e];
            const std::size_t begin = list.size();
            edge_tree_->for_each_within(within, edge_boxes_[e], [&, i = i, j = j](int slot) {
                const auto other = static_cast<std::size_t>(edge_tree_->index_of_slot()[slot]);
                if (other <= e || !are_within(within, edge_boxes_[e], edge_boxes_[other])) return;
                const auto& [k, l] = edges[other];
                if (i != k && i != l && j != k && j != l) add({{i, j, k, l}, PairKind::edge_edge, 0, 0}, list);
            });
            in_order(list, begin);
        }
    });
    pairs.clear();
    std::size_t count = 0;
    for (const auto& list : found_) count += list.size();
    pairs.reserve(count);
    for (const auto& list : found_) pairs.insert(pairs.end(), list.begin(), list.end());
}

}  // namespace tulle
