#pragma once
// Messages to the person who runs Tulle. A library that is embedded stays quiet unless its host listens.

#include <functional>
#include <string_view>

namespace tulle {

enum class LogLevel { debug, info, warning, error };

using LogSink = std::function<void(LogLevel, std::string_view)>;

/// Where messages go; the default writes warnings and errors to standard error.
/// Returns the sink that was in place, so that it can be put back.
LogSink set_log_sink(LogSink sink);

void log(LogLevel level, std::string_view message);

}  // namespace tulle
