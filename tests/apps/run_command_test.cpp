#include "apps/app_fixture.hpp"

#include <tulle/scene_file.hpp>
#include <tulle/simulation.hpp>
#include <tulle/version.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>

namespace tulle {
namespace {

class RunCommand : public AppTest {};

TEST_F(RunCommand, SaysWhereTheResultIsAndWhatToDoNext)
{
    const Outcome outcome = tulle({"run", "swing.toml", "--set", "simulation.duration=0.12"});
    EXPECT_EQ(outcome.exit_code, 0);
    for (const char* word : {"runs/swing", "4 of 4", "largest stretch", "frames.pvd in ParaView"}) {
        EXPECT_NE(outcome.out.find(word), std::string::npos) << word << " in " << outcome.out;
    }
    EXPECT_TRUE(std::filesystem::exists(folder_ / "runs/swing/frame_0003.obj"));
}

TEST_F(RunCommand, NeverWritesOverARun)
{
    EXPECT_EQ(tulle({"run", "swing.toml", "--quiet"}).exit_code, 0);
    const auto first = files_in(folder_ / "runs/swing");
    EXPECT_EQ(tulle({"run", "swing.toml", "--quiet"}).exit_code, 0);
    EXPECT_EQ(files_in(folder_ / "runs/swing"), first);
    expect_same_run(folder_ / "runs/swing", folder_ / "runs/swing-2");
    expect_refused({"run", "swing.toml", "-o", "runs/swing"}, "--resume");
}

TEST_F(RunCommand, QuietSaysNothing)
{
    const Outcome outcome = tulle({"run", "swing.toml", "--quiet"});
    EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST_F(RunCommand, AFinishedRunIsNotRunAgain)
{
    (void)whole_run();
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"run", "-o", "whole", "--resume"},
                                                      {"run", "whole", "--resume"},
                                                      {"run", "swing.toml", "-o", "whole", "--resume"}}) {
        const Outcome outcome = tulle(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_NE(outcome.out.find("finished already"), std::string::npos) << outcome.out;
    }
}

TEST_F(RunCommand, ResumingWithAnotherSceneIsRefused)
{
    (void)whole_run();
    expect_refused({"run", "swing.toml", "-o", "whole", "--resume", "--set", "integrator.dt=0.01"}, "differs");
    expect_refused({"run", "-o", "whole", "--resume", "--set", "integrator.dt=0.01"}, "differs");
}

TEST_F(RunCommand, ADamagedCheckpointIsRefused)
{
    const std::filesystem::path whole = whole_run();
    write_text(whole / "checkpoint", read_text(whole / "checkpoint").substr(0, 100));
    expect_refused({"run", "-o", "whole", "--resume"}, "checkpoint: damaged");
}

TEST_F(RunCommand, FramesAreTheSameForAnyNumberOfThreads)
{
    // Enough particles for two blocks of parallel work, and springs so soft that every method takes the step easily.
    const std::vector<std::string> settings{"cloth[0].grid.particles=[50, 50]",
                                            "cloth[0].stretch_stiffness=1",
                                            "cloth[0].shear_stiffness=0.2",
                                            "cloth[0].bending_stiffness=0.01",
                                            "simulation.fps=1000",
                                            "simulation.duration=0.002",
                                            "integrator.dt=1e-4"};
    for (const std::string method : {"imex-euler", "backward-euler", "symplectic-euler"}) {
        for (const std::string threads : {"1", "2"}) {
            std::vector<std::string> arguments{"run",
                                               "swing.toml",
                                               "-o",
                                               method + threads,
                                               "--threads",
                                               threads,
                                               "--quiet",
                                               "--set",
                                               "integrator.method=" + method};
            for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
            const Outcome outcome = tulle(arguments);
            EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        }
        expect_same_run(folder_ / (method + "1"), folder_ / (method + "2"));
    }
}

TEST_F(RunCommand, ATooLargeStepStopsInTheFrameThatExplodes)
{
    // Two hundredths above the limit, so that it takes some frames to grow.
    const std::vector<std::string> overrides{"integrator.method=symplectic-euler", "integrator.dt=0.00048",
                                             "simulation.fps=100"};
    // The frame in which it happens, by the library.
    Simulation simulation(read_scene(folder_ / "swing.toml", overrides).scene);
    FrameReport report;
    do {
        report = simulation.advance_frame();
    } while (!is_failure(report.status) && report.frame < 30);
    ASSERT_TRUE(is_failure(report.status));
    EXPECT_GE(report.frame, 3);

    std::vector<std::string> arguments{"run", "swing.toml", "-o", "run"};
    for (const std::string& assignment : overrides) arguments.insert(arguments.end(), {"--set", assignment});
    const Outcome outcome = tulle(arguments);
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_NE(outcome.err.find("largest stable step"), std::string::npos) << outcome.err;
    int frames = 0;
    char name[32];
    for (;; ++frames) {
        std::snprintf(name, sizeof name, "frame_%04d.obj", frames);
        if (!std::filesystem::exists(folder_ / "run" / name)) break;
        EXPECT_NO_THROW((void)read_mesh(folder_ / "run" / name)) << name;
    }
    EXPECT_EQ(frames, report.frame);  // all before it, the start included
}

TEST_F(RunCommand, JsonIsJson)
{
    const Outcome outcome = tulle({"run", "swing.toml", "--json", "--threads", "1"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["status"], "finished");
    EXPECT_EQ(json["threads"], 1);
    EXPECT_EQ(json["directory"], "runs/swing");
    EXPECT_EQ(json["totals"]["steps"], 60);
}

TEST_F(RunCommand, OverridesAreKeptWithTheRun)
{
    EXPECT_EQ(tulle({"run", "--set", "simulation.duration=0.2", "swing.toml", "-o", "a", "--quiet"}).exit_code, 0);
    EXPECT_EQ(tulle({"run", "a/scene.toml", "-o", "b", "--quiet"}).exit_code, 0);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "a/frame_0005.obj"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "a/frame_0006.obj"));
    auto a = files_in(folder_ / "a");
    auto b = files_in(folder_ / "b");
    EXPECT_EQ(a["metrics.csv"], b["metrics.csv"]);
}

