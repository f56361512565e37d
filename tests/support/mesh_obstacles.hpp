#pragma once
// Obstacles of triangles.

#include "mesh/obstacle_mesh.hpp"

#include <tulle/description.hpp>

namespace tulle::testing {

template <class Shape>
MeshDescription as_mesh(const Shape& shape)
{
    MeshDescription description;
    description.mesh = obstacle_mesh({.shape = shape}, 1);
    return description;
}

/// Open, of two triangles, at z = 0 around the origin.
inline MeshDescription open_square(double half_width)
{
    const double a = half_width;
    MeshDescription square;
    square.mesh.positions = {{-a, -a, 0}, {a, -a, 0}, {a, a, 0}, {-a, a, 0}};
    square.mesh.faces = {{0, 1, 2}, {0, 2, 3}};
    return square;
}

}  // namespace tulle::testing
