#include "core/log.hpp"

#include <cstdio>
#include <mutex>
#include <utility>

namespace tulle {
namespace {

void write_to_stderr(LogLevel level, std::string_view message)
{
    if (level < LogLevel::warning) return;
    std::fprintf(stderr, "tulle: %s%.*s\n",
                 level == LogLevel::error ? "error: " : "warning: ", static_cast<int>(message.size()), message.data());
}

struct Logger {
    std::mutex mutex;
    LogSink sink = write_to_stderr;
};

Logger& logger()
{
    static Logger instance;
    return instance;
}

}  // namespace

LogSink set_log_sink(LogSink sink)
{
    const std::scoped_lock lock(logger().mutex);
    if (!sink) sink = write_to_stderr;
    return std::exchange(logger().sink, std::move(sink));
}

void log(LogLevel level, std::string_view message)
{
    const std::scoped_lock lock(logger().mutex);
    logger().sink(level, message);
}

}  // namespace tulle
