#include "progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

/// What a run of `frames` frames, each `frame_seconds` long, shows.
std::string shown(bool is_terminal, int frames, double frame_seconds)
{
    ::testing::internal::CaptureStderr();
    ProgressDisplay display(is_terminal);
    for (int frame = 1; frame <= frames; ++frame) {
        display.show({.frame = frame,
                      .frame_count = frames,
                      .time = frame * 0.04,
                      .contacts = 7,
                      .elapsed = frame * frame_seconds,
                      .remaining = (frames - frame) * frame_seconds});
    }
    display.clear();
    return ::testing::internal::GetCapturedStderr();
}

TEST(Progress, TextHoldsFrameShareTimesAndContacts)
{
    EXPECT_EQ(
        progress_text({.frame = 12, .frame_count = 50, .time = 0.48, .contacts = 17, .elapsed = 1, .remaining = 3.1}),
        "frame 12/50  24 %  0.480 s simulated  3.1 s left  17 contacts");
}

TEST(Progress, ShortRunsShowNothingInALog) { EXPECT_EQ(shown(false, 10, 0.19), ""); }

TEST(Progress, LongRunsShowALineEveryTwoSecondsInALog)
{
    const std::string text = shown(false, 100, 0.1);
    EXPECT_EQ(std::ranges::count(text, '\n'), 4);  // at 2, 4, 6 and 8 s; the summary stands for the end
    EXPECT_EQ(text.find('\r'), std::string::npos);
}

TEST(Progress, ATerminalShowsOneLineThatGoesAway)
{
    const std::string text = shown(true, 100, 0.1);
    EXPECT_GT(std::ranges::count(text, '\r'), 50);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_NE(text.find("[==========          ] frame 50/100"), std::string::npos);
    EXPECT_TRUE(text.ends_with("\r\x1b[K"));
}

TEST(Progress, AnyOtherWorkIsShownLikewise)
{
    ::testing::internal::CaptureStderr();
    ProgressDisplay terminal(true);
    terminal.show(0.5, "half of it", 1);
    terminal.show(0.6, "too soon", 1.01);
    terminal.clear();
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "\r[==========          ] half of it\x1b[K\r\x1b[K");
    ::testing::internal::CaptureStderr();
    ProgressDisplay log(false);
    log.show(0.5, "too soon", 1);
    log.show(0.6, "a line", 2.5);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "a line\n");
}

}  // namespace
}  // namespace tulle
