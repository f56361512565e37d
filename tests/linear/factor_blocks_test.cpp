#include "linear/factor_blocks.hpp"

#include "linear/cholesky.hpp"
#include "support/matrix_samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

using testing::RandomValues;

/// Columns of a random lower triangle whose column c has the rows `rows(c)` below the diagonal, ascending. Its diagonal
/// outweighs the rest, so that substitution does not blow up.
template <class Rows>
CholeskyFactor random_factor(int size, const Rows& rows, unsigned seed)
{
    RandomValues random(seed);
    CholeskyFactor L;
    L.column_begin.push_back(0);
    for (int c = 0; c < size; ++c) {
        L.permutation.push_back((7 * c + 3) % size);  // size is no multiple of 7
        const std::vector<int> below = rows(c);
        L.row.push_back(c);
        L.value.push_back(2 + random.number() * random.number());
        for (const int r : below) {
            L.row.push_back(r);
            L.value.push_back(random.number() / static_cast<double>(below.size() + 1));
        }
        L.column_begin.push_back(static_cast<int>(L.row.size()));
    }
    return L;
}

/// Column after column, one number at a time.
std::vector<double> plain_solution(const CholeskyFactor& L, const std::vector<double>& b, int width)
{
    const int n = static_cast<int>(L.permutation.size());
    std::vector<double> x(b.size());
    for (int w = 0; w < width; ++w) {
        std::vector<double> y;
        for (const int p : L.permutation) y.push_back(b[p * width + w]);
        for (int c = 0; c < n; ++c) {
            y[c] /= L.value[L.column_begin[c]];
            for (int k = L.column_begin[c] + 1; k < L.column_begin[c + 1]; ++k) y[L.row[k]] -= L.value[k] * y[c];
        }
        for (int c = n; c-- > 0;) {
            for (int k = L.column_begin[c] + 1; k < L.column_begin[c + 1]; ++k) y[c] -= L.value[k] * y[L.row[k]];
            y[c] /= L.value[L.column_begin[c]];
        }
        for (int c = 0; c < n; ++c) x[L.permutation[c] * width + w] = y[c];
    }
    return x;
}

/// The largest difference from the plain solution, relative to the largest number of that.
template <class Real, int Width>
double error_of(FactorBlocks<Real, Width>& blocks, const CholeskyFactor& L, unsigned seed)
{
    RandomValues random(seed);
    std::vector<double> b;
    for (std::size_t i = 0; i < L.permutation.size() * Width; ++i) b.push_back(random.number());
    std::vector<double> x(b.size(), std::numeric_limits<double>::quiet_NaN());
    blocks.take(L);
    blocks.solve(b, x);
    const std::vector<double> expected = plain_solution(L, b, Width);
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        largest = std::max(largest, std::abs(expected[i]));
        if (!(std::abs(x[i] - expected[i]) <= error)) error = std::abs(x[i] - expected[i]);
    }
    return error / largest;
}

/// Every kind of neighbours: alone, in blocks of each width from 1 to 11, full at the end, and columns that have as
/// many rows as if they went on but others.
std::vector<CholeskyFactor> factors()
{
    constexpr int n = 100;
    std::vector<CholeskyFactor> all;
    all.push_back(random_factor(
        1, [](int) { return std::vector<int>(); }, 1));
    all.push_back(random_factor(
        n, [](int) { return std::vector<int>(); }, 2));
    all.push_back(random_factor(
        n, [](int c) { return c + 1 < n ? std::vector{c + 1} : std::vector<int>(); }, 3));
    all.push_back(random_factor(
        n,
        [](int c) {
            std::vector<int> rows;
            for (int r = c + 1; r < n; ++r) rows.push_back(r);
            return rows;
        },
        4));
    for (int width = 1; width <= 11; ++width)
        all.push_back(random_factor(
            n,
            [=](int c) {
                std::vector<int> rows;
                const int end = std::min((c / width + 1) * width, n);
                for (int r = c + 1; r < end; ++r) rows.push_back(r);
                for (int r = end + width % 3; r < n; r += 2 + width % 5) rows.push_back(r);
                return rows;
            },
            5));
    all.push_back(random_factor(
        n,
        [](int c) {  // one row less each time, but never those of the column before
            std::vector<int> rows;
            for (int k = 0; k < 3 - c % 3 && c + 2 + k < n; ++k) rows.push_back(c + 2 + k);
            return rows;
        },
        6));
    return all;
}

TEST(FactorBlocks, SolveAsColumnsDoOneByOne)
{
    unsigned seed = 10;
    for (const CholeskyFactor& L : factors()) {
        FactorBlocks<double, 3> three;
        FactorBlocks<double, 1> one;
        FactorBlocks<float, 3> single;
        EXPECT_LT(error_of(three, L, ++seed), 1e-14) << seed;
        EXPECT_LT(error_of(one, L, seed), 1e-14) << seed;
        EXPECT_LT(error_of(single, L, seed), 1e-5) << seed;
    }
}

TEST(FactorBlocks, ForgetTheFactorBefore)
{
    FactorBlocks<double, 3> blocks;
    unsigned seed = 100;
    for (const CholeskyFactor& L : factors()) EXPECT_LT(error_of(blocks, L, ++seed), 1e-14) << seed;
}

TEST(FactorBlocks, SinglePrecisionLeavesAHundredthOfATolerance)
{
    // A sheet of springs that hangs from two corners, a million times as stiff as its mass: what a large step makes of
    // cloth. Updates solve to 5 %.
    constexpr int across = 60;
    const testing::Pattern pattern = testing::grid_pattern(across, across);
    Csr<double> A(pattern);
    for (int i = 0; i < across * across; ++i)
        for (int k = pattern->row_begin[i]; k < pattern->row_begin[i + 1]; ++k) {
            if (pattern->column[k] == i) continue;
            A.value[k] -= 1;
            A.diagonal(i) += 1;
        }
    for (int i = 0; i < across * across; ++i) A.diagonal(i) += 1e-6;
    Cholesky<double, float> cholesky(pattern);
    std::vector<unsigned char> fixed(A.rows(), 0);
    fixed[0] = fixed[across - 1] = 1;
    cholesky.refresh(A, fixed);
    RandomValues random(200);
    const std::vector<Vec3> r = random.vectors(A.rows());
    std::vector<Vec3> z(r.size()), product(r.size());
    cholesky.apply(r, z);
    for (const int held : {0, across - 1}) z[held].setZero();
    A.multiply(z, product);
    double left = 0, all = 0;
    for (std::size_t i = 0; i < r.size(); ++i) {
        if (fixed[i] != 0) continue;
        left += (product[i] - r[i]).squaredNorm();
        all += r[i].squaredNorm();
    }
    EXPECT_LT(std::sqrt(left / all), 0.01 * 0.05);
}

}  // namespace
}  // namespace tulle
