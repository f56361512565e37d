#include "study/common/table.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <optional>
#include <type_traits>

namespace tulle {
namespace {

static_assert(std::is_constructible_v<Table::Cell, int> && std::is_constructible_v<Table::Cell, double>);
static_assert(!std::is_constructible_v<Table::Cell, bool>, "a condition would become the number 0 or 1");
static_assert(!std::is_constructible_v<Table::Cell, std::string, bool>);

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A text, a number with a text of its own, an integer and a number that may be missing.
Table table_of_steps()
{
    Table table({"method", {"step [ms]", "step_s"}, "steps", "error"});
    table.add_row({"rk4", {"0.13", 0.000125}, 400, 1e-7});
    table.add_row({"bdf2", {"20", 0.02}, 25, if_finite(not_a_number)});
    return table;
}

TEST(Table, MarkdownShowsTheTextsForPeople)
{
    EXPECT_EQ(to_markdown(table_of_steps()),
              "| method | step [ms] | steps | error |\n"
              "| --- | --- | --- | --- |\n"
              "| rk4 | 0.13 | 400 | 1e-07 |\n"
              "| bdf2 | 20 | 25 |  |\n");
}

TEST(Table, VerticalBarsDoNotEndCellsOfMarkdown)
{
    Table table({"|x|", ""});
    table.add_row({"a | b", "c"});
    EXPECT_EQ(to_markdown(table), "| \\|x\\| | |\n| --- | --- |\n| a \\| b | c |\n");
}

TEST(Table, CsvHasKeysAndNumbersThatReadBackExactly)
{
    EXPECT_EQ(to_csv(table_of_steps()),
              "method,step_s,steps,error\n"
              "rk4,0.000125,400,1e-07\n"
              "bdf2,0.02,25,\n");
    Table table({"value"});
    for (const double value : {1.0 / 3, 1e-4, 1e6, 1e17, -0.0}) table.add_row({value});
    EXPECT_EQ(to_csv(table), "value\n0.3333333333333333\n1e-04\n1e+06\n1e+17\n-0\n");
    EXPECT_EQ(to_csv(table, Decimals::plain), "value\n0.3333333333333333\n0.0001\n1000000\n1e+17\n-0\n");
    const std::string text = to_csv(table);
    EXPECT_EQ(std::stod(text.substr(text.find('\n') + 1)), 1.0 / 3);
}

TEST(Table, CsvQuotesTextsWithCommasQuotationMarksAndLineBreaks)
{
    Table table({"a,b", "text"});
    table.add_row({"plain text", "x, y"});
    table.add_row({"5\" wide", "two\nlines"});
    EXPECT_EQ(to_csv(table), "\"a,b\",text\nplain text,\"x, y\"\n\"5\"\" wide\",\"two\nlines\"\n");
}

TEST(Table, AQuotedColumnQuotesTextsAlone)
{
    Table table({quoted_column("method"), "step_s"});
    table.add_row({"rk4", 0.5});
    table.add_row({2, 0.5});
    table.add_row({{}, 0.5});
    EXPECT_EQ(to_csv(table), "method,step_s\n\"rk4\",0.5\n2,0.5\n,0.5\n");
}

TEST(Table, NumbersThatAreNotFiniteAreWrittenUnlessTheyCountAsMissing)
{
    const double infinity = std::numeric_limits<double>::infinity();
    Table table({"gap_m", "checked_m", "optional_m"});
    table.add_row({infinity, if_finite(infinity), std::optional<double>()});
    table.add_row({not_a_number, if_finite(2), std::optional<double>(3)});
    EXPECT_EQ(to_csv(table), "gap_m,checked_m,optional_m\ninf,,\nnan,2,3\n");
    EXPECT_EQ(to_csv(table, Decimals::plain), to_csv(table));
}

TEST(Table, TextIsAligned)
{
    Table table({left_column("name", 6), right_column("steps", 6), right_column("s"), left_column("note"), "end"});
    table.add_row({"rk4", 400, 0.25, "exact", "x"});
    table.add_row({"symplectic", 1234567, {}, "", ""});
    EXPECT_EQ(to_text(table),
              "name         steps    s  note  end\n"
              "rk4            400 0.25  exact x\n"
              "symplectic 1234567\n");
}

TEST(Table, CharactersCountByTheirWidthNotByTheirBytes)
{
    Table table({"cloth", right_column("size [µm]")});
    table.add_row({"Tüll", 1});
    table.add_row({"薄纱", 22});
    table.add_row({"silk", 333});
    EXPECT_EQ(to_text(table),
              "cloth size [µm]\n"
              "Tüll          1\n"
              "薄纱         22\n"
              "silk        333\n");
}

TEST(Table, ATableWithoutRowsHasItsHeadingsAlone)
{
    const Table table({"method", {"step [ms]", "step_s"}});
    EXPECT_EQ(to_markdown(table), "| method | step [ms] |\n| --- | --- |\n");
    EXPECT_EQ(to_csv(table), "method,step_s\n");
    EXPECT_EQ(to_text(table), "method step [ms]\n");
    EXPECT_EQ(to_json(table).dump(), "[]");
}

TEST(Table, JsonHasAnObjectForEveryRowWithoutMissingValues)
{
    EXPECT_EQ(to_json(table_of_steps()).dump(), R"([{"method":"rk4","step_s":0.000125,"steps":400,"error":1e-07},)"
                                                R"({"method":"bdf2","step_s":0.02,"steps":25}])");
}

}  // namespace
}  // namespace tulle
