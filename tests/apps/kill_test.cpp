// Runs that are ended from outside: at any moment by SIGKILL, politely by Ctrl-C.

#include "apps/app_fixture.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <random>
#include <thread>

namespace tulle {
namespace {

class Kill : public AppTest {};

std::string frame_name(int frame)
{
    char name[32];
    std::snprintf(name, sizeof name, "frame_%04d.obj", frame);  // of the formats the first to be written
    return name;
}

TEST_F(Kill, AtTenMomentsTheRunResumesToTheSameBytes)
{
    const std::filesystem::path whole = whole_run();
    std::mt19937 random(20);
    int killed = 0;
    for (int moment = 0; moment < 10; ++moment) {
        const std::filesystem::path run = folder_ / "run";
        {
            Process process(
                {.arguments = {"run", "swing.toml", "-o", "run"}, .directory = folder_.path(), .file_size_limit = {}});
            // The first falls into the program's start; each later one near a frame of its own, a little after its
            // first file appeared: while the others or the checkpoint are written, or the next frame computed.
            if (moment > 0) (void)process.wait_for(run / frame_name(3 * (moment - 1)));
            const int most = moment == 0 ? 20'000 : 3'000;
            std::this_thread::sleep_for(std::chrono::microseconds(std::uniform_int_distribution(0, most)(random)));
            process.send(SIGKILL);
            if (process.wait().exit_code == 128 + SIGKILL) ++killed;
        }
        const bool exists = std::filesystem::exists(run);
        const Outcome outcome =
            exists ? tulle({"run", "-o", "run", "--resume"}) : tulle({"run", "swing.toml", "-o", "run"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        expect_same_run(whole, run);
        std::filesystem::remove_all(run);
    }
    EXPECT_GE(killed, 5) << "most runs ended before they were killed, so this test shows little";
}

TEST_F(Kill, CtrlCStopsAfterAFrameAndTellsHowToGoOn)
{
    for (const int signal : {SIGINT, SIGTERM}) {
        Process process({.arguments = {"run", "swing.toml", "--set", "simulation.duration=1000"},
                         .directory = folder_.path(),
                         .file_size_limit = {}});
        ASSERT_TRUE(process.wait_for(folder_ / "runs/swing" / frame_name(2)));
        process.send(signal);
        const Outcome outcome = process.wait();
        EXPECT_EQ(outcome.exit_code, 130);
        EXPECT_NE(outcome.err.find("tulle run -o runs/swing --resume"), std::string::npos) << outcome.err;
        EXPECT_TRUE(std::filesystem::exists(folder_ / "runs/swing/checkpoint"));
        std::filesystem::remove_all(folder_ / "runs");
    }
}

TEST_F(Kill, ASecondCtrlCEndsAtOnce)
{
    // The first one may come between two frames, and then suffices: it is tried again.
    for (int attempt = 0; attempt < 10; ++attempt) {
        // A single frame of this scene takes minutes.
        Process process({.arguments = {"run", "swing.toml", "-o", "run", "--set", "simulation.fps=1", "--set",
                                       "integrator.dt=1e-6"},
                         .directory = folder_.path(),
                         .file_size_limit = {}});
        ASSERT_TRUE(process.wait_for(folder_ / "run/checkpoint"));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        process.send(SIGINT);
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        const bool is_in_a_frame = process.is_running();
        process.send(SIGINT);
        EXPECT_EQ(process.wait().exit_code, 130);
        if (is_in_a_frame) return;
        std::filesystem::remove_all(folder_ / "run");
    }
    FAIL() << "the first Ctrl-C always found it between two frames";
}

TEST_F(Kill, TwoProcessesDoNotShareARun)
{
    Process process({.arguments = {"run", "swing.toml", "-o", "run", "--set", "simulation.duration=1000"},
                     .directory = folder_.path(),
                     .file_size_limit = {}});
    ASSERT_TRUE(process.wait_for(folder_ / "run/checkpoint"));
    const Outcome second = tulle({"run", "-o", "run", "--resume"});
    EXPECT_EQ(second.exit_code, 2);
    EXPECT_NE(second.err.find("another process"), std::string::npos) << second.err;
}

}  // namespace
}  // namespace tulle
