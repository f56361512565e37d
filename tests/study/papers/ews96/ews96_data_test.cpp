#include "study/ews96_sample.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tulle {
namespace {

TEST(Ews96Data, JsonHoldsTheirsAndOurs)
{
    const nlohmann::ordered_json json = to_json(testing::made_up_ews96_result());
    const auto& row = json["rows"][0];
    EXPECT_EQ(row["paper"]["frame_seconds"]["mean"], 300.0);
    EXPECT_EQ(row["fastest_alike"], "linearised, 2.5 ms");
    ASSERT_EQ(row["runs"].size(), 5U);
    EXPECT_EQ(row["runs"][0]["frame_seconds"][1], 3.0);
    EXPECT_NEAR(row["runs"][0]["shares"]["rest"].get<double>(), 0.1, 1e-12);
    EXPECT_EQ(json["operations"].size(), 4U);
    EXPECT_EQ(json["choices"]["tension_loop"], false);
}

TEST(Ews96Data, FigureHasAPanelForEveryRowWithThePapersMean)
{
    Ews96Result result = testing::made_up_ews96_result();
    result.rows.push_back(result.rows[0]);
    result.rows[1].row.paper.reset();
    const Figure figure = ews96_figure(result);
    ASSERT_EQ(figure.plots.size(), 2U);
    EXPECT_EQ(figure.plots[0].series.size(), 5U) << "paper, both of their methods, symplectic Euler and our best";
    EXPECT_EQ(figure.plots[0].series[0].ys, std::vector<double>(2, 300));
    EXPECT_EQ(figure.plots[1].series.size(), 4U);
}

}  // namespace
}  // namespace tulle
