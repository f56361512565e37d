#include "analysis/rest_faces.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>

namespace tulle {
namespace {

/// Inverse [1/m] of the matrix with two sides of a face as columns, in coordinates of its plane. The first side lies
/// along the first axis.
Eigen::Matrix2d inverse_sides(const Vec3& x_0, const Vec3& x_1, const Vec3& x_2)
{
    const Vec3 first = x_1 - x_0, second = x_2 - x_0;
    const double length = first.norm();
    Eigen::Matrix2d sides;
    sides << length, first.dot(second) / length, 0, first.cross(second).norm() / length;
    return sides.inverse();
}

}  // namespace

Eigen::Matrix<double, 3, 2> RestFace::gradient(std::span<const Vec3> x) const
{
    Eigen::Matrix<double, 3, 2> sides;
    sides << x[corners[1]] - x[corners[0]], x[corners[2]] - x[corners[0]];
    return sides * inverse;
}

double RestFace::area() const { return 0.5 / inverse.determinant(); }

std::vector<RestFace> rest_faces(std::span<const ClothMesh> cloths)
{
    std::vector<RestFace> faces;
    int first = 0;
    for (const ClothMesh& cloth : cloths) {
        for (const Face& face : cloth.faces)
            faces.push_back(
                {{face[0] + first, face[1] + first, face[2] + first},
                 inverse_sides(cloth.positions[face[0]], cloth.positions[face[1]], cloth.positions[face[2]])});
        first += static_cast<int>(cloth.positions.size());
    }
    return faces;
}

}  // namespace tulle
