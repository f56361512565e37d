#pragma once
// Change of forces, for steps that were taken without barriers and are corrected afterwards (contact_projection.hpp).
// The forces have already acted in the step from x to x*, with velocities v*. In the correction, only the change of the
// forces counts,
//     f(x, v) - f(x*, v*).
// The change of the forces is zero where the correction changes nothing. Springs that the correction stretches resist
// as in a step of backward Euler.

#include "forces/force_field.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace tulle {

class ForceChange final : public Force {
public:
    /// `forces` must outlive this object.
    ForceChange(ForceField& forces, std::size_t particles) : forces_(forces), gone_(particles), sum_(particles) {}

    /// Sets the end of the step: positions x* [m] and velocities v* [m/s].
    void start_from(std::span<const Vec3> x, std::span<const Vec3> v) { forces_.force(x, v, gone_); }

    [[nodiscard]] std::string_view name() const override { return "change of forces"; }
    /// Returns the energy [J] of the forces themselves, not of their change.
    [[nodiscard]] double energy(std::span<const Vec3> x) override { return forces_.energy(x); }
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override
    {
        forces_.force(x, v, sum_);
        parallel_for(f.size(), [&](std::size_t i) { f[i] += sum_[i] - gone_[i]; });
    }
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override
    {
        const SparsityPattern& pattern = *forces_.pattern();
        for (std::size_t i = 0; i < pattern.rows(); ++i)
            for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k)
                if (const int j = pattern.column[k]; static_cast<int>(i) < j)
                    couplings.emplace_back(static_cast<int>(i), j);
    }
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override
    {
        forces_.add_jacobian(x, v, treatment, scale_x, scale_v, A);
    }
    void add_contact_hessian(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v,
                             std::vector<StencilBlock>& blocks) override
    {
        forces_.add_contact_hessian(x, v, scale_x, scale_v, blocks);
    }

private:
    ForceField& forces_;
    std::vector<Vec3> gone_;  // N, f(x*, v*)
    std::vector<Vec3> sum_;   // N, scratch
};

}  // namespace tulle
