#pragma once
// Handles Ctrl-C and SIGTERM: the first signal stops the run after the current frame, the second one ends the program
// immediately. A limit on the size of files (ulimit -f) does not kill the program.

#include <atomic>

namespace tulle {

/// Installs the signal handlers at the first call. Returns a flag that the first signal sets to true.
[[nodiscard]] const std::atomic<bool>& watch_for_interrupt();

}  // namespace tulle
