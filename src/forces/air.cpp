#include "forces/air.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace tulle {

Air::Air(std::size_t particles, std::vector<Face> faces, const AirDescription& air)
    : faces_(std::move(faces)),
      incidence_begin_(particles + 1, 0),
      incident_(3 * faces_.size()),
      half_density_drag_(0.5 * air.density * air.drag_coefficient),
      wind_(air.wind)
{
    for (const Face& face : faces_)
        for (const int corner : face) ++incidence_begin_[corner + 1];
    for (std::size_t p = 0; p < particles; ++p) incidence_begin_[p + 1] += incidence_begin_[p];
    std::vector<int> fill(incidence_begin_.begin(), incidence_begin_.end() - 1);
    for (std::size_t t = 0; t < faces_.size(); ++t)
        for (const int corner : faces_[t]) incident_[fill[corner]++] = static_cast<int>(t);
}

Vec3 Air::area_vector(std::size_t particle, std::span<const Vec3> x) const
{
    Vec3 sum = Vec3::Zero();
    for (int k = incidence_begin_[particle]; k < incidence_begin_[particle + 1]; ++k) {
        const Face& face = faces_[incident_[k]];
        sum += (x[face[1]] - x[face[0]]).cross(x[face[2]] - x[face[0]]);
    }
    return sum / 6.0;  // half a cross product is a triangle's area, a third of it is the particle's
}

void Air::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    parallel_for(x.size(),
                 [&](std::size_t p) { f[p] += drag_force(area_vector(p, x), v[p] - wind_, half_density_drag_); });
}

void Air::add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment, double, double scale_v,
                       Csr<Mat3>& A)
{
    if (scale_v == 0) return;
    parallel_for(x.size(), [&](std::size_t p) {
        const double drag = half_density_drag_ * std::abs(area_vector(p, x).dot(v[p] - wind_));
        A.diagonal(p) -= scale_v * drag * Mat3::Identity();
    });
}

}  // namespace tulle
