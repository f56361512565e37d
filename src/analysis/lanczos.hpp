#pragma once
// Lanczos iteration for the largest eigenvalue of a symmetric operator on particle vectors, and for its eigenvector.

#include "analysis/random_vectors.hpp"
#include "core/reduce.hpp"
#include "linear/dense_eigenvalues.hpp"

#include <cmath>
#include <span>
#include <vector>

namespace tulle {

/// Returns the largest eigenvalue of a symmetric positive semidefinite B. `apply(in, out)` computes out = B in. The
/// estimate grows towards the eigenvalue from below. The iteration stops when the estimate changes by less than
/// `tolerance`, relatively, over several iterations.
template <class Apply>
[[nodiscard]] double largest_eigenvalue(std::size_t n, const Apply& apply, double tolerance = 1e-6)
{
    // Without reorthogonalisation, rounding only repeats converged eigenvalues. The largest one may be repeated.
    constexpr int max_iterations = 300;
    constexpr int check_every = 10;
    DotProduct dot;
    std::vector<Vec3> now(n);
    std::vector<Vec3> before(n, Vec3::Zero());
    std::vector<Vec3> next(n);
    fill_randomly(now);
    apply(now, next);  // projects into the operator's range: pinned particles get zero
    now.swap(next);
    double size = std::sqrt(dot(now, now));
    if (size == 0) return 0;
    for (Vec3& q : now) q /= size;

    std::vector<double> alpha;
    std::vector<double> beta;
    double estimate = 0;
    for (int iteration = 1; iteration <= max_iterations; ++iteration) {
        apply(now, next);
        alpha.push_back(dot(now, next));
        const double back = beta.empty() ? 0.0 : beta.back();
        for (std::size_t i = 0; i < n; ++i) next[i] -= alpha.back() * now[i] + back * before[i];
        size = std::sqrt(dot(next, next));
        const bool exhausted = size <= 1e-13 * std::abs(alpha.front());
        if (iteration % check_every == 0 || exhausted) {
            const Eigen::Map<const Eigen::VectorXd> diagonal(alpha.data(), static_cast<Eigen::Index>(alpha.size()));
            const Eigen::Map<const Eigen::VectorXd> off(beta.data(), static_cast<Eigen::Index>(beta.size()));
            const double grown = largest_tridiagonal_eigenvalue(diagonal, off);
            const bool settled = std::abs(grown - estimate) <= tolerance * grown;
            estimate = grown;
            if (settled || exhausted) break;
        }
        beta.push_back(size);
        for (std::size_t i = 0; i < n; ++i) {
            before[i] = now[i];
            now[i] = next[i] / size;
        }
    }
    return estimate;
}

struct Eigenpair {
    double value = 0;
    std::vector<Vec3> vector;  // of unit length
};

/// Returns the largest eigenvalue with its eigenvector. The iteration begins with `start`: an approximation of the
/// eigenvector where one is known.
template <class Apply>
[[nodiscard]] Eigenpair largest_eigenpair(std::vector<Vec3> start, const Apply& apply, double tolerance = 1e-6)
{
    constexpr int basis_size = 60;
    constexpr int max_restarts = 30;
    constexpr int check_every = 8;
    const std::size_t n = start.size();
    DotProduct dot;
    std::vector<std::vector<Vec3>> basis(basis_size + 1, std::vector<Vec3>(n));
    apply(start, basis[0]);  // projects into the operator's range
    Eigenpair pair;
    for (int restart = 0; restart < max_restarts; ++restart) {
        double size = std::sqrt(dot(basis[0], basis[0]));
        if (size == 0) break;
        for (Vec3& q : basis[0]) q /= size;
        Eigen::MatrixXd projected = Eigen::MatrixXd::Zero(basis_size, basis_size);
        Eigen::VectorXd weights;
        int used = 0;
        bool is_settled = false;
        while (!is_settled) {
            const std::vector<Vec3>& now = basis[static_cast<std::size_t>(used)];
            std::vector<Vec3>& next = basis[static_cast<std::size_t>(used) + 1];
            apply(now, next);
            const double along = projected(used, used) = dot(now, next);
            const double back = used > 0 ? projected(used, used - 1) : 0.0;
            const std::vector<Vec3>& before = basis[static_cast<std::size_t>(std::max(used - 1, 0))];
            for (std::size_t i = 0; i < n; ++i) next[i] -= along * now[i] + back * before[i];
            size = std::sqrt(dot(next, next));
            ++used;
            const bool is_exhausted = size <= 1e-13 * std::abs(projected(0, 0));
            if (used % check_every == 0 || used == basis_size || is_exhausted) {
                const SymmetricEigenpairs pairs = symmetric_eigenpairs(projected.topLeftCorner(used, used));
                const double grown = pairs.values[used - 1];
                weights = pairs.vectors.col(used - 1);
                // With a start near another eigenvector the estimate changes little at first, so test the residual too.
                const double residual = size * std::abs(weights[used - 1]);
                is_settled = is_exhausted ||
                             (std::abs(grown - pair.value) <= tolerance * grown && residual <= 10 * tolerance * grown);
                pair.value = grown;
                if (used == basis_size) break;
            }
            if (is_settled) break;
            projected(used, used - 1) = projected(used - 1, used) = size;
            for (Vec3& q : next) q /= size;
        }
        pair.vector.assign(n, Vec3::Zero());
        for (int k = 0; k < used; ++k)
            for (std::size_t i = 0; i < n; ++i) pair.vector[i] += weights[k] * basis[static_cast<std::size_t>(k)][i];
        if (is_settled) break;
        basis[0] = pair.vector;
    }
    return pair;
}

}  // namespace tulle
