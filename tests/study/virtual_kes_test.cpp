#include "study/virtual_kes.hpp"

#include "support/fabrics.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::plain_fabric;

constexpr double close = 0.02;

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

TEST(VirtualKes, BendingGivesBackWhatWentIn)
{
    const FabricDescription fabric = plain_fabric();
    for (const Thread along : {Thread::warp, Thread::weft})
        for (const int cells : {4, 8}) {
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

}  // namespace
}  // namespace tulle
