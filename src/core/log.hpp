#pragma once
// Log messages to the person who runs Tulle. A host program can replace the receiver of the messages.

#include <functional>
#include <string_view>

namespace tulle {

enum class LogLevel { debug, info, warning, error };

using LogSink = std::function<void(LogLevel, std::string_view)>;

/// Sets the receiver of messages. The default writes warnings and errors to standard error. Returns the sink that was
/// in place, so that it can be put back.
LogSink set_log_sink(LogSink sink);

void log(LogLevel level, std::string_view message);

}  // namespace tulle
