#pragma once
// The vertices from which a triangle learns how the surface bends, laid out flat: its own, those of its neighbours and
// of theirs. Its mean second derivatives follow from the slopes at its sides (mesh/edge_slopes.hpp), by Gauss:
//     area * mean of w_,ij = sum over the sides of length * n_i * w_,j,   n outwards.
// They are exact for every quadratic function, on every mesh. And since two neighbours share one slope, what a uniform
// moment does to a vertex is zero but at the border: a bent sheet is in equilibrium on irregular meshes as well. Sums
// that are exact but do not share slopes let such a sheet bend 10 to 18 % too far (docs/theory/fabric.md).

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
    std::array<int, most> vertices{};           // those of the triangle first
    std::array<Vec2, most> places;              // m, in the triangle's plane: its first corner at the origin
    std::array<double, most> uu{}, uv{}, vv{};  // 1/m^2, sums of values that are second derivatives
};

/// Axes of a triangle's plane: the first along `first` as far as that lies in it, the second to its left, seen from
/// where the corners run counter-clockwise.
struct PlaneAxes {
    Vec3 u, v;
};
[[nodiscard]] PlaneAxes plane_axes(const Vec3& first, const std::array<Vec3, 3>& corners);

/// Where a triangle's corners lie along its axes [m], the first in the origin.
[[nodiscard]] std::array<Vec2, 3> flat_corners(std::span<const Vec3> positions, const Face& corners,
                                               const PlaneAxes& axes);

/// One per triangle, places along the axes given for it. None for a triangle with too few vertices around it.
[[nodiscard]] std::vector<std::optional<SurfacePatch>> surface_patches(std::span<const Vec3> positions,
                                                                       std::span<const Face> faces,
                                                                       std::span<const PlaneAxes> axes);

}  // namespace tulle
