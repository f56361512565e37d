#include "linear/cholesky.hpp"

#include "support/matrix_samples.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::grid_pattern;
using testing::random_spd;
using testing::relative_difference;
using testing::shared_pattern;

/// Lower triangle by columns.
struct Lower {
    std::vector<int> column_begin{0};
    std::vector<int> row;
    std::vector<double> value;
};

Lower lower_of(const Csr<double>& A)
{
    Lower lower;
    for (std::size_t i = 0; i < A.rows(); ++i) {
        for (int k = A.pattern->diagonal[i]; k < A.pattern->row_begin[i + 1]; ++k) {  // symmetric: row i is column i
            lower.row.push_back(A.pattern->column[k]);
            lower.value.push_back(A.value[k]);
        }
        lower.column_begin.push_back(static_cast<int>(lower.row.size()));
    }
    return lower;
}

/// A with one number per particle.
Eigen::MatrixXd small_dense(const Csr<double>& A)
{
    const auto n = static_cast<Eigen::Index>(A.rows());
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (int k = A.pattern->row_begin[i]; k < A.pattern->row_begin[i + 1]; ++k)
            full(i, A.pattern->column[k]) = A.value[k];
    return full;
}

/// P^T L L^T P
Eigen::MatrixXd product(const CholeskyFactor& factor)
{
    const auto n = static_cast<Eigen::Index>(factor.permutation.size());
    Eigen::MatrixXd L = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index j = 0; j < n; ++j)
        for (int k = factor.column_begin[j]; k < factor.column_begin[j + 1]; ++k) L(factor.row[k], j) = factor.value[k];
    const Eigen::MatrixXd permuted = L * L.transpose();
    Eigen::MatrixXd full(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j) full(factor.permutation[i], factor.permutation[j]) = permuted(i, j);
    return full;
}

TEST(CholeskyBackend, FactorsMultiplyToTheMatrix)
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const Csr<double> A = random_spd<double>(grid_pattern(8, 7), seed);
        const Lower lower = lower_of(A);
        const auto backend = make_cholesky_backend(lower.column_begin, lower.row);
        CholeskyFactor factor;
        ASSERT_TRUE(backend->factor(lower.value, factor));
        EXPECT_LT(relative_difference(product(factor), small_dense(A)), 1e-14);
    }
}

TEST(CholeskyBackend, ColumnsAscendAndStartAtThePositiveDiagonal)
{
    const Csr<double> A = random_spd<double>(grid_pattern(8, 7), 4);
    const Lower lower = lower_of(A);
    CholeskyFactor factor;
    ASSERT_TRUE(make_cholesky_backend(lower.column_begin, lower.row)->factor(lower.value, factor));
    ASSERT_EQ(factor.column_begin.size(), A.rows() + 1);
    for (int j = 0; j < static_cast<int>(A.rows()); ++j) {
        const int begin = factor.column_begin[j];
        ASSERT_LT(begin, factor.column_begin[j + 1]);
        EXPECT_EQ(factor.row[begin], j);
        EXPECT_GT(factor.value[begin], 0);
        for (int k = begin + 1; k < factor.column_begin[j + 1]; ++k) EXPECT_LT(factor.row[k - 1], factor.row[k]);
    }
}

TEST(CholeskyBackend, OrdersTheRowsSoThatLittleFillsIn)
{
    // Particle 0 touches all others: eliminated first it fills the whole triangle, last nothing at all.
    constexpr int n = 50;
    std::vector<std::pair<int, int>> star;
    for (int i = 1; i < n; ++i) star.emplace_back(0, i);
    const Lower lower = lower_of(random_spd<double>(shared_pattern(n, star), 5));
    CholeskyFactor factor;
    ASSERT_TRUE(make_cholesky_backend(lower.column_begin, lower.row)->factor(lower.value, factor));
    EXPECT_EQ(factor.value.size(), lower.value.size());
}

TEST(CholeskyBackend, SaysNoToAnIndefiniteMatrixAndGoesOn)
{
    const Csr<double> A = random_spd<double>(grid_pattern(5, 5), 6);
    const Lower lower = lower_of(A);
    const auto backend = make_cholesky_backend(lower.column_begin, lower.row);
    CholeskyFactor factor;
    for (const int negative : {0, 12, 24}) {
        Csr<double> indefinite = A;
        indefinite.diagonal(static_cast<std::size_t>(negative)) = -1;
        EXPECT_FALSE(backend->factor(lower_of(indefinite).value, factor)) << negative;
        ASSERT_TRUE(backend->factor(lower.value, factor)) << negative;
        EXPECT_LT(relative_difference(product(factor), small_dense(A)), 1e-14);
    }
}

}  // namespace
}  // namespace tulle
