#pragma once
// Largest real eigenvalue of an operator on particle vectors that need not be symmetric, by restarted Arnoldi
// iteration.

#include "core/reduce.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <span>
#include <vector>

namespace tulle {

/// `apply(in, out)` computes out = B in. `start` is not zero and has no symmetry. Stops when the eigenvalue changes by
/// less than `tolerance` relatively from one restart to the next.
template <class Apply>
[[nodiscard]] double largest_real_eigenvalue(std::vector<Vec3> start, const Apply& apply, double tolerance = 1e-6)
{
    constexpr int basis_size = 40;
    constexpr int max_restarts = 30;
    const std::size_t n = start.size();
    DotProduct dot;
    std::vector<std::vector<Vec3>> basis(basis_size + 1, std::vector<Vec3>(n));
    apply(start, basis[0]);  // into the operator's range
    double estimate = 0;
    for (int restart = 0; restart < max_restarts; ++restart) {
        double size = std::sqrt(dot(basis[0], basis[0]));
        if (size == 0) return 0;
        for (Vec3& q : basis[0]) q /= size;
        Eigen::MatrixXd projected = Eigen::MatrixXd::Zero(basis_size, basis_size);
        int used = 0;
        while (used < basis_size) {
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
            if (size <= 1e-12 * projected.topLeftCorner(used, used).norm()) break;
            if (used == basis_size) break;
            projected(used, used - 1) = size;
            for (Vec3& q : next) q /= size;
        }
        const Eigen::EigenSolver<Eigen::MatrixXd> solver(projected.topLeftCorner(used, used));
        Eigen::Index best = 0;
        solver.eigenvalues().real().maxCoeff(&best);
        const double grown = solver.eigenvalues()[best].real();
        const bool settled = std::abs(grown - estimate) <= tolerance * std::abs(grown);
        estimate = grown;
        if (settled || used < basis_size) break;
        const Eigen::VectorXd weights = solver.eigenvectors().col(best).real();
        std::vector<Vec3> combined(n, Vec3::Zero());
        for (int k = 0; k < used; ++k)
            for (std::size_t i = 0; i < n; ++i) combined[i] += weights[k] * basis[static_cast<std::size_t>(k)][i];
        basis[0] = std::move(combined);
    }
    return estimate;
}

}  // namespace tulle
