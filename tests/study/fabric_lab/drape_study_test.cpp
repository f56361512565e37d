#include "study/fabric_lab/drape_study.hpp"

#include "materials/kes.hpp"
#include "study/fabric_lab/drape_report.hpp"
#include "study/fabric_lab/given_loops.hpp"
#include "support/fabrics.hpp"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

KesShear shear_of_test(const FabricDescription& fabric)
{
    const DrawnLoop loop = given_loop(fabric, KesTest::shear, Thread::warp);
    return read_shear(loop.loading, loop.unloading);
}

TEST(DrapeStudy, AnotherShearStiffnessScalesTheLoop)
{
    const FabricDescription fabric = testing::plain_fabric();
    FabricDescription measured = fabric;
    measured.shear = loop_of(fabric.shear);
    const KesShear before = shear_of_test(fabric);
    for (const FabricDescription& one : {fabric, measured}) {
        const KesShear after = shear_of_test(with_shear(one, 2.5 * before.stiffness));
        EXPECT_NEAR(after.stiffness, 2.5 * before.stiffness, 1e-9 * before.stiffness);
        EXPECT_NEAR(after.width_half_degree, 2.5 * before.width_half_degree, 1e-9);
        EXPECT_NEAR(after.width_5_degrees, 2.5 * before.width_5_degrees, 1e-9);
    }
}

DrapeRow row_of(int rings, double shear, std::vector<double> coefficients, std::vector<int> nodes)
{
    DrapeTest test;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        DrapedPiece piece;
        piece.coefficient = coefficients[k];
        piece.nodes = nodes[k];
        piece.shape = disc_mesh(0.15, rings, 0);
        test.pieces.push_back(piece);
        test.mean += coefficients[k] / static_cast<double>(nodes.size());
    }
    test.spread = 0.031;
    return {rings, shear, test};
}

DrapeStudy sample_study()
{
    DrapeStudy study;
    study.fabric = "sample";
    study.measured = 0.498;
    study.specimen = 0.3;
    study.support = 0.18;
    study.bending_length = 0.12;
    study.runs = 2;
    study.resolutions = {row_of(2, 28.1, {0.4, 0.5}, {5, 6}), row_of(3, 28.1, {0.47, 0.49}, {6, 6})};
    return study;
}

TEST(DrapeStudy, ReportsSayWhatWasFoundAndWhatWasMeasured)
{
    const DrapeStudy study = sample_study();
    EXPECT_NEAR(study.difference().value(), 0.03, 1e-12);
    const std::string text = to_text(study), markdown = to_markdown(study);
    for (const std::string word : {"45.0", "48.0", "3.1", "5 to 6", "+3.0 points", "49.8 %"}) {
        EXPECT_NE(text.find(word), std::string::npos) << word;
        EXPECT_NE(markdown.find(word), std::string::npos) << word;
    }
    EXPECT_EQ(text.find("NOT AT REST"), std::string::npos);
    EXPECT_NE(text.find("COARSE: with 2 rings edges are 75.0 mm long"), std::string::npos) << text;
    EXPECT_EQ(text.find("COARSE: with 3 rings"), std::string::npos) << text;
    const auto json = to_json(study);
    EXPECT_EQ(json["resolutions"][1]["runs"][0]["folds"], 6);
    EXPECT_EQ(json["measured"], 0.498);
}

TEST(DrapeStudy, ReportsNameWhatFailedAndWhatStillMoves)
{
    DrapeStudy study = sample_study();
    study.resolutions[0].test->pieces[1].speed = 0.01;
    study.resolutions[1].test.reset();
    const std::string text = to_text(study);
    EXPECT_NE(text.find("NOT AT REST: a piece of 2 rings still moves at 10.0 mm/s"), std::string::npos) << text;
    EXPECT_NE(text.find("FAILED: 3 rings"), std::string::npos) << text;
    EXPECT_FALSE(study.difference());
    EXPECT_TRUE(to_json(study)["difference"].is_null());
}

TEST(DrapeStudy, OneRunHasNoSpread)
{
    DrapeStudy study = sample_study();
    study.resolutions = {row_of(3, 28.1, {0.4}, {5})};
    EXPECT_EQ(to_text(study).find("3.1"), std::string::npos) << to_text(study);
}

TEST(DrapeStudy, AnEndedStudyHasWhatWasWhole)
{
    std::atomic<bool> stop = true;
    DrapeStudyOptions options;
    options.resolutions = {4, 3};
    options.runs = 1;
    options.watch.stop = &stop;
    const DrapeStudy study = run_drape_tests(testing::plain_fabric(), options);
    EXPECT_TRUE(study.was_interrupted);
    ASSERT_EQ(study.resolutions.size(), 2U);
    EXPECT_EQ(study.resolutions[0].resolution, 3) << "the coarsest first";
    EXPECT_FALSE(study.resolutions[0].test);
}

}  // namespace
}  // namespace tulle
