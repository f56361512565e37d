// Fabric files that a program writes: every bit of the numbers is kept, and the sources that it has.

#include "scene/write_fabric.hpp"

#include "fabric_sample.hpp"
#include "support/fabrics.hpp"

#include <algorithm>

namespace tulle {
namespace {

class WriteFabric : public SceneFolder {
protected:
    FabricDescription written(const FabricDescription& fabric) const
    {
        return read_fabric(write("again.toml", fabric_text(fabric)));
    }
};

void expect_same_loop(const MeasuredLoop& a, const MeasuredLoop& b)
{
    const auto expect_same_branch = [](const std::vector<LoopPoint>& p, const std::vector<LoopPoint>& q) {
        ASSERT_EQ(p.size(), q.size());
        for (std::size_t i = 0; i < p.size(); ++i) {
            EXPECT_EQ(p[i].at, q[i].at);
            EXPECT_EQ(p[i].value, q[i].value);
        }
    };
    expect_same_branch(a.loading, b.loading);
    expect_same_branch(a.unloading, b.unloading);
    EXPECT_EQ(a.reversal, b.reversal);
}

void expect_same_law(const KesTension& a, const KesTension& b)
{
    EXPECT_EQ(a.extension, b.extension);
    EXPECT_EQ(a.linearity, b.linearity);
    EXPECT_EQ(a.resilience, b.resilience);
    EXPECT_EQ(a.force, b.force);
}
void expect_same_law(const PowerTension& a, const PowerTension& b)
{
    EXPECT_EQ(a.stretch, b.stretch);
    EXPECT_EQ(a.compression, b.compression);
}
void expect_same_law(const KesShear& a, const KesShear& b)
{
    EXPECT_EQ(a.stiffness, b.stiffness);
    EXPECT_EQ(a.width_half_degree, b.width_half_degree);
    EXPECT_EQ(a.width_5_degrees, b.width_5_degrees);
}
void expect_same_law(const KesBending& a, const KesBending& b)
{
    EXPECT_EQ(a.rigidity, b.rigidity);
    EXPECT_EQ(a.width, b.width);
}
void expect_same_law(const MeasuredLoop& a, const MeasuredLoop& b) { expect_same_loop(a, b); }

template <class... Laws>
void expect_same_laws(const std::variant<Laws...>& a, const std::variant<Laws...>& b)
{
    ASSERT_EQ(a.index(), b.index());
    std::visit([&](const auto& law) { expect_same_law(law, std::get<std::decay_t<decltype(law)>>(b)); }, a);
}

void expect_same_numbers(const FabricDescription& a, const FabricDescription& b)
{
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.areal_density, b.areal_density);
    EXPECT_EQ(a.thickness, b.thickness);
    EXPECT_EQ(a.friction, b.friction);
    EXPECT_EQ(a.drape, b.drape);
    EXPECT_EQ(a.drag_coefficients, b.drag_coefficients);
    expect_same_laws(a.shear, b.shear);
    for (FabricDirection FabricDescription::*direction : {&FabricDescription::warp, &FabricDescription::weft}) {
        expect_same_laws((a.*direction).tension, (b.*direction).tension);
        expect_same_laws((a.*direction).bending, (b.*direction).bending);
        EXPECT_EQ((a.*direction).strength, (b.*direction).strength);
    }
}

TEST_F(WriteFabric, KeepsShippedFabricsAndTheirSources)
{
    int fabrics = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(TULLE_SOURCE_DIR) / "fabrics")) {
        if (entry.path().extension() != ".toml") continue;
        SCOPED_TRACE(entry.path().filename().string());
        const FabricDescription fabric = read_fabric(entry.path());
        const FabricDescription again = written(fabric);
        expect_same_numbers(fabric, again);
        EXPECT_EQ(fabric_text(again), fabric_text(fabric));
        ASSERT_EQ(again.sources.size(), fabric.sources.size());
        for (std::size_t i = 0; i < fabric.sources.size(); ++i) {
            EXPECT_EQ(again.sources[i].text, fabric.sources[i].text);
            EXPECT_EQ(again.sources[i].certainty, fabric.sources[i].certainty);
            EXPECT_EQ(again.sources[i].range.has_value(), fabric.sources[i].range.has_value());
        }
        ++fabrics;
    }
    EXPECT_GT(fabrics, 5);
}

TEST_F(WriteFabric, KeepsTheNumbersOfAProgramAndSaysWhereTheyAreFrom)
{
    FabricDescription fabric = testing::plain_fabric();
    fabric.thickness = 0.1 + 0.2;  // implausible as m, plausible as mm: the unit says that it is meant
    fabric.drape = 1.0 / 3.0;
    fabric.warp.strength = 1e4 / 3.0;
    fabric.warp.tension = PowerTension{.stretch = 1e4 / 7.0, .compression = 0.1};
    fabric.shear = MeasuredLoop{.loading = {{-0.1, -4}, {0, 0.5}, {0.1, 5}},
                                .unloading = {{-0.1, -5}, {0, -0.5}, {0.1, 4}},
                                .reversal = 1e5 / 3.0};
    fabric.sources = {{.key = "thickness", .text = "a ruler", .certainty = Certainty::measured}};
    const FabricDescription again = written(fabric);
    expect_same_numbers(fabric, again);
    EXPECT_EQ(again.sources[0].text, "a ruler");
    EXPECT_EQ(again.sources.back().certainty, Certainty::derived);
    EXPECT_TRUE(again.sources.back().text.starts_with("given by the program"));
    EXPECT_EQ(fabric_text(again), fabric_text(fabric));
}

TEST_F(WriteFabric, ConvertsTheRangesOfTheKawabataSystem)
{
    FabricDescription fabric = testing::plain_fabric();
    // 12 uN m are 0.122 gf cm^2/cm.
    fabric.sources = {
        {.key = "warp.bending.B", .text = "others", .certainty = Certainty::assumed, .range = {{0.1, 0.2}}},
        {.key = "weft.bending.B", .text = "others", .certainty = Certainty::assumed, .range = {{5e-6, 9e-6}}}};
    const FabricDescription again = written(fabric);
    ASSERT_TRUE(again.sources[0].range);
    EXPECT_NEAR((*again.sources[0].range)[0], 0.1 * 9.80665e-5, 1e-18);
    EXPECT_EQ(again.sources[1].range, fabric.sources[1].range);
}

}  // namespace
}  // namespace tulle
