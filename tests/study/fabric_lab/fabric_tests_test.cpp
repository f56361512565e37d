#include "study/fabric_lab/fabric_tests.hpp"

#include "study/fabric_lab/fabric_report.hpp"
#include "support/fabrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

/// Two cells are enough for numbers that no fold spoils.
TEST(FabricTests, ThePatchGivesBackWhatWentIn)
{
    FabricTestOptions options{.cells = {2}};
    double last = 0;
    options.watch.on_progress = [&](const StudyProgress& progress) {
        EXPECT_GE(progress.fraction, last) << progress.what;
        EXPECT_LE(progress.fraction, 1);
        last = progress.fraction;
    };
    const KesStudy study = run_kes_tests(testing::plain_fabric(), options);
    EXPECT_FALSE(study.was_interrupted);
    EXPECT_TRUE(study.failures.empty());
    EXPECT_NEAR(last, 1, 1e-12);
    for (const KesRow& row : kes_rows(study)) {
        ASSERT_TRUE(row.difference(0)) << row.given.name;
        EXPECT_LT(std::abs(*row.difference(0)), 0.05) << name_of(row.along) << ' ' << row.given.name;
    }
}

TEST(FabricTests, AnInterruptEndsThem)
{
    std::atomic<bool> stop = false;
    FabricTestOptions options{.cells = {2, 3}, .watch = {.stop = &stop}};
    options.watch.on_progress = [&](const StudyProgress& progress) {
        if (progress.what.starts_with("shear along the warp")) stop = true;
    };
    const KesStudy study = run_kes_tests(testing::plain_fabric(), options);
    EXPECT_TRUE(study.was_interrupted);
    EXPECT_TRUE(study.failures.empty()) << "what was ended did not fail";
    EXPECT_TRUE(study.curves[0].drawn[0]);
    EXPECT_FALSE(study.curves[2].drawn[0]);
    const CantileverStudy strips = run_cantilever_tests(testing::plain_fabric(), options);
    EXPECT_TRUE(strips.was_interrupted);
    EXPECT_TRUE(strips.rows.empty());
}

/// A loop resists by its width too, so a strip holds out further with it; the slope is the same. Where weft and warp
/// are the same, one of them is enough.
TEST(FabricTests, HysteresisMakesTheBendingLengthLonger)
{
    FabricDescription fabric = testing::plain_fabric();
    fabric.weft = fabric.warp;
    const CantileverStudy study = run_cantilever_tests(fabric, {.cells = {4}});
    ASSERT_EQ(study.rows.size(), 2U);
    EXPECT_EQ(study.rows[1].along, Thread::weft);
    for (const CantileverRow& row : study.rows) {
        ASSERT_TRUE(row.with_width && row.without_width);
        EXPECT_EQ(row.rigidity, study.rows[0].rigidity);
        EXPECT_GT(row.with_width->length, 1.01 * row.without_width->length) << name_of(row.along);
        EXPECT_NEAR(row.without_width->rigidity / row.rigidity, 1, 0.1) << name_of(row.along);
    }
}

TEST(FabricTests, WithoutWidthTheMiddleRemains)
{
    FabricDescription fabric = testing::plain_fabric();
    fabric.weft.bending = MeasuredLoop{.loading = {{-200, -1e-3}, {100, 1.4e-3}, {200, 2e-3}},
                                       .unloading = {{-200, -2e-3}, {-100, -1.4e-3}, {200, 1e-3}}};
    const FabricDescription shrunk = without_bending_width(fabric);
    const auto& loop = std::get<MeasuredLoop>(shrunk.weft.bending);
    ASSERT_EQ(loop.loading.size(), 4U);
    EXPECT_EQ(loop.loading[0].at, -200);
    EXPECT_NEAR(loop.loading[0].value, -1.5e-3, 1e-15);
    EXPECT_NEAR(loop.loading[3].value, 1.5e-3, 1e-15);
    const auto read = read_bending(std::get<MeasuredLoop>(shrunk.warp.bending).loading,
                                   std::get<MeasuredLoop>(shrunk.warp.bending).unloading);
    EXPECT_NEAR(read.rigidity, 12e-6, 1e-14);
    EXPECT_EQ(read.width, 0);
}

}  // namespace
}  // namespace tulle
