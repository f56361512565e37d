#include "study/fabric_lab/cantilever_report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tulle {
namespace {

CantileverStudy sample_strips()
{
    const auto strip = [](double c, double rigidity) {
        return BendingLength{.length = c, .rigidity = rigidity, .strip = {.length = 2 * c}};
    };
    CantileverStudy study{.fabric = "plain", .areal_density = 0.15, .cells = 40, .rows = {}};
    study.rows = {{.along = Thread::warp,
                   .rigidity = gf_cm2_per_cm * 0.1,
                   .width = 1e-3,
                   .with_width = strip(0.022, gf_cm2_per_cm * 0.133),
                   .without_width = strip(0.02, gf_cm2_per_cm * 0.1)}};
    return study;
}

TEST(CantileverReport, SaysWhatHysteresisDoes)
{
    const std::string text = to_text(sample_strips());
    EXPECT_NE(text.find("Hysteresis makes c of the warp 10.0 % longer: 2.20 cm, and 2.00 cm without it.\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("+33.0 %"), std::string::npos) << text;
    EXPECT_NE(to_markdown(sample_strips()).find("| warp | without hysteresis | 0.1 | 2.000 | 0.1 | +0.0 % |"),
              std::string::npos)
        << to_markdown(sample_strips());
}

TEST(CantileverReport, DoesNotBlameALoopThatIsNotThere)
{
    CantileverStudy study = sample_strips();
    study.rows[0].width = 0;
    EXPECT_NE(to_text(study).find("no width"), std::string::npos);
    EXPECT_EQ(to_text(study).find("longer"), std::string::npos);
}

TEST(CantileverReport, AStripThatMovesIsTold)
{
    EXPECT_EQ(to_text(sample_strips()).find("NOT AT REST"), std::string::npos);
    CantileverStudy study = sample_strips();
    study.rows[0].without_width->strip.is_at_rest = false;
    EXPECT_NE(to_text(study).find("NOT AT REST: a strip along the warp"), std::string::npos);
}

TEST(CantileverReport, JsonHoldsBothStrips)
{
    CantileverStudy study = sample_strips();
    auto json = nlohmann::json::parse(to_json(study).dump());
    EXPECT_EQ(json["strips"][0]["along"], "warp");
    EXPECT_EQ(json["strips"][0]["as_it_is"]["bending_length_m"], 0.022);
    EXPECT_EQ(json["strips"][0]["as_it_is"]["overhang_m"], 0.044);
    study.rows[0].with_width.reset();
    json = nlohmann::json::parse(to_json(study).dump());
    EXPECT_TRUE(json["strips"][0]["as_it_is"].is_null());
}

}  // namespace
}  // namespace tulle
