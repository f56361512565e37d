#include "forces/air.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr AirPatch no_patch{-1, -1, -1, -1};

int corner_count(const AirPatch& patch)
{
    if (patch == no_patch) return 0;
    return patch[2] == patch[3] ? 3 : 4;
}

AirPatch triangle(const Face& face) { return {face[0], face[1], face[2], face[2]}; }

}  // namespace

Air::Air(std::span<const double> drag_coefficients, std::vector<AirPatch> patches, const AirDescription& air,
         TearingPatches tearing)
    : patches_(std::move(patches)),
      tearing_(std::move(tearing)),
      incidence_begin_(drag_coefficients.size() + 1, 0),
      wind_(air)
{
    half_density_drag_.reserve(drag_coefficients.size());
    for (const double c : drag_coefficients) half_density_drag_.push_back(0.5 * air.density * c);
    if (tearing_.intact != nullptr) {
        whole_ = patches_;
        followed_ = tearing_.intact->version();
    }
    list_incidences();
}

void Air::restore(ArchiveReader& in)
{
    Vec3 wind;
    in.array(std::span<Vec3>(&wind, 1));
    if (wind != wind_.steady()) wind_.set_steady(wind);
    follow_tears();
}

void Air::list_incidences()
{
    std::fill(incidence_begin_.begin(), incidence_begin_.end(), 0);
    for (const AirPatch& patch : patches_)
        for (int k = 0; k < corner_count(patch); ++k) ++incidence_begin_[patch[k] + 1];
    for (std::size_t p = 1; p < incidence_begin_.size(); ++p) incidence_begin_[p] += incidence_begin_[p - 1];
    incident_.resize(static_cast<std::size_t>(incidence_begin_.back()));
    std::vector<int> fill(incidence_begin_.begin(), incidence_begin_.end() - 1);
    for (std::size_t t = 0; t < patches_.size(); ++t)
        for (int k = 0; k < corner_count(patches_[t]); ++k) incident_[fill[patches_[t][k]]++] = static_cast<int>(t);
}

void Air::follow_tears()
{
    if (tearing_.intact == nullptr || tearing_.intact->version() == followed_) return;
    const IntactFaces& intact = *tearing_.intact;
    followed_ = intact.version();
    for (std::size_t t = 0; t < patches_.size(); ++t) {
        const auto face = static_cast<std::size_t>(tearing_.first_face[t]);
        const bool is_cell = corner_count(whole_[t]) == 4;
        const bool first = intact[face], second = is_cell && intact[face + 1];
        if (first && (second || !is_cell)) {
            patches_[t] = whole_[t];
        } else if (first || second) {
            patches_[t] = triangle(intact.corners(first ? face : face + 1));
        } else {
            patches_[t] = no_patch;
        }
    }
    list_incidences();
}

Vec3 Air::area_vector(std::size_t particle, std::span<const Vec3> x) const
{
    Vec3 sum = Vec3::Zero();
    for (int k = incidence_begin_[particle]; k < incidence_begin_[particle + 1]; ++k) {
        const AirPatch& patch = patches_[incident_[k]];
        // Half the cross product of the diagonals is the area vector of a cell, planar or not, and of a triangle.
        sum += (x[patch[2]] - x[patch[0]]).cross(x[patch[3]] - x[patch[1]]) / (2.0 * corner_count(patch));
    }
    return sum;
}

void Air::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    parallel_for(half_density_drag_.size(), [&](std::size_t p) {
        f[p] += drag_force(area_vector(p, x), v[p] - wind_.at(x[p], time_), half_density_drag_[p]);
    });
}

void Air::add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment, double, double scale_v,
                       Csr<Mat3>& A)
{
    if (scale_v == 0) return;
    parallel_for(half_density_drag_.size(), [&](std::size_t p) {
        const Vec3 w = v[p] - wind_.at(x[p], time_);
        const double drag = half_density_drag_[p] * std::abs(area_vector(p, x).dot(w));
        A.diagonal(p) -= scale_v * drag * Mat3::Identity();
    });
}

}  // namespace tulle
