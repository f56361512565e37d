#include "forces/air.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace tulle {
namespace {

int corner_count(const AirPatch& patch) { return patch[2] == patch[3] ? 3 : 4; }

}  // namespace

Air::Air(std::span<const double> drag_coefficients, std::vector<AirPatch> patches, const AirDescription& air)
    : patches_(std::move(patches)), incidence_begin_(drag_coefficients.size() + 1, 0), wind_(air)
{
    const std::size_t particles = drag_coefficients.size();
    half_density_drag_.reserve(particles);
    for (const double c : drag_coefficients) half_density_drag_.push_back(0.5 * air.density * c);

    for (const AirPatch& patch : patches_)
        for (int k = 0; k < corner_count(patch); ++k) ++incidence_begin_[patch[k] + 1];
    for (std::size_t p = 0; p < particles; ++p) incidence_begin_[p + 1] += incidence_begin_[p];
    incident_.resize(static_cast<std::size_t>(incidence_begin_.back()));
    std::vector<int> fill(incidence_begin_.begin(), incidence_begin_.end() - 1);
    for (std::size_t t = 0; t < patches_.size(); ++t)
        for (int k = 0; k < corner_count(patches_[t]); ++k) incident_[fill[patches_[t][k]]++] = static_cast<int>(t);
}

Vec3 Air::area_vector(std::size_t particle, std::span<const Vec3> x) const
{
    Vec3 sum = Vec3::Zero();
    for (int k = incidence_begin_[particle]; k < incidence_begin_[particle + 1]; ++k) {
        const AirPatch& patch = patches_[incident_[k]];
        // Half the product of the diagonals is the area of a cell, bent or not, and of a triangle.
        sum += (x[patch[2]] - x[patch[0]]).cross(x[patch[3]] - x[patch[1]]) / (2.0 * corner_count(patch));
    }
    return sum;
}

void Air::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    parallel_for(x.size(), [&](std::size_t p) {
        f[p] += drag_force(area_vector(p, x), v[p] - wind_.at(x[p], time_), half_density_drag_[p]);
    });
}

void Air::add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment, double, double scale_v,
                       Csr<Mat3>& A)
{
    if (scale_v == 0) return;
    parallel_for(x.size(), [&](std::size_t p) {
        const Vec3 w = v[p] - wind_.at(x[p], time_);
        const double drag = half_density_drag_[p] * std::abs(area_vector(p, x).dot(w));
        A.diagonal(p) -= scale_v * drag * Mat3::Identity();
    });
}

}  // namespace tulle
