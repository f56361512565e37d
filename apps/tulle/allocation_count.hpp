#pragma once
// How often this program has asked for memory: its operator new counts.

namespace tulle {

/// Calls of operator new in all threads so far.
[[nodiscard]] long allocation_count();

}  // namespace tulle
