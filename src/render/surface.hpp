#pragma once
// Surfaces as rays meet them: cut finer than the net, rounded between its particles, with normals that vary smoothly.

#include "render/render_scene.hpp"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <vector>

namespace tulle {

using Vec2f = Eigen::Vector2f;
using Vec3f = Eigen::Vector3f;

/// Faces keep what is to be interpolated over them, per corner. Each is cut into `cuts`^2 triangles, in the order that
/// face_weights knows; triangle t belongs to face t / cuts^2.
struct Surface {
    int cuts = 1;
    std::vector<Vec3f> points;  // m, relative to the scene's center
    std::vector<std::array<std::uint32_t, 3>> triangles;

    std::vector<std::array<Vec3f, 3>> normals;      // unit, of the faces' corners
    std::vector<std::array<Vec3f, 3>> corners;      // m, relative to the scene's center
    std::vector<std::array<Vec2f, 3>> coordinates;  // m; empty when there are none
    std::vector<std::array<float, 3>> values;       // empty when there are none
    std::vector<std::uint8_t> net_edges;            // bit i: the edge opposite to corner i belongs to the net

    [[nodiscard]] std::size_t face_of(std::size_t triangle) const
    {
        return triangle / (static_cast<std::size_t>(cuts) * static_cast<std::size_t>(cuts));
    }
    /// Weights of the face's corners at each corner of the triangle.
    [[nodiscard]] std::array<Vec3f, 3> face_weights(std::size_t triangle) const;
};

/// Cloth, rounded by Phong tessellation (Boubekeur and Alexa 2008): particles stay where they are, and the surface
/// between two of them depends on those two alone, so that faces meet without gaps.
[[nodiscard]] Surface cloth_surface(const ClothModel& cloth, const Vec3& center);

/// An obstacle; edges where it turns by more than about 40 degrees stay sharp.
[[nodiscard]] Surface obstacle_surface(const TriangleMesh& mesh, const Vec3& center);

}  // namespace tulle
