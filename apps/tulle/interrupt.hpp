#pragma once
// Ctrl-C and SIGTERM: the first asks the run to stop after the frame at hand, the second ends the program at once.
// A limit on the size of files (ulimit -f) does not kill the program either.

#include <atomic>

namespace tulle {

/// Watches from the first call on; the flag becomes true with the first signal.
[[nodiscard]] const std::atomic<bool>& watch_for_interrupt();

}  // namespace tulle