TEST_F(RunCommand, ScenesAreFoundByName)
{
    std::filesystem::create_directory(folder_ / "scenes");
    write_text(folder_ / "scenes/pendulum.toml", swing_scene);
    EXPECT_EQ(tulle({"run", "pendulum", "--quiet"}).exit_code, 0);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "runs/pendulum/scene.toml"));
}

TEST_F(RunCommand, HelpHasAnExampleForEveryCommand)
{
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"--help"}, {"run", "--help"}, {"check", "--help"}, {"list", "--help"}}) {
        const Outcome outcome = tulle(arguments);
        EXPECT_EQ(outcome.exit_code, 0);
        EXPECT_NE(outcome.out.find("Examples:\n  tulle "), std::string::npos) << outcome.out;
    }
    EXPECT_EQ(tulle({"--version"}).out, "tulle " + std::string(version) + "\n");
}

TEST_F(RunCommand, TheSummaryOfAnAdaptiveRunTellsItsSteps)
{
    const Outcome equal = tulle({"run", "swing.toml", "--set", "simulation.duration=0.2"});
    EXPECT_NE(equal.out.find("  steps            10\n"), std::string::npos) << equal.out;
    const Outcome adaptive =
        tulle({"run", "swing.toml", "--set", "integrator.method=bdf2", "--set", "integrator.dt=adaptive", "--set",
               "integrator.relative_tolerance=1e-4", "--set", "simulation.duration=0.4", "-o", "adaptive"});
    EXPECT_EQ(adaptive.exit_code, 0) << adaptive.err;
    const auto totals = nlohmann::json::parse(read_text(folder_ / "adaptive/run.json"))["totals"];
    ASSERT_GT(totals["rejected_steps"].get<long>(), 0);
    const std::string expected =
        fmt::format("  steps            {} of {:.3g} to {:.3g} ms, and {} rejected and repeated with shorter steps\n",
                    totals["steps"].get<long>(), 1e3 * totals["smallest_dt"].get<double>(),
                    1e3 * totals["largest_dt"].get<double>(), totals["rejected_steps"].get<long>());
    EXPECT_NE(adaptive.out.find(expected), std::string::npos) << adaptive.out;
}

}  // namespace
}  // namespace tulle
