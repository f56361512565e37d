#include "linear/lower_from_upper.hpp"

#include "support/matrix_samples.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(LowerFromUpper, BelowTheDiagonalIsWhatIsAboveTransposed)
{
    const Csr<Mat3> expected = testing::random_spd<Mat3>(testing::grid_pattern(9, 6), 3);
    const SparsityPattern& pattern = *expected.pattern;
    for (const int threads : {1, 3}) {
        const ThreadLimit limit(threads);
        Csr<Mat3> A = expected;
        for (std::size_t i = 0; i < A.rows(); ++i)
            for (int k = pattern.row_begin[i]; k < pattern.diagonal[i]; ++k) A.value[k].setConstant(1e9);
        LowerFromUpper lower;
        lower.bind(pattern);
        lower.complete(A);
        for (std::size_t i = 0; i < A.rows(); ++i)
            for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
                const int j = pattern.column[k];
                const bool is_below = j < static_cast<int>(i);
                const Mat3 above =
                    expected
                        .value[pattern.slot(is_below ? j : static_cast<int>(i), is_below ? static_cast<int>(i) : j)];
                EXPECT_EQ(A.value[k], is_below ? Mat3(above.transpose()) : above) << i << ", " << j;
            }
    }
}

}  // namespace
}  // namespace tulle
