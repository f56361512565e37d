#include "core/assert.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace tulle {
namespace {

TEST(Assert, LetsATrueExpressionPass)
{
    int evaluations = 0;
    TULLE_ASSERT(++evaluations > 0, evaluations);
#ifdef TULLE_ENABLE_ASSERTS
    EXPECT_EQ(evaluations, 1);
#else
    EXPECT_EQ(evaluations, 0) << "without asserts the expression costs nothing";
#endif
}

#ifdef TULLE_ENABLE_ASSERTS

class AssertDeathTest : public ::testing::Test {
protected:
    // Other tests of this program may have left worker threads behind, which a plain fork would lose.
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(AssertDeathTest, PrintsTheExpressionItsValuesAndThePlace)
{
    const int row = 2;
    const int rows = 3;
    EXPECT_DEATH(TULLE_ASSERT(row == rows, row, rows),
                 "assert_test\\.cpp:[0-9]+: assertion failed: row == rows with 2 3");
}

TEST_F(AssertDeathTest, IsOneExpressionThatFitsBehindAnIf)
{
    const auto check = [](bool guarded, bool holds) {
        if (guarded)
            TULLE_ASSERT(holds, holds);
        else
            return 1;
        return 2;
    };
    EXPECT_EQ(check(false, false), 1);
    EXPECT_EQ(check(true, true), 2);
    EXPECT_DEATH(check(true, false), "assertion failed: holds with 0");
}

TEST_F(AssertDeathTest, StopsBeforeTheNextStatement)
{
    EXPECT_EXIT(
        {
            TULLE_ASSERT(1 + 1 == 3, 1 + 1);
            std::_Exit(0);
        },
        ::testing::KilledBySignal(SIGABRT), "1 \\+ 1 == 3 with 2");
}

#endif

}  // namespace
}  // namespace tulle
