#pragma once
// Discrete curvature stencil of a triangle (SurfacePatch): the vertices that determine its mean second derivatives,
// laid out flat. The vertices belong to the triangle, its neighbours and the next ring. The second derivatives follow
// from the slopes at the sides (mesh/edge_slopes.hpp), by Gauss' theorem with the outward normal n:
//     area * mean of w_,ij = sum over the sides of length * n_i * w_,j.
// The second derivatives are exact for every quadratic function, on every mesh. Two neighbours share one slope, so the
// forces of a uniform moment on a vertex cancel except at the border. Hence a bent sheet is in equilibrium on irregular
// meshes as well. With stencils that are exact but share no slopes, a bent sheet on an irregular mesh bends 10 to 18 %
// too far (docs/theory/fabric.md).

#include <tulle/math.hpp>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace tulle {

struct SurfacePatch {
    static constexpr int most = 12;

    SurfacePatch() { places.fill(Vec2::Zero()); }

    int count = 0;                              // 6 on regular meshes
    std::array<int, most> vertices{};           // the corners of the triangle first
    std::array<Vec2, most> places;              // m, in the triangle's plane: its first corner at the origin
    std::array<double, most> uu{}, uv{}, vv{};  // 1/m^2, weights of the vertex values in the second derivatives
};

/// Axes of a triangle's plane. plane_axes() takes u along the projection of `first` on the plane. v is to the left of
/// u, seen from the side where the corners run counter-clockwise.
struct PlaneAxes {
    Vec3 u, v;
};
[[nodiscard]] PlaneAxes plane_axes(const Vec3& first, const std::array<Vec3, 3>& corners);

/// Returns the coordinates [m] of a triangle's corners along its axes; the first corner is the origin.
[[nodiscard]] std::array<Vec2, 3> flat_corners(std::span<const Vec3> positions, const Face& corners,
                                               const PlaneAxes& axes);

/// Returns one patch per triangle, with places along the axes given for it. An entry is empty for a triangle with too
/// few vertices around it.
[[nodiscard]] std::vector<std::optional<SurfacePatch>> surface_patches(std::span<const Vec3> positions,
                                                                       std::span<const Face> faces,
                                                                       std::span<const PlaneAxes> axes);

}  // namespace tulle
