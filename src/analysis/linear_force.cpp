#include "analysis/linear_force.hpp"

#include "core/reduce.hpp"

#include <algorithm>

namespace tulle {

LinearForce::LinearForce(ForceField& forces, std::span<const Vec3> rest)
    : rest_(rest.begin(), rest.end()),
      stiffness_(forces.pattern()),
      damping_(forces.pattern()),
      displacement_(rest.size()),
      product_(rest.size())
{
    const std::vector<Vec3> still(rest.size(), Vec3::Zero());
    forces.add_jacobian(rest, still, JacobianTreatment::clamped, -1, 0, stiffness_);
    forces.add_jacobian(rest, still, JacobianTreatment::clamped, 0, -1, damping_);
    is_damped_ = std::ranges::any_of(damping_.value, [](const Mat3& block) { return !block.isZero(0); });
    if (!is_damped_) return;
    for (const Mat3& block : damping_.value) {
        if (block != block(0, 0) * Mat3::Identity()) {
            relative_damping_.clear();
            return;
        }
        relative_damping_.push_back(block(0, 0));
    }
}

double LinearForce::energy(std::span<const Vec3> x)
{
    parallel_for(x.size(), [&](std::size_t i) { displacement_[i] = x[i] - rest_[i]; });
    stiffness_.multiply(displacement_, product_);
    DotProduct dot;
    return 0.5 * dot(displacement_, product_);
}

void LinearForce::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    parallel_for(x.size(), [&](std::size_t i) { displacement_[i] = x[i] - rest_[i]; });
    const SparsityPattern& pattern = *stiffness_.pattern;
    const auto subtract = [&](const auto& damping_force) {
        parallel_for(x.size(), [&](std::size_t i) {
            Vec3 sum = Vec3::Zero();
            for (int e = pattern.row_begin[i]; e < pattern.row_begin[i + 1]; ++e)
                sum += stiffness_.value[e] * displacement_[pattern.column[e]] + damping_force(e, pattern.column[e]);
            f[i] -= sum;
        });
    };
    if (!is_damped_) {
        subtract([](int, int) -> Vec3 { return Vec3::Zero(); });
    } else if (relative_damping_.empty()) {
        subtract([&](int e, int j) -> Vec3 { return damping_.value[e] * v[j]; });
    } else {
        subtract([&](int e, int j) -> Vec3 { return relative_damping_[e] * v[j]; });
    }
}

void LinearForce::damp(std::span<const Vec3> v, std::span<Vec3> f) const
{
    if (relative_damping_.empty()) {
        damping_.multiply(v, f);
        return;
    }
    const SparsityPattern& pattern = *damping_.pattern;
    parallel_for(v.size(), [&](std::size_t i) {
        Vec3 sum = Vec3::Zero();
        for (int e = pattern.row_begin[i]; e < pattern.row_begin[i + 1]; ++e)
            sum += relative_damping_[e] * v[pattern.column[e]];
        f[i] = sum;
    });
}

void LinearForce::add_couplings(std::vector<std::pair<int, int>>& couplings) const
{
    const SparsityPattern& pattern = *stiffness_.pattern;
    for (std::size_t i = 0; i < pattern.rows(); ++i)
        for (int e = pattern.row_begin[i]; e < pattern.diagonal[i]; ++e)
            couplings.emplace_back(static_cast<int>(i), pattern.column[static_cast<std::size_t>(e)]);
}

void LinearForce::add_jacobian(std::span<const Vec3> /*x*/, std::span<const Vec3> /*v*/,
                               JacobianTreatment /*treatment*/, double scale_x, double scale_v, Csr<Mat3>& A)
{
    parallel_for(A.value.size(),
                 [&](std::size_t e) { A.value[e] -= scale_x * stiffness_.value[e] + scale_v * damping_.value[e]; });
}

}  // namespace tulle
