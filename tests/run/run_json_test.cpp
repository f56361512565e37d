#include "run/run_json.hpp"

#include "run/run_certificate.hpp"
#include "run/run_fixture.hpp"

#include <tulle/version.hpp>

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

RunRecord example_record()
{
    RunRecord record;
    record.scene = "flag";
    record.threads = 2;
    record.frame_count = 11;
    record.totals.frames = 5;
    record.totals.steps = 80;
    record.stages = {.force = 1,
                     .assembly = 2,
                     .solve = 3,
                     .contact = 4,
                     .other = 5,
                     .history = 0.25,
                     .contact_broad = 1.5,
                     .contact_narrow = 0.5};
    record.output_seconds = 6;
    record.wall_seconds = 21;
    record.resumed = 2;
    record.method = "imex-euler, Newton directions";
    record.step = "as the scene asks";
    record.status = RunStatus::stopped;
    record.message = "interrupted";
    record.warnings = {"flag.toml:3:1: cloth[0].thickness: thick"};
    return record;
}

TEST(RunJson, HoldsWhatRanWhereAndHowFar)
{
    const auto json = nlohmann::json::parse(to_json(example_record()));
    EXPECT_EQ(json["version"], version);
    for (const char* key : {"os", "arch", "cores", "compiler"}) EXPECT_TRUE(json["machine"].contains(key)) << key;
    EXPECT_EQ(json["scene"], "flag");
    EXPECT_EQ(json["status"], "stopped");
    EXPECT_EQ(json["method"], "imex-euler, Newton directions");
    EXPECT_EQ(json["step"], "as the scene asks");
    EXPECT_EQ(json["message"], "interrupted");
    EXPECT_EQ(json["warnings"][0], "flag.toml:3:1: cloth[0].thickness: thick");
    EXPECT_EQ(json["totals"]["frames"], 5);
    EXPECT_EQ(json["totals"]["steps"], 80);
    EXPECT_EQ(json["seconds"]["solve"], 3.0);
    EXPECT_EQ(json["seconds"]["wall"], 21.0);
    EXPECT_EQ(json["seconds"]["history"], 0.25);
    EXPECT_EQ(json["contact_seconds"]["broad"], 1.5);
    EXPECT_EQ(json["contact_seconds"]["response"], 2.0) << "what the searches leave";
}

TEST(RunJson, ReadsBackWhatAResumedRunNeeds)
{
    const TemporaryFolder folder;
    write_text(folder / "run.json", to_json(example_record()));
    const RunRecord back = read_run_json(folder / "run.json");
    EXPECT_EQ(back.scene, "flag");
    EXPECT_EQ(back.resumed, 2);
    EXPECT_EQ(back.method, "imex-euler, Newton directions");
    EXPECT_EQ(back.warnings, example_record().warnings);
    EXPECT_EQ(back.stages.contact, 4);
    EXPECT_EQ(back.stages.history, 0.25);
    EXPECT_EQ(back.stages.contact_broad, 1.5);
    EXPECT_EQ(back.stages.contact_narrow, 0.5);
    EXPECT_EQ(back.output_seconds, 6);
    EXPECT_EQ(back.wall_seconds, 21);
    EXPECT_NE(back.status, RunStatus::finished);
}

TEST(RunJson, ACertificateIsThereWhereFramesAreChecked)
{
    EXPECT_FALSE(nlohmann::json::parse(to_json(example_record())).contains("certificate"));
    RunRecord record = example_record();
    record.certify_seconds = 1.5;
    record.certificate.emplace();
    EXPECT_TRUE(nlohmann::json::parse(to_json(record))["certificate"]["smallest_cloth_gap_m"].is_null());
    add_frame(*record.certificate, {0, 0.01, 0});
    add_frame(*record.certificate, {3, 0, 2e-3});
    const auto json = nlohmann::json::parse(to_json(record));
    EXPECT_EQ(json["certificate"]["free"], false);
    EXPECT_EQ(json["certificate"]["frames"], 2);
    EXPECT_EQ(json["certificate"]["intersections"], 3);
    EXPECT_EQ(json["certificate"]["frames_with_intersections"], 1);
    EXPECT_EQ(json["certificate"]["deepest_crossing_m"], 2e-3);
    EXPECT_EQ(json["seconds"]["certify"], 1.5);
    const TemporaryFolder folder;
    write_text(folder / "run.json", to_json(record));
    EXPECT_TRUE(read_run_json(folder / "run.json").certificate.has_value());
    EXPECT_EQ(read_run_json(folder / "run.json").certify_seconds, 1.5);
}

TEST(RunJson, AFileThatIsNoneOrDamagedGivesAnEmptyRecord)
{
    const TemporaryFolder folder;
    EXPECT_EQ(read_run_json(folder / "run.json").wall_seconds, 0);
    for (const char* text : {"", "{", "[1]", R"({"seconds": 3})", R"({"scene": 7, "seconds": {"wall": 4}})"}) {
        write_text(folder / "run.json", text);
        EXPECT_EQ(read_run_json(folder / "run.json").wall_seconds, 0) << text;
    }
}

TEST(RunJson, ANameThatIsNotUtf8DoesNotStopARun)
{
    RunRecord record = example_record();
    record.scene = "fl\xe4g";
    EXPECT_TRUE(nlohmann::json::accept(to_json(record)));
}

}  // namespace
}  // namespace tulle
