#pragma once
// Largest eigenvalue of a symmetric operator on particle vectors, by Lanczos iteration.

#include "analysis/random_vectors.hpp"
#include "core/reduce.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <span>
#include <vector>

namespace tulle {

/// `apply(in, out)` computes out = B in for symmetric positive semidefinite B. Stops when the estimate, which grows
/// towards the eigenvalue from below, changes by less than `tolerance` relatively over several iterations.
template <class Apply>
[[nodiscard]] double largest_eigenvalue(std::size_t n, const Apply& apply, double tolerance = 1e-6)
{
    // No reorthogonalisation: rounding only repeats eigenvalues that have converged, which the largest may.
    constexpr int max_iterations = 300;
    constexpr int check_every = 10;
    DotProduct dot;
    std::vector<Vec3> now(n);
    std::vector<Vec3> before(n, Vec3::Zero());
    std::vector<Vec3> next(n);
    fill_randomly(now);
    apply(now, next);  // into the operator's range: pinned particles drop out
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
            Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
            solver.computeFromTridiagonal(diagonal, off, Eigen::EigenvaluesOnly);
            const double grown = solver.eigenvalues().maxCoeff();
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

}  // namespace tulle
