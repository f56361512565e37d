#pragma once
// Linearised forces: f = -K (x - x0) - D v, with the stiffness matrix K and the damping matrix D of a force field at
// the rest positions x0. The stability analysis takes steps with them.

#include "forces/force_field.hpp"

#include <vector>

namespace tulle {

class LinearForce final : public Force {
public:
    LinearForce(ForceField& forces, std::span<const Vec3> rest);

    [[nodiscard]] std::string_view name() const override { return "linear"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;

    [[nodiscard]] const Csr<Mat3>& stiffness() const { return stiffness_; }
    [[nodiscard]] const Csr<Mat3>& damping() const { return damping_; }
    [[nodiscard]] bool is_damped() const { return is_damped_; }
    /// f = D v [N]
    void damp(std::span<const Vec3> v, std::span<Vec3> f) const;

private:
    std::vector<Vec3> rest_;                // m
    Csr<Mat3> stiffness_;                   // K, N/m
    Csr<Mat3> damping_;                     // D, N s/m
    bool is_damped_ = false;                // D is not zero
    std::vector<double> relative_damping_;  // D, if all its blocks are multiples of I: 1/9 of the memory to read
    std::vector<Vec3> displacement_;        // m, x - x0
    std::vector<Vec3> product_;             // N
};

}  // namespace tulle
