// A disk that is full from the start, and one that fills up on the way.

#include "apps/app_fixture.hpp"
#include "output/frame_cache.hpp"

#include <tulle/triangle_mesh.hpp>

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

class FullDisk : public AppTest {};

TEST_F(FullDisk, AtTheStartLeavesNothing)
{
    // The first file cannot be written at all, then the first fits and the second does not.
    for (const unsigned long limit : {0UL, swing_scene.size() / 2, swing_scene.size()}) {
        expect_refused({.arguments = {"run", "swing.toml", "-o", "new/parents/run"},
                        .directory = folder_.path(),
                        .file_size_limit = limit},
                       "new/parents/run");
    }
}

TEST_F(FullDisk, InAnEmptyDirectoryLeavesItEmpty)
{
    std::filesystem::create_directory(folder_ / "empty");
    expect_refused({.arguments = {"run", "swing.toml", "-o", "empty"},
                    .directory = folder_.path(),
                    .file_size_limit = swing_scene.size() / 2},
                   "empty");
}

TEST_F(FullDisk, OnTheWayKeepsTheFramesBeforeAndGoesOnLater)
{
    // The cache of frames grows fastest, by 24 bytes a particle, and is the first to reach the limit.
    const std::vector<std::string> settings{"--set", "simulation.fps=100", "--set", R"(output.formats=["obj", "pc2"])"};
    const std::filesystem::path whole = whole_run(settings);

    std::vector<std::string> arguments{"run", "swing.toml", "-o", "run"};
    arguments.insert(arguments.end(), settings.begin(), settings.end());
    const unsigned long limit = 100'000;
    const Outcome full =
        Process({.arguments = arguments, .directory = folder_.path(), .file_size_limit = limit}).wait();
    EXPECT_EQ(full.exit_code, 3) << full.err;
    EXPECT_NE(full.err.find("tulle run -o run --resume"), std::string::npos) << full.err;

    const auto json = nlohmann::json::parse(read_text(folder_ / "run/run.json"));
    EXPECT_EQ(json["status"], "failed");
    const int frames = json["totals"]["frames"];
    EXPECT_EQ(frames, (limit - 16) / frame_cache_bytes(144));  // as many as fit behind its header
    for (const int frame : {0, frames - 1}) {
        char name[32];
        std::snprintf(name, sizeof name, "frame_%04d.obj", frame);
        EXPECT_NO_THROW((void)read_mesh(folder_ / "run" / name));
        EXPECT_EQ(read_text(folder_ / "run" / name), read_text(whole / name));
    }

    const Outcome resumed = tulle({"run", "-o", "run", "--resume"});
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    expect_same_run(whole, folder_ / "run");
}

}  // namespace
}  // namespace tulle
