#include "core/log.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tulle {
namespace {

using Messages = std::vector<std::pair<LogLevel, std::string>>;

/// Collects messages while it lives, then puts the sink before it back.
class Listener {
public:
    Listener()
        : before_(set_log_sink([this](LogLevel level, std::string_view text) { messages.emplace_back(level, text); }))
    {}
    ~Listener() { set_log_sink(before_); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    Messages messages;

private:
    LogSink before_;
};

TEST(Log, HandsEveryMessageToTheSink)
{
    const Listener listener;
    log(LogLevel::debug, "a");
    log(LogLevel::error, "b");
    EXPECT_EQ(listener.messages, (Messages{{LogLevel::debug, "a"}, {LogLevel::error, "b"}}));
}

TEST(Log, ReturnsTheSinkThatWasInPlace)
{
    const Listener outer;
    {
        const Listener inner;
        log(LogLevel::info, "inner");
        EXPECT_EQ(inner.messages, (Messages{{LogLevel::info, "inner"}}));
    }
    log(LogLevel::info, "outer");
    EXPECT_EQ(outer.messages, (Messages{{LogLevel::info, "outer"}}));
}

TEST(Log, TheDefaultWritesWarningsAndErrorsOnly)
{
    const Listener listener;
    set_log_sink({});
    ::testing::internal::CaptureStderr();
    log(LogLevel::debug, "quiet");
    log(LogLevel::info, "quiet");
    log(LogLevel::warning, "the step is long");
    log(LogLevel::error, std::string_view("the step failed badly").substr(0, 15));
    EXPECT_EQ(::testing::internal::GetCapturedStderr(),
              "tulle: warning: the step is long\ntulle: error: the step failed\n");
    EXPECT_TRUE(listener.messages.empty());
}

TEST(Log, MessagesOfManyThreadsArriveWhole)
{
    constexpr int threads = 4;
    constexpr int each = 200;
    const Listener listener;
    {
        std::vector<std::jthread> writers;
        for (int t = 0; t < threads; ++t)
            writers.emplace_back([t] {
                for (int k = 0; k < each; ++k) log(LogLevel::info, "thread " + std::to_string(t));
            });
    }
    ASSERT_EQ(listener.messages.size(), static_cast<std::size_t>(threads * each));
    for (int t = 0; t < threads; ++t) {
        const std::pair expected{LogLevel::info, "thread " + std::to_string(t)};
        EXPECT_EQ(std::count(listener.messages.begin(), listener.messages.end(), expected), each);
    }
}

}  // namespace
}  // namespace tulle
