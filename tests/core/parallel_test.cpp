#include "core/parallel.hpp"
#include "core/parallel_copy.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace tulle {
namespace {

const std::vector<std::size_t> sizes{0,
                                     1,
                                     2,
                                     block_size - 1,
                                     block_size,
                                     block_size + 1,
                                     2 * block_size - 1,
                                     2 * block_size,
                                     2 * block_size + 1,
                                     7 * block_size + 13};

class WithThreads : public ::testing::TestWithParam<int> {
    ThreadLimit limit_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Parallel, WithThreads, ::testing::Values(0, 1, 2, 4));

TEST_P(WithThreads, EveryIndexIsVisitedOnce)
{
    for (const std::size_t n : sizes) {
        std::vector<int> visits(n, 0);  // plain numbers: two visits at once would be a race for the thread sanitizer
        parallel_for(n, [&](std::size_t i) { ++visits.at(i); });
        EXPECT_EQ(visits, std::vector<int>(n, 1)) << n;
    }
}

TEST_P(WithThreads, BlocksTileTheRangeWithTheSameBorders)
{
    struct Range {
        std::size_t begin = 0, end = 0;
        int calls = 0;
    };
    for (const std::size_t n : sizes) {
        std::vector<Range> blocks(block_count(n));
        parallel_blocks(n, [&](std::size_t block, std::size_t begin, std::size_t end) {
            blocks.at(block) = {begin, end, blocks[block].calls + 1};
        });
        std::size_t expected_begin = 0;
        for (const Range& range : blocks) {
            EXPECT_EQ(range.calls, 1) << n;
            EXPECT_EQ(range.begin, expected_begin) << n;
            EXPECT_EQ(range.end, std::min(range.begin + block_size, n)) << n;
            EXPECT_LT(range.begin, range.end) << "a block without work, n = " << n;
            expected_begin = range.end;
        }
        EXPECT_EQ(expected_begin, n);
    }
}

TEST_P(WithThreads, EveryRowIsVisitedOnce)
{
    for (const std::size_t n : sizes) {
        std::vector<int> visits(n, 0);
        parallel_rows(n, [&](std::size_t row) { ++visits.at(row); });
        EXPECT_EQ(visits, std::vector<int>(n, 1)) << n;
    }
}

TEST_P(WithThreads, CopiesAreWhole)
{
    for (const std::size_t n : sizes) {
        std::vector<int> from(n);
        std::iota(from.begin(), from.end(), 1);
        std::vector<int> to(n + 3, -1);
        parallel_assign(std::span<const int>(from), to);
        EXPECT_EQ(to, from);
    }
}

TEST_P(WithThreads, WorkInsideWorkIsDone)
{
    constexpr std::size_t n = 2 * block_size;
    std::vector<std::vector<int>> visits(4, std::vector<int>(n, 0));
    parallel_blocks(visits.size() * block_size, [&](std::size_t block, std::size_t, std::size_t) {
        parallel_for(n, [&](std::size_t i) { ++visits[block][i]; });
    });
    for (const std::vector<int>& inner : visits) EXPECT_EQ(std::accumulate(inner.begin(), inner.end(), 0U), n);
}

TEST(BlockCount, CountsBegunBlocks)
{
    EXPECT_EQ(block_count(0), 0U);
    EXPECT_EQ(block_count(1), 1U);
    EXPECT_EQ(block_count(block_size), 1U);
    EXPECT_EQ(block_count(block_size + 1), 2U);
}

TEST(RowBlocks, AreALineAndAHalfOfASquareNet)
{
    EXPECT_EQ(row_block_size(0), 256U);
    EXPECT_EQ(row_block_size(std::size_t{100} * 100), 256U);
    EXPECT_EQ(row_block_size(std::size_t{200} * 200), 300U);
    EXPECT_EQ(row_block_size(std::size_t{800} * 800), 1200U);
}

TEST(ThreadLimit, HoldsWhileItLives)
{
    const int before = thread_count();
    ASSERT_GE(before, 1);
    {
        const ThreadLimit one(1);
        EXPECT_EQ(thread_count(), 1);
    }
    EXPECT_EQ(thread_count(), before);
}

TEST(ThreadLimit, TheTightestOfSeveralHolds)
{
    const ThreadLimit one(1);
    const ThreadLimit four(4);
    EXPECT_EQ(thread_count(), 1);
}

TEST(ThreadLimit, ZeroIsNoLimit)
{
    const int before = thread_count();
    const ThreadLimit none(0);
    EXPECT_EQ(thread_count(), before);
}

TEST(ThreadLimit, NeverExceedsWhatIsAskedFor)
{
    for (int threads = 1; threads <= 8; ++threads) {
        const ThreadLimit limit(threads);
        EXPECT_LE(thread_count(), threads);
        EXPECT_GE(thread_count(), 1);
    }
}

}  // namespace
}  // namespace tulle
