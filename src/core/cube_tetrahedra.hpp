#pragma once
// Kuhn subdivision: a cube is cut into six tetrahedra around its diagonal. The tetrahedra of neighbouring cubes fit
// together if all cubes are cut alike.

#include <array>
#include <cstddef>
#include <utility>

namespace tulle {

/// Calls visit(corners) for each tetrahedron, where `corners` holds index(place) of its four corners. `cube` is the
/// place of the first corner of the cube, in whole cubes along the axes. The volumes of all tetrahedra are positive.
template <class Index, class Visit>
void cut_cube(const std::array<int, 3>& cube, const Index& index, const Visit& visit)
{
    constexpr std::array<std::array<int, 3>, 6> axis_orders{
        {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
    for (std::size_t w = 0; w < axis_orders.size(); ++w) {
        std::array<int, 3> corner = cube;
        std::array<int, 4> corners{index(corner)};
        for (int k = 0; k < 3; ++k) {
            ++corner[axis_orders[w][k]];
            corners[k + 1] = index(corner);
        }
        if (w >= 3) std::swap(corners[1], corners[2]);  // odd permutations have the opposite orientation
        visit(corners);
    }
}

}  // namespace tulle
