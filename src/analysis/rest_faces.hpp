#pragma once
// Faces of cloths with their shapes at rest, from which the deformation gradient of a face follows.

#include "mesh/cloth_mesh.hpp"

#include <span>
#include <vector>

namespace tulle {

/// A face and the inverse of its sides at rest: [x_1 - x_0, x_2 - x_0] times `inverse` [1/m] is the deformation
/// gradient F. The first axis of the plane at rest lies along the first side.
struct RestFace {
    Face corners;
    Eigen::Matrix2d inverse;

    [[nodiscard]] Eigen::Matrix<double, 3, 2> gradient(std::span<const Vec3> x) const;
    [[nodiscard]] double area() const;  // m^2, at rest
};

/// Returns the faces of all cloths, one cloth after the other. Particles are numbered through all cloths.
[[nodiscard]] std::vector<RestFace> rest_faces(std::span<const ClothMesh> cloths);

}  // namespace tulle
