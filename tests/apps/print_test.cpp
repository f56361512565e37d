#include "print.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

TEST(Print, DurationsReadWell)
{
    EXPECT_EQ(readable_duration(0), "0 ms");
    EXPECT_EQ(readable_duration(0.000456), "0.46 ms");
    EXPECT_EQ(readable_duration(0.0123), "12 ms");
    EXPECT_EQ(readable_duration(0.9996), "1.0 s");
    EXPECT_EQ(readable_duration(59.94), "59.9 s");
    EXPECT_EQ(readable_duration(59.96), "1 min 00 s");
    EXPECT_EQ(readable_duration(245), "4 min 05 s");
    EXPECT_EQ(readable_duration(3599.6), "1 h 00 min");
    EXPECT_EQ(readable_duration(7800), "2 h 10 min");
}

TEST(Print, ProblemsComeOnePerLineThenTheirNumber)
{
    const InputError error({{.file = "a.toml", .line = 2, .column = 3, .key = "x", .message = "first"},
                            {.file = "", .line = 0, .column = 0, .key = "", .message = "second"}});
    ::testing::internal::CaptureStderr();
    print_problems(error);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "a.toml:2:3: x: first\nsecond\ntulle: 2 problems\n");
    EXPECT_EQ(to_json(error.problems()).size(), 2U);
    EXPECT_EQ(to_json(error.problems())[0]["line"], 2);
}

TEST(Print, JsonOfTextThatIsNotUtf8IsStillJson)
{
    ::testing::internal::CaptureStdout();
    print_json({{"name", "fl\xe4g"}});
    EXPECT_TRUE(nlohmann::json::accept(::testing::internal::GetCapturedStdout()));
}

}  // namespace
}  // namespace tulle
