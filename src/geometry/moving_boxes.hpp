#pragma once
// Bounding boxes of the faces of a mesh, at rest or swept over a motion in a straight line.

#include "core/parallel.hpp"
#include "geometry/aabb.hpp"

#include <span>
#include <vector>

namespace tulle {

[[nodiscard]] inline Triangle triangle_of(const Face& face, std::span<const Vec3> vertices)
{
    return {vertices[face[0]], vertices[face[1]], vertices[face[2]]};
}

/// Computes the box of each face over its motion. Vertices that move in a straight line stay in the box of their start
/// and end points.
inline void sweep_boxes(std::span<const Face> faces, std::span<const Vec3> from, std::span<const Vec3> to,
                        std::span<Aabb> boxes)
{
    parallel_for(faces.size(), [&](std::size_t f) {
        boxes[f] = box_of(triangle_of(faces[f], to));
        if (from.data() != to.data()) boxes[f].extend(box_of(triangle_of(faces[f], from)));
    });
}

[[nodiscard]] inline std::vector<Aabb> swept_boxes(std::span<const Face> faces, std::span<const Vec3> from,
                                                   std::span<const Vec3> to)
{
    std::vector<Aabb> boxes(faces.size());
    sweep_boxes(faces, from, to, boxes);
    return boxes;
}

}  // namespace tulle
