#include "geometry/surface_crossings.hpp"

#include "core/parallel.hpp"
#include "geometry/box_tree.hpp"
#include "geometry/exact_crossing.hpp"
#include "geometry/exact_orientation.hpp"
#include "geometry/moving_boxes.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <utility>

namespace tulle {
namespace {

/// The corners of two faces. The shared corners come first and in the same order.
struct SharedCorners {
    Face one, other;
    int count = 0;
};

SharedCorners sort_shared_first(Face one, Face other)
{
    SharedCorners result{one, other, 0};
    for (int k = 0; k < 3; ++k) {
        int* const found = std::find(result.other.data() + result.count, result.other.data() + 3, one[k]);
        if (found == result.other.data() + 3) continue;
        std::swap(result.other[result.count], *found);
        std::swap(result.one[result.count],
                  *std::find(result.one.data() + result.count, result.one.data() + 3, one[k]));
        ++result.count;
    }
    return result;
}

/// Returns whether the triangle has an area: whether it has one in a projection along an axis. Leaving out a coordinate
/// is exact.
bool has_area(const Triangle& triangle)
{
    for (int axis = 0; axis < 3; ++axis) {
        const auto seen = [axis](const Vec3& x) { return Vec2(x[(axis + 1) % 3], x[(axis + 2) % 3]); };
        if (orientation(seen(triangle[0]), seen(triangle[1]), seen(triangle[2])) != 0) return true;
    }
    return false;
}

/// Returns whether the far end of a triangle, opposite to its first corner, has a point on the other triangle. If two
/// triangles with a common corner have another common point, they share the whole segment between the two points. The
/// extended segment leaves one of the triangles at the far end of that triangle.
bool far_end_meets(const Triangle& triangle, const Triangle& other)
{
    const Vec3& apex = triangle[0];  // no structured bindings: clang 14 cannot capture them
    const Vec3& a = triangle[1];
    const Vec3& b = triangle[2];
    if (has_area(triangle) || !have_common_point(apex, apex, a, b)) return have_common_point(a, b, other);
    // The triangle has no area, and the corner is on the opposite edge: the far ends are the ends of that edge.
    const auto end_meets = [&](const Vec3& end) { return end != apex && have_common_point(end, end, other); };
    return end_meets(a) || end_meets(b);
}

/// Returns whether the triangles (u, v, a) and (u, v, b) lie in one plane and on the same side of the edge (u, v).
bool is_folded_flat(const Vec3& u, const Vec3& v, const Vec3& a, const Vec3& b)
{
    if (orientation(u, v, a, b) != 0) return false;
    for (int axis = 0; axis < 3; ++axis) {  // leaving out a coordinate is exact and keeps sides of a line apart
        const auto seen = [axis](const Vec3& x) { return Vec2(x[(axis + 1) % 3], x[(axis + 2) % 3]); };
        const int side = orientation(seen(u), seen(v), seen(a));
        if (side != 0) return side == orientation(seen(u), seen(v), seen(b));
    }
    return false;
}

/// Returns how far [m] `triangle` must move along the normal of `other` until it is on one side of the plane of
/// `other`.
double penetration(const Triangle& triangle, const Triangle& other)
{
    const Vec3 normal = (other[1] - other[0]).cross(other[2] - other[0]).normalized();
    double above = 0, below = 0;
    for (const Vec3& corner : triangle) {
        const double height = normal.dot(corner - other[0]);
        above = std::max(above, height);
        below = std::max(below, -height);
    }
    return std::min(above, below);
}

}  // namespace

bool meet_beyond_shared(const Face& one, const Face& other, std::span<const Vec3> vertices)
{
    const SharedCorners corners = sort_shared_first(one, other);
    const Triangle first = triangle_of(corners.one, vertices), second = triangle_of(corners.other, vertices);
    if (corners.count == 0) return have_common_point(first, second);
    if (corners.count == 1) return far_end_meets(first, second) || far_end_meets(second, first);
    return is_folded_flat(first[0], first[1], first[2], second[2]);
}

std::vector<FacePair> find_surface_crossings(const SurfaceView& surface)
{
    std::vector<Face> faces;
    std::vector<int> index;  // in the surface
    for (std::size_t f = 0; f < surface.faces.size(); ++f) {
        if (!surface.is_intact(f)) continue;
        faces.push_back(surface.faces[f]);
        index.push_back(static_cast<int>(f));
    }
    const std::vector<Aabb> boxes = swept_boxes(faces, surface.vertices, surface.vertices);
    const BoxTree tree(boxes);
    std::vector<std::vector<FacePair>> found(block_count(faces.size()));
    parallel_blocks(faces.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
        for (std::size_t f = begin; f < end; ++f) {
            const std::size_t first_of_face = found[block].size();
            tree.for_each_overlapping(boxes[f], [&](int slot) {
                const auto other = static_cast<std::size_t>(tree.index_of_slot()[slot]);
                if (other <= f || !boxes[f].intersects(boxes[other])) return;
                if (meet_beyond_shared(faces[f], faces[other], surface.vertices))
                    found[block].push_back({index[f], index[other]});
            });
            std::sort(found[block].begin() + static_cast<std::ptrdiff_t>(first_of_face), found[block].end(),
                      [](const FacePair& a, const FacePair& b) { return a.second < b.second; });
        }
    });
    std::vector<FacePair> pairs;
    for (const std::vector<FacePair>& of_block : found) pairs.insert(pairs.end(), of_block.begin(), of_block.end());
    return pairs;
}

double reach_through(const Triangle& one, const Triangle& other)
{
    return std::min(penetration(one, other), penetration(other, one));
}

}  // namespace tulle
