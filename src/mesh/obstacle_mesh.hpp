#pragma once
// Triangle meshes of obstacles (tessellation), for pictures and exported files. Contact uses the exact shapes of
// obstacles instead of tessellations.

#include <tulle/description.hpp>
#include <tulle/triangle_mesh.hpp>

namespace tulle {

/// Returns the mesh of an obstacle at `time` [s], moved by its motion. The faces are the same at all times and look
/// outward. Meshes of solids are closed, and all their vertices lie on the exact surface: round shapes are inscribed,
/// with a gap below 0.25 % of the radius. An unbounded plane becomes a square with half the width `plane_half_width`
/// [m] around its point nearest to the origin. Directions need not be unit vectors. A mesh obstacle keeps the faces of
/// the scene unchecked, placed as in the scene, without unused vertices. The result has no texture coordinates.
[[nodiscard]] TriangleMesh obstacle_mesh(const ObstacleDescription& obstacle, double plane_half_width, double time = 0);

/// Returns the mesh before its rigid motion; pose_at gives that motion.
[[nodiscard]] TriangleMesh unmoved_obstacle_mesh(const ObstacleDescription& obstacle, double plane_half_width,
                                                 double time = 0);

/// Whether the obstacle moves or changes its shape at some time.
[[nodiscard]] bool is_moving(const ObstacleDescription& obstacle);

/// Whether the obstacle changes its shape at some time. An obstacle that moves without deforming is rigid.
[[nodiscard]] bool is_deforming(const ObstacleDescription& obstacle);

}  // namespace tulle
