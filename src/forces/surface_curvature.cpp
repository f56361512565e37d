// Hessian of the surface curvature. Notation as in SurfaceCurvature::gradient, with
//     d2q/dN2 = -(n t^T + t n^T + q (I - n n^T))/|N|^2.

#include "forces/fabric_measures.hpp"

namespace tulle {
namespace {

/// Returns the matrix of the map v -> a x v.
Mat3 cross_matrix(const Vec3& a)
{
    Mat3 m;
    m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
    return m;
}

}  // namespace

SurfaceCurvature::Hessian SurfaceCurvature::hessian(const Vectors& e)
{
    const auto [q, by_all] = gradient(e);
    Hessian d;
    d.angle = q;
    d.gradient = by_all;
    const auto& [s, e1, e2] = e;
    const Vec3 N = e1.cross(e2);
    const double size = N.norm();
    const Vec3 n = N / size, t = s - q * n;
    const Mat3 across = Mat3::Identity() - n * n.transpose();
    const Mat3 by_e1 = -cross_matrix(e2), by_e2 = cross_matrix(e1);  // dN/de1, dN/de2
    const Mat3 by_N2 = -(n * t.transpose() + t * n.transpose() + q * across) / (size * size);
    d.hessian.setZero();
    d.hessian.block<3, 3>(0, 3) = across * by_e1 / size;
    d.hessian.block<3, 3>(0, 6) = across * by_e2 / size;
    d.hessian.block<3, 3>(3, 3) = by_e1.transpose() * by_N2 * by_e1;
    d.hessian.block<3, 3>(6, 6) = by_e2.transpose() * by_N2 * by_e2;
    d.hessian.block<3, 3>(3, 6) = by_e1.transpose() * by_N2 * by_e2 - cross_matrix(t) / size;
    for (const auto& [row, column] : {std::pair(0, 3), std::pair(0, 6), std::pair(3, 6)})
        d.hessian.block<3, 3>(column, row) = d.hessian.block<3, 3>(row, column).transpose();
    return d;
}

}  // namespace tulle
