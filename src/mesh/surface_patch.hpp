#pragma once
// The six vertices from which a triangle learns how the surface bends: its own and the tips of its three neighbours,
// laid out flat. A quadratic function of the plane is known from its values at six places, so its second derivatives
// are sums of them: exact for every quadratic, on every mesh. Where a neighbour is missing, or places of six lie on
// one conic, vertices farther away step in.

#include <tulle/math.hpp>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace tulle {

struct SurfacePatch {
    std::array<int, 6> vertices{};  // those of the triangle first
    std::array<Vec2, 6> places{};   // m, in the triangle's plane: its first corner at the origin
};

/// Sums of values at the six places that are second derivatives of the quadratic function through them [1/m^2].
struct SecondDerivatives {
    std::array<double, 6> uu{}, uv{}, vv{};
};

/// Axes of a triangle's plane: the first along `first` as far as that lies in it, the second to its left, seen from
/// where the corners run counter-clockwise.
struct PlaneAxes {
    Vec3 u, v;
};
[[nodiscard]] PlaneAxes plane_axes(const Vec3& first, const std::array<Vec3, 3>& corners);

/// One per triangle, places along the axes given for it. None for a triangle that finds no six vertices around it.
[[nodiscard]] std::vector<std::optional<SurfacePatch>> surface_patches(std::span<const Vec3> positions,
                                                                       std::span<const Face> faces,
                                                                       std::span<const PlaneAxes> axes);

/// None where the six places do not determine a quadratic function.
[[nodiscard]] std::optional<SecondDerivatives> second_derivatives(const std::array<Vec2, 6>& places);

}  // namespace tulle
