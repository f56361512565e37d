#include "study/fabric_lab/given_loops.hpp"

#include "support/fabrics.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

double numbered(const std::vector<KesNumber>& numbers, std::string_view name)
{
    const auto found = std::ranges::find(numbers, name, &KesNumber::name);
    return found == numbers.end() ? -1 : found->value;
}

/// The laws are made from numbers, and the driven element gives them back: straight pieces, so to rounding. Work is
/// read between stations, of which one misses no bend of a law made of numbers.
TEST(GivenLoops, GiveTheNumbersBackThatTheLawsWereMadeOf)
{
    const FabricDescription fabric = testing::plain_fabric();
    const auto tension = numbers_of(KesTest::tension, given_loop(fabric, KesTest::tension, Thread::weft));
    EXPECT_NEAR(numbered(tension, "EMT"), 0.08, 1e-12);
    EXPECT_NEAR(numbered(tension, "LT"), 0.6, 1e-6);
    EXPECT_NEAR(numbered(tension, "RT"), 0.5, 1e-6);
    const auto shear = numbers_of(KesTest::shear, given_loop(fabric, KesTest::shear, Thread::warp));
    EXPECT_NEAR(numbered(shear, "G"), 50, 1e-9);
    EXPECT_NEAR(numbered(shear, "2HG"), 1.0, 1e-9);
    EXPECT_NEAR(numbered(shear, "2HG5"), 2.5, 1e-9);
    const auto bending = numbers_of(KesTest::bending, given_loop(fabric, KesTest::bending, Thread::warp));
    EXPECT_NEAR(numbered(bending, "B"), 12e-6, 1e-15);
    EXPECT_NEAR(numbered(bending, "2HB"), 0.8e-3, 1e-12);
}

/// A test to another force than the machine's says nothing beyond it: the law goes on straight to 500 gf/cm.
TEST(GivenLoops, PullAsFarAsTheMachineWhateverTheLawWasMeasuredTo)
{
    FabricDescription fabric = testing::plain_fabric();
    fabric.warp.tension =
        MeasuredLoop{.loading = {{0, 0}, {0.1, 1000}}, .unloading = {{0, 0}, {0.05, 200}, {0.1, 1000}}};
    const DrawnLoop far = given_loop(fabric, KesTest::tension, Thread::warp);
    EXPECT_NEAR(far.loading.back().at, 0.0490333, 1e-6);
    EXPECT_NEAR(far.loading.back().value, 490.3325, 1e-6);
    EXPECT_EQ(far.unloading.front().at, 0);
    EXPECT_NEAR(far.unloading.back().value, 490.3325, 1e-6);
    fabric.warp.tension = KesTension{.extension = 0.04, .linearity = 1, .resilience = 1, .force = 100};
    EXPECT_NEAR(given_loop(fabric, KesTest::tension, Thread::warp).loading.back().at, 0.04 * 4.903325, 1e-6);
}

TEST(GivenLoops, HaveRisingPointsAndUnloadingBelow)
{
    const FabricDescription fabric = testing::plain_fabric();
    for (const KesTest test : kes_tests) {
        const DrawnLoop loop = given_loop(fabric, test, Thread::warp);
        const auto rises = [](const LoopPoint& a, const LoopPoint& b) { return !(a.at < b.at); };
        EXPECT_EQ(std::adjacent_find(loop.loading.begin(), loop.loading.end(), rises), loop.loading.end());
        EXPECT_EQ(std::adjacent_find(loop.unloading.begin(), loop.unloading.end(), rises), loop.unloading.end());
        ASSERT_EQ(loop.loading.size(), loop.unloading.size()) << name_of(test);
        for (std::size_t k = 0; k < loop.loading.size(); ++k)
            EXPECT_GE(loop.loading[k].value, loop.unloading[k].value - 1e-12) << name_of(test) << ' ' << k;
    }
}

TEST(GivenLoops, NumbersHaveKesUnits)
{
    const std::vector<KesNumber> bending = numbers_of(KesBending{.rigidity = 0.118 * gf_cm2_per_cm, .width = 0});
    EXPECT_NEAR(bending[0].kes(), 0.118, 1e-12);
    EXPECT_EQ(bending[0].kes_unit(), "gf cm^2/cm");
    EXPECT_EQ(bending[0].si_unit(), "N m");
}

}  // namespace
}  // namespace tulle
