#include "plot/run_plots.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

MetricsTable sample_metrics()
{
    return {.columns = {"frame", "time_s", "energy_kinetic_J", "energy_gravity_J", "energy_stretch_J", "energy_shear_J",
                        "energy_bending_J", "energy_total_J", "largest_stretch", "mean_stretch"},
            .rows = {{0, 0, 1, 2, 3, 4, 5, 15, 0.10, 0.01}, {1, 0.04, 2, 3, 4, 5, 6, 20, 0.25, 0.02}}};
}

const Series& series(const Figure& figure, std::size_t plot, const std::string& name)
{
    for (const Series& one : figure.plots.at(plot).series)
        if (one.name == name) return one;
    throw std::out_of_range(name);
}

TEST(RunPlots, ShowEnergiesByKind)
{
    const Figure figure = energy_figure(sample_metrics());
    ASSERT_EQ(figure.plots.size(), 2U);
    EXPECT_EQ(series(figure, 0, "total").ys, (std::vector<double>{15, 20}));
    EXPECT_EQ(series(figure, 0, "kinetic").ys, (std::vector<double>{1, 2}));
    EXPECT_EQ(series(figure, 0, "gravity").ys, (std::vector<double>{2, 3}));
    EXPECT_EQ(series(figure, 0, "springs").ys, (std::vector<double>{12, 15}));
    EXPECT_EQ(series(figure, 1, "stretch").ys, (std::vector<double>{3, 4}));
    EXPECT_EQ(series(figure, 1, "shear").ys, (std::vector<double>{4, 5}));
    EXPECT_EQ(series(figure, 1, "bending").ys, (std::vector<double>{5, 6}));
    for (const Plot& plot : figure.plots) {
        EXPECT_EQ(plot.x.unit, "s");
        EXPECT_EQ(plot.y.unit, "J");
        for (const Series& one : plot.series) EXPECT_EQ(one.xs, (std::vector<double>{0, 0.04}));
    }
}

TEST(RunPlots, ShowStretchInPercent)
{
    const Figure figure = stretch_figure(sample_metrics());
    ASSERT_EQ(figure.plots.size(), 2U);
    EXPECT_EQ(figure.plots[0].series.at(0).ys, (std::vector<double>{10, 25}));
    EXPECT_EQ(figure.plots[1].series.at(0).ys, (std::vector<double>{1, 2}));
    for (const Plot& plot : figure.plots) EXPECT_EQ(plot.y.unit, "%");
}

TEST(RunPlots, NameTheColumnThatIsMissing)
{
    MetricsTable metrics = sample_metrics();
    metrics.columns[5] = "other";
    try {
        static_cast<void>(energy_figure(metrics));
        FAIL() << "drew a plot without the column";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("energy_shear_J"), std::string::npos);
    }
    EXPECT_NO_THROW(static_cast<void>(stretch_figure(metrics)));
}

}  // namespace
}  // namespace tulle
