#include "linear/dynamic_sparsity_matrix.hpp"

#include "support/matrix_samples.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

using testing::dense;
using testing::grid_pattern;
using testing::random_spd;
using testing::RandomValues;

/// Between four particles each, any of all; some couple what the pattern couples already.
std::vector<StencilBlock> random_blocks(int rows, int count, unsigned seed)
{
    RandomValues random(seed);
    std::vector<StencilBlock> blocks(static_cast<std::size_t>(count));
    for (StencilBlock& shared : blocks) {
        for (std::size_t k = 0; k < 4; ++k) {
            const auto before = shared.particles.begin() + static_cast<std::ptrdiff_t>(k);
            do shared.particles[k] = random.integer(0, rows - 1);
            while (std::find(shared.particles.begin(), before, shared.particles[k]) != before);
            shared.weights[k] = random.number();
        }
        const Mat3 m = random.matrix();
        shared.block = m * m.transpose();
    }
    return blocks;
}

Eigen::MatrixXd dense_sum(const Csr<Mat3>& A, const std::vector<StencilBlock>& blocks)
{
    Eigen::MatrixXd sum = dense(A);
    for (const StencilBlock& shared : blocks)
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j)
                sum.block<3, 3>(3 * shared.particles[i], 3 * shared.particles[j]) +=
                    shared.weights[i] * shared.weights[j] * shared.block;
    return sum;
}

TEST(DynamicSparsityMatrix, IsTheSumOfTheMatrixAndTheBlocks)
{
    const Csr<Mat3> A = random_spd<Mat3>(grid_pattern(6, 7), 1);
    DynamicSparsityMatrix extension;
    // More and fewer in turn: nothing of the last ones may stay.
    for (const int count : {1, 30, 3, 200, 1}) {
        const std::vector<StencilBlock> blocks = random_blocks(42, count, static_cast<unsigned>(count));
        const Csr<Mat3>& sum = extension.of(A, blocks);
        const Eigen::MatrixXd exact = dense_sum(A, blocks);
        EXPECT_LE((dense(sum) - exact).norm(), 1e-14 * exact.norm()) << count;
        const SparsityPattern& pattern = *sum.pattern;
        for (int row = 0; row < 42; ++row) {
            EXPECT_TRUE(std::is_sorted(pattern.column.begin() + pattern.row_begin[row],
                                       pattern.column.begin() + pattern.row_begin[row + 1], std::less_equal<>()));
            EXPECT_EQ(pattern.column[pattern.diagonal[row]], row);
        }
    }
}

TEST(DynamicSparsityMatrix, IsTheMatrixItselfWithoutBlocks)
{
    const Csr<Mat3> A = random_spd<Mat3>(grid_pattern(3, 3), 1);
    DynamicSparsityMatrix extension;
    EXPECT_EQ(&extension.of(A, {}), &A);
    EXPECT_NE(&extension.of(A, random_blocks(9, 2, 1)), &A);
    EXPECT_EQ(&extension.of(A, {}), &A);
}

/// Preconditioners are made anew for another pattern.
TEST(DynamicSparsityMatrix, KeepsThePatternWhileTheSameParticlesAreCoupled)
{
    const Csr<Mat3> A = random_spd<Mat3>(grid_pattern(5, 5), 1);
    DynamicSparsityMatrix extension;
    std::vector<StencilBlock> blocks = random_blocks(25, 5, 1);
    const auto pattern = extension.of(A, blocks).pattern;
    for (StencilBlock& shared : blocks) {
        shared.weights = {0.1, -0.2, 0.3, -0.4};
        shared.block *= 2;
    }
    std::reverse(blocks.begin(), blocks.end());
    const Csr<Mat3>& changed = extension.of(A, blocks);
    EXPECT_EQ(changed.pattern, pattern);
    const Eigen::MatrixXd exact = dense_sum(A, blocks);
    EXPECT_LE((dense(changed) - exact).norm(), 1e-14 * exact.norm());
    EXPECT_EQ(&extension.of(A, {}), &A);
    EXPECT_EQ(extension.of(A, blocks).pattern, pattern) << "after a while without any";
    EXPECT_NE(extension.of(A, random_blocks(25, 5, 2)).pattern, pattern);
}

TEST(DynamicSparsityMatrix, HasRoomInThePatternOfTheMatrixWhereThatCouplesThem)
{
    const Csr<Mat3> A = random_spd<Mat3>(grid_pattern(2, 2), 1);
    DynamicSparsityMatrix extension;
    const Csr<Mat3>& sum = extension.of(A, random_blocks(4, 3, 1));
    EXPECT_EQ(sum.pattern->column, A.pattern->column);
    EXPECT_EQ(sum.pattern->row_begin, A.pattern->row_begin);
}

/// Enough rows for several blocks of work.
TEST(DynamicSparsityMatrix, ThreadsChangeNoBit)
{
    const Csr<Mat3> A = random_spd<Mat3>(grid_pattern(80, 80), 1);
    const std::vector<StencilBlock> blocks = random_blocks(6400, 3000, 5);
    const auto values = [&](int threads) {
        const ThreadLimit limit(threads);
        DynamicSparsityMatrix extension;
        return extension.of(A, blocks).value;
    };
    EXPECT_EQ(values(1), values(2));
}

}  // namespace
}  // namespace tulle
