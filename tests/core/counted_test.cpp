#include "core/counted.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace tulle {
namespace {

TEST(Counted, TheNounIsSingularForOneAlone)
{
    EXPECT_EQ(counted(0, "face"), "0 faces");
    EXPECT_EQ(counted(1, "face"), "1 face");
    EXPECT_EQ(counted(std::size_t{2}, "more problem"), "2 more problems");
}

}  // namespace
}  // namespace tulle
