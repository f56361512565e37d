#include "plot/gnuplot_program.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace tulle {
namespace {

std::string failure(const std::string& script, const std::string& program = "gnuplot")
{
    try {
        static_cast<void>(run_gnuplot(script, program));
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

TEST(GnuplotProgram, ReturnsWhatItWrites) { EXPECT_EQ(run_gnuplot("set print '-'\nprint 6 * 7\n"), "42\n"); }

TEST(GnuplotProgram, TakesAndReturnsMoreThanAPipeHolds)
{
    std::string script = "set print '-'\n";
    std::string expected;
    for (int line = 0; line < 30000; ++line) {
        script += "print 'line " + std::to_string(line) + "'\n";
        expected += "line " + std::to_string(line) + '\n';
    }
    EXPECT_TRUE(run_gnuplot(script) == expected);
}

TEST(GnuplotProgram, AdvisesHowToGetIt)
{
    const std::string message = failure("print 1", "gnuplot-that-is-not-there");
    EXPECT_NE(message.find("not installed"), std::string::npos) << message;
    EXPECT_NE(message.find("apt install gnuplot-nox"), std::string::npos) << message;
}

TEST(GnuplotProgram, RepeatsWhatItComplainsAbout)
{
    const std::string message = failure("plot nonsense(\n");
    EXPECT_NE(message.find("gnuplot failed"), std::string::npos) << message;
    EXPECT_NE(message.find("nonsense"), std::string::npos) << message;
}

TEST(GnuplotProgram, FailsWhenNothingIsDrawn) { EXPECT_NE(failure("x = 1\n"), ""); }

}  // namespace
}  // namespace tulle
