#pragma once
// Obstacles as triangles, for pictures and for the files that other programs open. Contact knows the exact shapes.

#include <tulle/description.hpp>
#include <tulle/triangle_mesh.hpp>

namespace tulle {

/// Faces look outward; the meshes of solids are closed, and all their vertices lie on the exact surface: round ones are
/// inscribed, with a gap below 0.25 % of the radius. An unbounded plane becomes the square of `plane_half_width` [m]
/// around its point nearest to the origin. Directions need not be unit vectors. A mesh is the scene's own, in its
/// place, whatever its faces are like, without vertices that no face has. No texture coordinates. Where its motion
/// takes it at a time [s]; all times have the same faces.
[[nodiscard]] TriangleMesh obstacle_mesh(const ObstacleDescription& obstacle, double plane_half_width, double time = 0);

/// The same before its motion, which takes it as a whole where pose_at says.
[[nodiscard]] TriangleMesh unmoved_obstacle_mesh(const ObstacleDescription& obstacle, double plane_half_width,
                                                 double time = 0);

/// Whether it is anywhere else, or has another shape, at some time.
[[nodiscard]] bool is_moving(const ObstacleDescription& obstacle);

/// Whether it has another shape at some time; one that moves and does not is rigid.
[[nodiscard]] bool is_deforming(const ObstacleDescription& obstacle);

}  // namespace tulle
