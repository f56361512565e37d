#include "study/stability/stability_report.hpp"

#include "support/scenes.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace tulle {
namespace {

SceneDescription undamped_hanging()
{
    SceneDescription scene = testing::hanging(8);
    SpringSettings& springs = scene.cloths[0].springs;
    springs.stretch_damping = springs.shear_damping = springs.bending_damping = 0;
    scene.integrator.method = "verlet";
    return scene;
}

double factor_of(const StabilityStudy& study, const std::string& begins)
{
    const auto remedy =
        std::ranges::find_if(study.remedies, [&](const Remedy& r) { return r.change.starts_with(begins); });
    return remedy == study.remedies.end() ? 0 : remedy->factor;
}

TEST(StabilityStudy, SaysWhatWouldHelpAndByHowMuch)
{
    const StabilityStudy study = study_stability(undamped_hanging());
    EXPECT_EQ(study.method, "verlet");
    EXPECT_TRUE(study.is_scene_method);
    EXPECT_EQ(study.methods.size(), integrator_choices().size());
    EXPECT_NEAR(factor_of(study, "heavier"), std::sqrt(2.0), 0.005);
    EXPECT_GT(factor_of(study, "coarser"), 1.5);
    EXPECT_GT(factor_of(study, "softer: cloth[0].stretch"), 1.1);
    EXPECT_EQ(factor_of(study, "softer: cloth[0].bending"), 0) << "it gains nothing and should not be named";
    EXPECT_EQ(factor_of(study, "less damping"), 0) << "there is none";
    EXPECT_GT(factor_of(study, "a filter: [filter] kind = \"plain\""), 1.2);
    EXPECT_GE(factor_of(study, "a filter: [filter] kind = \"momentum\""), 1.01);
    EXPECT_TRUE(std::isinf(factor_of(study, "implicit")));
    EXPECT_TRUE(std::ranges::is_sorted(study.remedies, std::greater{}, &Remedy::factor));
    ASSERT_EQ(study.limiting_particles.size(), 10U);
    EXPECT_EQ(study.limiting_particles[0].cloth, "cloth");
    EXPECT_EQ(study.shares.size(), 64U);
    ASSERT_EQ(study.limiting_pairs.size(), 10U);
    EXPECT_EQ(study.limiting_pairs[0].kind, "structural");
    EXPECT_NE(to_text(study).find("m apart: structural"), std::string::npos);
}

TEST(StabilityStudy, TellsTooLongAStepFromAStableOne)
{
    SceneDescription scene = undamped_hanging();
    EXPECT_NE(to_text(study_stability(scene)).find("steps of 0.01 s are TOO LONG for verlet"), std::string::npos);
    scene.integrator.dt = 1e-4;
    EXPECT_NE(to_text(study_stability(scene)).find("steps of 0.0001 s are stable for verlet"), std::string::npos);
    scene.integrator.method = "bdf2";
    EXPECT_NE(to_text(study_stability(scene)).find("what follows is of symplectic-euler"), std::string::npos);
}

TEST(StabilityStudy, StandsInJsonWithWordsForWhatIsNoNumber)
{
    SceneDescription scene = undamped_hanging();
    scene.filter = FilterSettings{.kind = FilterKind::averaged};
    const nlohmann::ordered_json json = to_json(study_stability(scene));
    EXPECT_EQ(json["filtered"], true);
    for (const auto& row : json["methods"]) {
        const auto& longest = row["unfiltered"]["longest_s"];
        if (row["method"] == "backward-euler") {
            EXPECT_EQ(longest, "any");
        } else if (row["method"] == "forward-euler") {
            EXPECT_EQ(longest, 0);
        } else if (row["method"] == "verlet") {
            EXPECT_GT(row["filtered"]["longest_s"].get<double>(), longest.get<double>());
        }
    }
}

TEST(StabilityStudy, EndsWhenToldTo)
{
    const std::atomic<bool> stop = true;
    const StabilityStudy study = study_stability(undamped_hanging(), {.stop = &stop});
    EXPECT_TRUE(study.was_interrupted);
    EXPECT_TRUE(study.methods.empty());
}

}  // namespace
}  // namespace tulle
