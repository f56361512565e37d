#include "study/common/study_progress.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(StudyClock, WhatIsLeftTakesAsLongAsWhatIsDone)
{
    const StudyClock clock;
    const StudyProgress progress = clock.at(0.25, "something");
    EXPECT_EQ(progress.what, "something");
    EXPECT_GE(progress.elapsed, 0);
    EXPECT_DOUBLE_EQ(progress.remaining, 3 * progress.elapsed);
    EXPECT_EQ(clock.at(0, "start").remaining, 0);
    EXPECT_GE(clock.at(0.5, "later").elapsed, progress.elapsed);
}

}  // namespace
}  // namespace tulle
