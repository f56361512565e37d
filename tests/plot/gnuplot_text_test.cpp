#include "plot/gnuplot_text.hpp"

#include "plot/gnuplot_program.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(GnuplotText, IsOneLineInQuotes)
{
    EXPECT_EQ(gnuplot_string("it's plain"), "\"it's plain\"");
    EXPECT_EQ(gnuplot_string(""), "\"\"");
    EXPECT_EQ(gnuplot_string("two\nlines\t\x7F"), "\"two lines  \"");
    EXPECT_EQ(gnuplot_string("a\"b`c\\"), "\"a\\042b\\140c\\134\"");
}

TEST(GnuplotText, IsAlwaysUnicode)
{
    EXPECT_EQ(gnuplot_string("größe 布 🧵"), "\"größe 布 🧵\"");
    EXPECT_EQ(gnuplot_string("caf\xE9!"), "\"caf?!\"");
    // Longer than needed, half of a pair of UTF-16, beyond the last character, cut short.
    for (const std::string bytes : {"\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE5\xB8"})
        EXPECT_EQ(gnuplot_string(bytes), '"' + std::string(bytes.size(), '?') + '"');
}

TEST(GnuplotText, IsNothingButTextToGnuplot)
{
    for (const std::string text :
         {"`echo run`", "$(echo run)", "'; print 'run'; '", "\"; print 'run'; \"", "\\140echo run\\140", "\\",
          "\"quotes\"", "@macro", "#", "%s %d", "a\\", "{/Bold x}^2_3", "<&>"}) {
        const std::string shown = run_gnuplot("set print '-'\nprint " + gnuplot_string(text) + "\n");
        EXPECT_EQ(shown, text + "\n");
    }
}

}  // namespace
}  // namespace tulle
