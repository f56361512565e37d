#include "mesh/problem_list.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(ProblemList, ThrowsNothingWhenEmpty) { EXPECT_NO_THROW(ProblemList("a.obj").throw_if_any()); }

TEST(ProblemList, OrdersByLineAndKeepsTheFile)
{
    ProblemList problems("a.obj");
    problems.add(7, 2, "late");
    problems.add(3, 1, "early");
    try {
        problems.throw_if_any();
        FAIL() << "nothing thrown";
    } catch (const InputError& error) {
        ASSERT_EQ(error.problems().size(), 2U);
        EXPECT_EQ(error.problems()[0].text(), "a.obj:3:1: early");
        EXPECT_EQ(error.problems()[1].text(), "a.obj:7:2: late");
    }
}

TEST(ProblemList, ListsTwentyAndCountsTheRest)
{
    ProblemList problems("a.obj");
    for (int i = 0; i < 33; ++i) problems.add("problem " + std::to_string(i));
    EXPECT_EQ(problems.count(), 33U);
    try {
        problems.throw_if_any();
        FAIL() << "nothing thrown";
    } catch (const InputError& error) {
        ASSERT_EQ(error.problems().size(), 21U);
        EXPECT_EQ(error.problems()[19].message, "problem 19");
        EXPECT_EQ(error.problems()[20].message, "and 13 more problems");
    }
}

TEST(ProblemList, QuotesOnlyWhatCanBePrinted)
{
    EXPECT_EQ(in_quotes("1.5x"), "'1.5x'");
    EXPECT_EQ(in_quotes(std::string_view("a\0\x1b\xff", 4)), "'a...'");
    EXPECT_EQ(in_quotes(std::string(1000, 'x')).size(), 45U);
}

}  // namespace
}  // namespace tulle
