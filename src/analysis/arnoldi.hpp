#pragma once
// Restarted Arnoldi iteration for the largest real eigenvalue of an operator on particle vectors. The operator need not
// be symmetric.

#include "core/reduce.hpp"
#include "linear/dense_eigenvalues.hpp"

#include <cmath>
#include <span>
#include <vector>

namespace tulle {

/// Returns the eigenvalue of B with the largest real part. `apply(in, out)` computes out = B in. `start` must not be
/// zero and must have no symmetry. The iteration stops when the eigenvalue changes by less than `tolerance`,
/// relatively, over several iterations.
template <class Apply>
[[nodiscard]] double largest_real_eigenvalue(std::vector<Vec3> start, const Apply& apply, double tolerance = 1e-6)
{
    constexpr int basis_size = 40;
    constexpr int max_restarts = 30;
    constexpr int check_every = 8;
    const std::size_t n = start.size();
    DotProduct dot;
    std::vector<std::vector<Vec3>> basis(basis_size + 1, std::vector<Vec3>(n));
    apply(start, basis[0]);  // projects into the operator's range
    double estimate = 0;
    for (int restart = 0; restart < max_restarts; ++restart) {
        double size = std::sqrt(dot(basis[0], basis[0]));
        if (size == 0) return 0;
        for (Vec3& q : basis[0]) q /= size;
        Eigen::MatrixXd projected = Eigen::MatrixXd::Zero(basis_size, basis_size);
        int used = 0;
        bool is_settled = false;
        Eigen::VectorXd weights;
        while (!is_settled) {
            std::vector<Vec3>& next = basis[static_cast<std::size_t>(used) + 1];
            apply(basis[static_cast<std::size_t>(used)], next);
            for (int k = 0; k <= used; ++k) {
                const std::vector<Vec3>& q = basis[static_cast<std::size_t>(k)];
                const double part = dot(q, next);
                projected(k, used) = part;
                for (std::size_t i = 0; i < n; ++i) next[i] -= part * q[i];
            }
            size = std::sqrt(dot(next, next));
            ++used;
            const bool is_exhausted = size <= 1e-12 * projected.topLeftCorner(used, used).norm();
            if (used % check_every == 0 || used == basis_size || is_exhausted) {
                const ComplexEigenpairs pairs = complex_eigenpairs(projected.topLeftCorner(used, used));
                Eigen::Index best = 0;
                const double grown = pairs.values.real().maxCoeff(&best);
                is_settled = is_exhausted || std::abs(grown - estimate) <= tolerance * std::abs(grown);
                estimate = grown;
                weights = pairs.vectors.col(best).real();
            }
            if (is_settled || used == basis_size) break;
            projected(used, used - 1) = size;
            for (Vec3& q : next) q /= size;
        }
        if (is_settled) break;
        std::vector<Vec3> combined(n, Vec3::Zero());
        for (int k = 0; k < used; ++k)
            for (std::size_t i = 0; i < n; ++i) combined[i] += weights[k] * basis[static_cast<std::size_t>(k)][i];
        basis[0] = std::move(combined);
    }
    return estimate;
}

}  // namespace tulle
