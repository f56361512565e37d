#include "study/fabric_lab/virtual_kes.hpp"

#include "scene/named_files.hpp"
#include "scene/read_fabric.hpp"
#include "study/fabric_lab/given_loops.hpp"
#include "support/fabrics.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {
namespace {

using testing::plain_fabric;

constexpr double close = 0.01;

TEST(VirtualKes, TensionGivesBackWhatWentIn)
{
    const FabricDescription fabric = plain_fabric();
    for (const Thread along : {Thread::warp, Thread::weft})
        for (const int cells : {2, 4}) {
            const auto drawn = draw_tension(fabric, along, {.cells = cells});
            ASSERT_TRUE(drawn);
            const auto given = std::get<KesTension>((along == Thread::warp ? fabric.warp : fabric.weft).tension);
            const KesTension read = read_tension(drawn->loading, drawn->unloading);
            EXPECT_NEAR(read.extension, given.extension, close * given.extension);
            EXPECT_NEAR(read.linearity, given.linearity, close * given.linearity);
            EXPECT_NEAR(read.resilience, given.resilience, close * given.resilience);
        }
}

TEST(VirtualKes, ShearGivesBackWhatWentIn)
{
    const FabricDescription fabric = plain_fabric();
    const auto given = std::get<KesShear>(fabric.shear);
    for (const int cells : {3, 5}) {
        const auto drawn = draw_shear(fabric, Thread::warp, {.cells = cells});
        ASSERT_TRUE(drawn);
        const KesShear read = read_shear(drawn->loading, drawn->unloading);
        EXPECT_NEAR(read.stiffness, given.stiffness, close * given.stiffness);
        EXPECT_NEAR(read.width_half_degree, given.width_half_degree, close * given.width_half_degree);
        EXPECT_NEAR(read.width_5_degrees, given.width_5_degrees, close * given.width_5_degrees);
    }
}

/// They give way, and stiff threads across pass it on to the middle: at this resolution cloth beside the jaws is
/// sheared 0.8 % less than they have gone. What is left is how much longer than the mean of both the pull makes the
/// weft.
TEST(VirtualKes, ShearDoesNotFeelTheFreeSides)
{
    const FabricDescription fabric = read_fabric(TULLE_FABRICS "/stretch_twill.toml");
    const double warp = strain_at(fabric.warp, shear_pull), weft = strain_at(fabric.weft, shear_pull);
    const double expected = std::get<KesShear>(fabric.shear).stiffness * (1 + 0.5 * (warp + weft)) / (1 + weft);
    const auto drawn = draw_shear(fabric, Thread::weft, {.cells = 5});
    ASSERT_TRUE(drawn);
    EXPECT_NEAR(read_shear(drawn->loading, drawn->unloading).stiffness, expected, 0.001 * expected);
    // The jaws go to 8 degrees.
    EXPECT_LT(drawn->loading.back().at, 0.995 * greatest_shear);
    EXPECT_GT(drawn->loading.back().at, 0.98 * greatest_shear);
}

TEST(VirtualKes, BendingGivesBackWhatWentIn)
{
    const FabricDescription fabric = plain_fabric();
    for (const Thread along : {Thread::warp, Thread::weft})
        for (const int cells : {3, 6}) {
            const auto drawn = draw_bending(fabric, along, {.cells = cells});
            ASSERT_TRUE(drawn);
            const auto given = std::get<KesBending>((along == Thread::warp ? fabric.warp : fabric.weft).bending);
            const KesBending read = read_bending(drawn->loading, drawn->unloading);
            EXPECT_NEAR(read.rigidity, given.rigidity, close * given.rigidity);
            EXPECT_NEAR(read.width, given.width, close * given.width);
        }
}

TEST(VirtualKes, EndsWhenToldTo)
{
    int asked = 0;
    const KesOptions options{.cells = 2, .on_progress = [&](double) { return ++asked < 3; }};
    EXPECT_FALSE(draw_bending(plain_fabric(), Thread::warp, options));
    EXPECT_EQ(asked, 3);
}

std::vector<std::string> names_of_fabrics()
{
    const std::vector<std::filesystem::path> folders{TULLE_FABRICS};
    std::vector<std::string> names;
    for (const NamedFile& named : named_files(folders)) names.push_back(named.name);
    return names;
}

class EveryFabric : public ::testing::TestWithParam<std::string> {};

/// Every number of a sheet, coarsely. `tulle fabric test` takes 5 and 10 cells, and docs/theory/fabric.md says what
/// comes out.
TEST_P(EveryFabric, GivesBackWhatWasMeasured)
{
    const FabricDescription fabric = read_fabric(TULLE_FABRICS "/" + GetParam() + ".toml");
    const KesOptions options{.cells = 3};
    const auto draw = [&](KesTest test, Thread along) {
        if (test == KesTest::tension) return draw_tension(fabric, along, options);
        return test == KesTest::shear ? draw_shear(fabric, along, options) : draw_bending(fabric, along, options);
    };
    for (const KesTest test : kes_tests)
        for (const Thread along : thread_systems) {
            const auto drawn = draw(test, along);
            ASSERT_TRUE(drawn);
            const std::vector<KesNumber> came_out = numbers_of(test, *drawn);
            const std::vector<KesNumber> went_in = numbers_of(test, given_loop(fabric, test, along));
            for (std::size_t k = 0; k < went_in.size(); ++k)
                EXPECT_NEAR(came_out[k].value, went_in[k].value, close * went_in[k].value)
                    << went_in[k].name << " along " << name_of(along);
        }
}

INSTANTIATE_TEST_SUITE_P(Shipped, EveryFabric, ::testing::ValuesIn(names_of_fabrics()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace tulle
