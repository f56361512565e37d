#include "linear/block_kernels.hpp"

#include "linear/incomplete_cholesky.hpp"
#include "linear/matrix_entry.hpp"
#include "support/matrix_samples.hpp"

#include <gtest/gtest.h>
#include <Eigen/Cholesky>

#include <cstring>
#include <vector>

namespace tulle {
namespace {

using testing::grid_pattern;
using testing::random_spd;
using testing::RandomValues;
using testing::shared_pattern;

std::vector<Vec3> random_vectors(std::size_t n, unsigned seed)
{
    RandomValues random(seed);
    std::vector<Vec3> vectors(n);
    for (Vec3& v : vectors) v = random.vector();
    return vectors;
}

template <class Entry>
void expect_same_bits(const std::vector<Entry>& a, const std::vector<Entry>& b)
{
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        ASSERT_EQ(std::memcmp(a[i].data(), b[i].data(), sizeof(Entry)), 0) << i << ":\n" << a[i] << "\n\n" << b[i];
}

/// A x, with sums from the first column to the last, whatever Eigen does.
Vec3 product(const Mat3& a, const Vec3& x)
{
    Vec3 y;
    for (int r = 0; r < 3; ++r) y[r] = a(r, 0) * x[0] + a(r, 1) * x[1] + a(r, 2) * x[2];
    return y;
}

/// A B^T
Mat3 product_with_transposed(const Mat3& a, const Mat3& b)
{
    Mat3 c;
    for (int column = 0; column < 3; ++column) c.col(column) = product(a, b.row(column));
    return c;
}

/// IC(0) as in a textbook, block by block. Entries are looked up by row and column.
struct PlainFactor {
    explicit PlainFactor(const Csr<Mat3>& A, const std::vector<unsigned char>& fixed) : A_(A)
    {
        const std::size_t n = A.rows();
        L.assign(A.value.size(), Mat3::Zero());
        inverse.assign(n, Mat3::Identity());
        for (std::size_t i = 0; i < n; ++i) {
            if (fixed[i] != 0) continue;
            Mat3 pivot = A.diagonal(i);
            for (int k = A.pattern->row_begin[i]; k < A.pattern->diagonal[i]; ++k) {
                const int j = A.pattern->column[k];
                if (fixed[j] != 0) continue;
                Mat3 entry = A.value[k];
                for (int a = A.pattern->row_begin[i]; a < k; ++a)
                    for (int b = A.pattern->row_begin[j]; b < A.pattern->diagonal[j]; ++b)
                        if (A.pattern->column[a] == A.pattern->column[b]) entry -= product_with_transposed(L[a], L[b]);
                L[k] = product_with_transposed(entry, inverse[j]);
                pivot -= product_with_transposed(L[k], L[k]);
            }
            const Mat3 lower = Eigen::LLT<Mat3>(pivot).matrixL();
            inverse[i] = lower.triangularView<Eigen::Lower>().solve(Mat3::Identity());
        }
    }

    /// Solves L L^T z = r.
    [[nodiscard]] std::vector<Vec3> solve(std::vector<Vec3> z) const
    {
        const SparsityPattern& pattern = *A_.pattern;
        for (std::size_t i = 0; i < z.size(); ++i) {
            for (int k = pattern.row_begin[i]; k < pattern.diagonal[i]; ++k)
                z[i] -= product(L[k], z[pattern.column[k]]);
            z[i] = product(inverse[i], z[i]);
        }
        for (std::size_t i = z.size(); i-- > 0;) {
            for (int k = pattern.row_begin[i + 1]; k-- > pattern.diagonal[i] + 1;) {
                const int j = pattern.column[k];
                z[i] -= product(L[pattern.slot(j, static_cast<int>(i))].transpose(), z[j]);
            }
            z[i] = product(inverse[i].transpose(), z[i]);
        }
        return z;
    }

    std::vector<Mat3> L, inverse;

private:
    const Csr<Mat3>& A_;
};

/// A grid with two particles that are coupled with all others: rows of many entries.
testing::Pattern grid_with_long_rows()
{
    const testing::Pattern grid = grid_pattern(9, 7);
    std::vector<std::pair<int, int>> couplings;
    for (int i = 0; i < 63; ++i) {
        for (int k = grid->row_begin[i]; k < grid->diagonal[i]; ++k) couplings.emplace_back(i, grid->column[k]);
        couplings.emplace_back(i, 63);
        couplings.emplace_back(i, 64);
    }
    return shared_pattern(65, couplings);
}

TEST(BlockKernels, ProductsHaveTheBitsOfPlainLoops)
{
    const Csr<Mat3> A = random_spd<Mat3>(grid_with_long_rows(), 1);
    const std::vector<Vec3> x = random_vectors(A.rows(), 2);
    std::vector<Vec3> y(A.rows()), expected(A.rows(), Vec3::Zero());
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (int k = A.pattern->row_begin[i]; k < A.pattern->row_begin[i + 1]; ++k)
            expected[i] += product(A.value[k], x[A.pattern->column[k]]);
    multiply_rows({A.pattern->row_begin.data(), A.pattern->column.data(), A.value.data()}, 0, A.rows(), x.data(),
                  y.data());
    expect_same_bits(y, expected);
}

TEST(BlockKernels, FactorAndSubstitutionHaveTheBitsOfPlainLoops)
{
    for (const bool has_fixed : {false, true}) {
        const Csr<Mat3> A = random_spd<Mat3>(grid_with_long_rows(), 3);
        std::vector<unsigned char> fixed(A.rows(), 0);
        if (has_fixed) fixed[0] = fixed[20] = fixed[64] = 1;
        IncompleteCholesky<Mat3> ic(A.pattern);
        ic.refresh(A, fixed, A);
        ASSERT_EQ(ic.shift(), 0);
        const std::vector<Vec3> r = random_vectors(A.rows(), 4);
        std::vector<Vec3> z(A.rows());
        ic.apply(r, z);
        expect_same_bits(z, PlainFactor(A, fixed).solve(r));
    }
}

TEST(BlockKernels, InversesOfFactorsHaveTheBitsOfEigen)
{
    RandomValues random(5);
    std::vector<Mat3> inverses, expected;
    for (int trial = 0; trial < 1000; ++trial) {
        const Mat3 m = random.matrix();
        const Mat3 a = m * m.transpose() + 1e-3 * Mat3::Identity();
        ASSERT_TRUE(invert_factor(a, a, inverses.emplace_back()));
        const Mat3 lower = Eigen::LLT<Mat3>(a).matrixL();
        expected.emplace_back(lower.triangularView<Eigen::Lower>().solve(Mat3::Identity()));
    }
    expect_same_bits(inverses, expected);
}

TEST(BlockKernels, RefusesBlocksThatAreNotPositiveDefinite)
{
    Mat3 inverse;
    for (int axis = 0; axis < 3; ++axis)
        for (const double pivot : {0.0, -1.0}) {
            Mat3 a = Mat3::Identity();
            a(axis, axis) = pivot;
            EXPECT_FALSE(invert_factor(a, Mat3::Identity(), inverse)) << axis << ' ' << pivot;
        }
}

}  // namespace
}  // namespace tulle
