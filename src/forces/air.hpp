#pragma once
// Drag of the air on every particle (EWS96 eq. 8): F = 1/2 rho c_w A |w|^2 (-w/|w|) with w = v - wind and A the
// particle's area projected along w. With the area vector a (area times normal, a third of each triangle around),
// A |w| = |a.w|, and F = -1/2 rho c_w |a.w| w: no division, zero in still air.

#include "forces/force.hpp"

namespace tulle {

class Air final : public Force {
public:
    Air(std::size_t particles, std::vector<Face> faces, const AirDescription& air);

    [[nodiscard]] std::string_view name() const override { return "air"; }
    [[nodiscard]] double energy(std::span<const Vec3>) override { return 0; }
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// The damping along w alone: the dependence on positions, and the unsymmetric w a^T, are left out.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;

private:
    [[nodiscard]] Vec3 area_vector(std::size_t particle, std::span<const Vec3> x) const;

    std::vector<Face> faces_;
    std::vector<int> incidence_begin_;  // per particle, into incident_
    std::vector<int> incident_;         // faces around the particle, ascending
    double half_density_drag_;          // 1/2 rho c_w, kg/m^3
    Vec3 wind_;                         // m/s
};

/// Force on one particle with area vector a [m^2] in the relative wind w [m/s].
[[nodiscard]] inline Vec3 drag_force(const Vec3& a, const Vec3& w, double half_density_drag)
{
    return -half_density_drag * std::abs(a.dot(w)) * w;
}

}  // namespace tulle
