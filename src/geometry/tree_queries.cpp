#include "geometry/tree_queries.hpp"

#include "core/parallel.hpp"
#include "geometry/candidate_search.hpp"
#include "geometry/moving_boxes.hpp"

#include <algorithm>

namespace tulle {

TreeQueries::TreeQueries(std::span<const Vec3> vertices, std::span<const Face> faces)
    : faces_(faces.begin(), faces.end()),
      boxes_(swept_boxes(faces, vertices, vertices)),
      tree_(boxes_),
      triangles_(faces.size())
{
    for (std::size_t slot = 0; slot < triangles_.size(); ++slot)
        triangles_[slot] = triangle_of(faces_[tree_.index_of_slot()[slot]], vertices);
}

void TreeQueries::refit(std::span<const Vec3> from, std::span<const Vec3> to)
{
    sweep_boxes(faces_, from, to, boxes_);
    tree_.refit(boxes_);
    parallel_for(triangles_.size(),
                 [&](std::size_t slot) { triangles_[slot] = triangle_of(faces_[tree_.index_of_slot()[slot]], to); });
}

std::optional<ClosestPoint> TreeQueries::closest(const Vec3& p, double radius) const
{
    ClosestSearch search(p, radius);
    tree_.for_each_near(p, search.squared_radius(),
                        [&](int slot) { search.show(tree_.index_of_slot()[slot], triangles_[slot]); });
    return search.result();
}

std::optional<SegmentHit> TreeQueries::first_hit(const Vec3& from, const Vec3& to) const
{
    HitSearch search(from, to);
    tree_.for_each_along(from, to, search.end_time(),
                         [&](int slot) { search.show(tree_.index_of_slot()[slot], triangles_[slot]); });
    return search.result();
}

void TreeQueries::overlapping(const Aabb& box, std::vector<int>& faces) const
{
    faces.clear();
    tree_.for_each_overlapping(box, [&](int slot) {
        const int face = tree_.index_of_slot()[slot];
        if (boxes_[face].intersects(box)) faces.push_back(face);
    });
    std::ranges::sort(faces);
}

}  // namespace tulle
