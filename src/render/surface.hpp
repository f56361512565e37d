#pragma once
// Surfaces for ray casting: finer than the cloth mesh, rounded by Phong tessellation, with smoothly varying normals.

#include "render/render_scene.hpp"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <vector>

namespace tulle {

using Vec2f = Eigen::Vector2f;
using Vec3f = Eigen::Vector3f;

/// Tessellated surface. Faces have the data for interpolation, per corner. Each face is split into `cuts`^2 triangles,
/// in the order of face_weights. Triangle t belongs to face t / cuts^2.
struct Surface {
    int cuts = 1;
    std::vector<Vec3f> points;  // m, relative to the scene's center
    std::vector<std::array<std::uint32_t, 3>> triangles;

    std::vector<std::array<Vec3f, 3>> normals;      // unit, of the faces' corners
    std::vector<std::array<Vec3f, 3>> corners;      // m, relative to the scene's center
    std::vector<std::array<Vec2f, 3>> coordinates;  // m; empty when there are none
    std::vector<std::array<float, 3>> values;       // empty when there are none
    std::vector<std::uint8_t> wireframe_edges;      // bit i: the edge opposite to corner i is a visible mesh edge

    [[nodiscard]] std::size_t face_of(std::size_t triangle) const
    {
        return triangle / (static_cast<std::size_t>(cuts) * static_cast<std::size_t>(cuts));
    }
    /// Returns the barycentric weights of the face's corners at each corner of the triangle.
    [[nodiscard]] std::array<Vec3f, 3> face_weights(std::size_t triangle) const;
};

/// Returns the surface of cloth, rounded by Phong tessellation (Boubekeur and Alexa 2008). Particles keep their
/// positions. The surface along an edge depends only on the two particles of the edge, so that faces meet without gaps.
[[nodiscard]] Surface cloth_surface(const ClothModel& cloth, const Vec3& center);

/// Returns the surface of an obstacle. Edges with an angle above about 40 degrees stay sharp.
[[nodiscard]] Surface obstacle_surface(const TriangleMesh& mesh, const Vec3& center);

}  // namespace tulle
