#pragma once
// Water drag on the faces of bodies (Tu and Terzopoulos, Artificial Fishes, 1994). A face that moves outward is pushed
// back along its normal n by f = -c A |w| (n.w) n, with c = 1/2 rho c_w, the velocity w of the face relative to the
// water, and n.w > 0. Water exerts no force on a face that moves inward. The three nodes share the force equally. With
// the area vector a = A n, A (n.w) n = (a.w) a/|a|.

#include "forces/force.hpp"

namespace tulle {

class Water final : public Force {
public:
    /// `faces`: counter-clockwise seen from outside.
    Water(std::vector<Face> faces, const WaterDescription& water)
        : faces_(std::move(faces)),
          half_density_drag_(0.5 * water.density * water.drag_coefficient),
          current_(water.current)
    {}

    [[nodiscard]] std::string_view name() const override { return "water"; }
    [[nodiscard]] double energy(std::span<const Vec3>) override { return 0; }
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override;
    /// Adds the term -c A |w| n n^T of the derivative by velocities. The unsymmetric term with n w^T is left out, and
    /// so is the dependence on positions.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;

private:
    std::vector<Face> faces_;
    std::vector<std::array<int, 9>> slots_;  // per face: its 3 x 3 matrix entries, row by row
    double half_density_drag_;               // kg/m^3
    Vec3 current_;                           // m/s
};

}  // namespace tulle
