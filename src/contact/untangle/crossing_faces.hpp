#pragma once
// Intersection test of a contact surface: pairs of faces that contact should keep apart and that intersect, found
// exactly for the given numbers.

#include "contact/barrier/contact_surface.hpp"
#include "geometry/motion_tree.hpp"
#include "geometry/surface_crossings.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

namespace tulle {

/// Returns the pairs of faces that intersect, in ascending order. Faces of obstacles are not compared with each other.
/// Faces of cloth are compared with each other only if the surface has contact of cloth with cloth.
[[nodiscard]] inline std::vector<FacePair> find_crossing_faces(const ContactSurface& surface, std::span<const Vec3> x)
{
    const std::span<const Face> faces = surface.faces();
    std::vector<Aabb> boxes(faces.size());
    std::vector<MovingBox> still(faces.size());
    std::vector<unsigned char> is_obstacle(faces.size());
    parallel_for(faces.size(), [&](std::size_t f) {
        const auto& [a, b, c] = faces[f];
        boxes[f] = Aabb(x[a].cwiseMin(x[b]).cwiseMin(x[c]), x[a].cwiseMax(x[b]).cwiseMax(x[c]));
        still[f] = MovingBox::around<3>({&x[a], &x[b], &x[c]}, {&x[a], &x[b], &x[c]});
        is_obstacle[f] = surface.is_obstacle(a) ? 1 : 0;
    });
    MotionTree tree(boxes, {is_obstacle, surface.cloth_meets_cloth()});
    tree.refit(still);
    std::vector<std::vector<FacePair>> found;
    tree.for_each_meeting(
        0, [&](std::size_t tasks) { found.resize(tasks); },
        [&](std::size_t task, const auto& walk) {
            walk([&](int one, int other) {
                const auto [low, high] = std::minmax(one, other);
                if (meet_beyond_shared(faces[low], faces[high], x)) found[task].push_back({low, high});
            });
        });
    std::vector<FacePair> crossings;
    for (const std::vector<FacePair>& list : found) crossings.insert(crossings.end(), list.begin(), list.end());
    std::ranges::sort(crossings, {}, [](const FacePair& pair) { return std::tuple(pair.first, pair.second); });
    return crossings;
}

}  // namespace tulle
