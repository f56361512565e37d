#include "analysis/lanczos.hpp"

#include "support/dense_algebra.hpp"
#include "support/matrix_samples.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace tulle {
namespace {

using testing::chain_pattern;
using testing::dense;
using testing::grid_pattern;
using testing::random_spd;
using testing::RandomValues;

template <class Value>
double largest(const Csr<Value>& A)
{
    return largest_eigenvalue(A.rows(),
                              [&](const std::vector<Vec3>& in, std::vector<Vec3>& out) { A.multiply(in, out); });
}

/// B = diag(values)
double largest(const std::vector<Vec3>& values)
{
    return largest_eigenvalue(values.size(), [&](const std::vector<Vec3>& in, std::vector<Vec3>& out) {
        for (std::size_t i = 0; i < values.size(); ++i) out[i] = values[i].cwiseProduct(in[i]);
    });
}

TEST(LargestEigenvalue, AgreesWithTheDenseSolver)
{
    for (unsigned seed = 1; seed <= 10; ++seed) {
        const Csr<Mat3> A = random_spd<Mat3>(grid_pattern(6, 5), seed);
        const double expected = testing::largest_eigenvalue(dense(A));
        const double found = largest(A);
        EXPECT_NEAR(found, expected, 1e-5 * expected) << seed;
        EXPECT_LE(found, expected * (1 + 1e-12)) << "it grows from below";
    }
}

TEST(LargestEigenvalue, OfAChainIsKnown)
{
    for (const int n : {2, 3, 10, 50, 200}) {
        Csr<double> laplacian(chain_pattern(n));
        for (int i = 0; i + 1 < n; ++i) {
            laplacian.diagonal(static_cast<std::size_t>(i)) += 1;
            laplacian.diagonal(static_cast<std::size_t>(i) + 1) += 1;
            laplacian.value[laplacian.pattern->slot(i, i + 1)] = -1;
            laplacian.value[laplacian.pattern->slot(i + 1, i)] = -1;
        }
        const double root = 2 * std::cos(std::numbers::pi / (2 * n));
        // Neighbouring eigenvalues of the longest chain differ by 2e-4: the iteration stops among them.
        EXPECT_NEAR(largest(laplacian), root * root, 1e-4) << n;
    }
}

TEST(LargestEigenvalue, OfDiagonalsIsTheLargestNumber)
{
    EXPECT_NEAR(largest({{1, 2, 3}}), 3, 1e-12);
    EXPECT_NEAR(largest({{0, 0, 5}, {0, 0, 0}, {0, 5, 0}}), 5, 1e-12);
    EXPECT_NEAR(largest(std::vector<Vec3>(20, Vec3::Constant(7))), 7, 1e-12);
    EXPECT_NEAR(largest({{1e-3, 1, 1e3}, {1e6, 1e6 - 1, 1e-6}}), 1e6, 1e6 * 1e-6);
}

TEST(LargestEigenvalue, OfNothingIsZero)
{
    EXPECT_EQ(largest(std::vector<Vec3>(4, Vec3::Zero())), 0.0);
    EXPECT_EQ(largest(std::vector<Vec3>{}), 0.0);
}

TEST(LargestEigenvalue, ScalesWithTheOperator)
{
    const Csr<Mat3> A = random_spd<Mat3>(grid_pattern(5, 5), 11);
    const double expected = largest(A);
    for (const double scale : {1e-12, 1e-3, 1e3, 1e12}) {
        Csr<Mat3> scaled = A;
        for (Mat3& value : scaled.value) value *= scale;
        EXPECT_NEAR(largest(scaled), scale * expected, 1e-9 * scale * expected);
    }
}

TEST(LargestEigenvalue, FindsOneThatTowersOverManySmallOnes)
{
    RandomValues random(12);
    std::vector<Vec3> values = random.vectors(2000);
    for (Vec3& value : values) value = value.cwiseAbs();
    values[1234].y() = 1e4;
    EXPECT_NEAR(largest(values), 1e4, 1e-4);
}

TEST(LargestEigenvalue, IsTheSameBitsForAnyNumberOfThreads)
{
    const Csr<Mat3> A = random_spd<Mat3>(grid_pattern(60, 50), 13);
    double one = 0;
    {
        const ThreadLimit limit(1);
        one = largest(A);
    }
    for (const int threads : {2, 4}) {
        const ThreadLimit limit(threads);
        EXPECT_EQ(largest(A), one) << threads;
    }
}

}  // namespace
}  // namespace tulle
