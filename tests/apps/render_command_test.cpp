#include "apps/app_fixture.hpp"
#include "output/frame_files.hpp"

#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdlib>

namespace tulle {
namespace {

const std::vector<std::string> quick{"--size", "64x48", "--samples", "1"};

class RenderCommand : public AppTest {
protected:
    [[nodiscard]] static std::vector<std::string> render(std::vector<std::string> more)
    {
        std::vector<std::string> arguments{"render", "whole"};
        arguments.insert(arguments.end(), quick.begin(), quick.end());
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }
    static void need_ffmpeg()
    {
        ASSERT_EQ(std::system("ffmpeg -version > /dev/null 2>&1"), 0) << "no ffmpeg here; see script/bootstrap";
    }
};

TEST_F(RenderCommand, PutsTheLastFrameIntoTheRun)
{
    const auto run = whole_run();
    const Outcome outcome = tulle(render({}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "whole/frame_0030.png\n");
    const std::string first = read_text(run / "frame_0030.png");
    EXPECT_TRUE(first.starts_with("\x89PNG"));
    EXPECT_EQ(tulle(render({"--threads", "1"})).out, "whole/frame_0030-2.png\n") << "what was there is kept";
    EXPECT_EQ(read_text(run / "frame_0030-2.png"), first) << "the same bytes";
    write_text(run / "frame_0030.png", first + "of another time");
    EXPECT_EQ(tulle(render({"-o", "whole/frame_0030.png"})).out, "whole/frame_0030.png (replaced)\n");
    EXPECT_EQ(read_text(run / "frame_0030.png"), first);
}

TEST_F(RenderCommand, OfAnOptionGivenTwiceTheLastCounts)
{
    (void)whole_run();
    const auto json = nlohmann::json::parse(tulle(render({"--size", "32x16", "--json"})).out);
    EXPECT_EQ(json["width"], 32);
    EXPECT_EQ(json["replaced"], false);
}

TEST_F(RenderCommand, SaysWhatItMadeAsJson)
{
    (void)whole_run();
    const Outcome outcome = tulle(render(
        {"--frame", "3", "--colour", "speed", "--range", "-1,1", "--view", "-40,10", "-o", "speed.png", "--json"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["file"], "speed.png");
    EXPECT_EQ(json["width"], 64);
    EXPECT_EQ(json["frames"], 1);
    EXPECT_GT(json["seconds"], 0);
}

TEST_F(RenderCommand, EveryFieldOfTheListColours)
{
    const auto run = whole_run();
    const auto fields = nlohmann::json::parse(tulle({"list", "fields", "--json"}).out);
    EXPECT_GE(fields.size(), 5U);
    for (const auto& field : fields) {
        const std::string name = field["name"];
        EXPECT_EQ(tulle(render({"--colour", name, "-o", name + ".png"})).exit_code, 0) << name;
    }
    EXPECT_EQ(tulle(render({"--colour", "stretch", "--range", "0,0.02", "-o", "a.png"})).exit_code, 0);
    EXPECT_EQ(tulle(render({"--colour", "stretch", "--range", "0,2%", "-o", "b.png"})).exit_code, 0);
    EXPECT_EQ(read_text(folder_ / "a.png"), read_text(folder_ / "b.png"));
}

TEST_F(RenderCommand, MakesAFilm)
{
    need_ffmpeg();
    const auto run = whole_run();
    const Outcome outcome = tulle(render({"--video"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "whole/film.mp4\n");
    EXPECT_EQ(read_text(run / "film.mp4").substr(4, 4), "ftyp");
    EXPECT_EQ(tulle(render({"--video"})).out, "whole/film-2.mp4\n");
    EXPECT_EQ(tulle(render({"--video", "-o", "whole/film-2.mp4"})).out, "whole/film-2.mp4 (replaced)\n");
}

TEST_F(RenderCommand, AnInterruptedFilmLeavesNothing)
{
    need_ffmpeg();
    const auto run = whole_run();
    const auto before = entries();
    Process process({.arguments = {"render", "whole", "--video", "--size", "320x240"},
                     .directory = folder_.path(),
                     .file_size_limit = {}});
    // Under way when the film is written aside.
    ASSERT_TRUE(process.wait_for(run / ".film.mp4.part") || !process.is_running());
    process.send(SIGINT);
    EXPECT_EQ(process.wait().exit_code, 130);
    EXPECT_EQ(entries(), before);
}

TEST_F(RenderCommand, EverythingWrongIsSaidAtOnce)
{
    (void)whole_run();
    const Outcome outcome = tulle({"render", "whole", "--size", "wide", "--range", "2,1", "--view", "12"});
    EXPECT_EQ(outcome.exit_code, 2);
    for (const char* flag : {"--size", "--range", "--view"})
        EXPECT_NE(outcome.err.find(flag), std::string::npos) << outcome.err;
}

TEST_F(RenderCommand, WhatCannotBeRenderedIsRefused)
{
    (void)whole_run();
    write_text(folder_ / "notes.png", "not a picture at all");
    expect_refused(render({"-o", "notes.png"}), "notes.png: exists and is no PNG file");
    expect_refused(render({"-o", "picture.jpg"}), "picture.jpg");
    expect_refused(render({"-o", "nowhere/picture.png"}), "nowhere");
    expect_refused(render({"--frame", "31"}), "0 to 30");
    expect_refused(render({"--frame", "first"}), "0 to 30");
    expect_refused(render({"--colour", "speeed"}), "speed");
    expect_refused(render({"--colour", "speed", "--range", "0,2%"}), "percentages are for ratios");
    expect_refused({"render", "swing.toml"}, "swing.toml");
}

}  // namespace
}  // namespace tulle
