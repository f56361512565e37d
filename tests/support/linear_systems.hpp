#pragma once
// Linear systems solved by conjugate gradients with each preconditioner.

#include "linear/conjugate_gradients.hpp"
#include "support/matrix_samples.hpp"

#include <string>

namespace tulle::testing {

/// From weak to strong: none, jacobi, ic0, multigrid, direct.
[[nodiscard]] inline std::vector<SolverSettings> preconditioner_settings()
{
    std::vector<SolverSettings> all;
    for (const PreconditionerKind kind : {PreconditionerKind::none, PreconditionerKind::jacobi, PreconditionerKind::ic0,
                                          PreconditionerKind::multigrid}) {
        all.emplace_back();
        all.back().preconditioner = kind;
    }
    all.emplace_back();
    all.back().method = SolverMethod::direct;
    return all;
}

struct Solution {
    std::string name;  // of the preconditioner
    CgResult result;
    std::vector<Vec3> d;
    std::vector<Vec3> r;  // what is left of the right-hand side
};

template <class Value>
[[nodiscard]] Solution solve(const Csr<Value>& A, const SolverSettings& settings, const DirectionFilter& filter,
                             const std::vector<Vec3>& b, double tolerance, int max_iterations = 10000)
{
    const auto preconditioner = make_preconditioner<Value>(settings, A.pattern);
    preconditioner->refresh(A, filter.fixed);
    Solution solution{std::string(preconditioner->name()), {}, std::vector<Vec3>(A.rows(), Vec3::Constant(7)), b};
    solution.result = ConjugateGradients<Value>(A.rows()).solve(A, *preconditioner, filter, solution.r, solution.d,
                                                                tolerance, max_iterations);
    return solution;
}

/// M + h^2 K of a stiff cloth, half of it a hundred times as stiff as the other half. For Mat3 the springs resist
/// along the directions of a grid, and a little across.
template <class Value>
[[nodiscard]] Csr<Value> two_fabrics(int side)
{
    Csr<Value> A(grid_pattern(side, side));
    const SparsityPattern& pattern = *A.pattern;
    for (int i = 0; i < side * side; ++i)
        for (int k = pattern.row_begin[i]; k < pattern.diagonal[i]; ++k) {
            const int j = pattern.column[k];
            const double stiffness = j % side < side / 2 ? 100.0 : 1e4;  // h^2 k
            Value block{};
            if constexpr (std::is_same_v<Value, double>) {
                block = stiffness;
            } else {
                const Vec3 u = Vec3(i % side - j % side, i / side - j / side, 0).normalized();
                block = stiffness * (0.9 * u * u.transpose() + 0.1 * Mat3::Identity());
            }
            A.value[k] -= block;
            A.value[pattern.slot(j, i)] -= block;
            A.diagonal(static_cast<std::size_t>(i)) += block;
            A.diagonal(static_cast<std::size_t>(j)) += block;
        }
    for (std::size_t i = 0; i < A.rows(); ++i) {
        if constexpr (std::is_same_v<Value, double>) {
            A.diagonal(i) += 1.0;
        } else {
            A.diagonal(i) += Mat3::Identity();
        }
    }
    return A;
}

}  // namespace tulle::testing
