#pragma once
// Water around bodies (Tu and Terzopoulos, Artificial Fishes, 1994): a face that moves outward through it is pushed
// back along its normal, f = -c A |w| (n.w) n with c = 1/2 rho c_w, w the velocity of the face relative to the water
// and n.w > 0; behind a face that moves inward the water follows without a pull. The nodes share the force equally.
// With the area vector a = A n, A (n.w) n = (a.w) a/|a|.

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
    /// The damping along n alone: the dependence on positions, and the unsymmetric n w^T, are left out.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;

private:
    std::vector<Face> faces_;
    std::vector<std::array<int, 9>> slots_;  // of the entries that a face couples, row by row
    double half_density_drag_;               // kg/m^3
    Vec3 current_;                           // m/s
};

}  // namespace tulle
