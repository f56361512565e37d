#pragma once
// Counts memory allocations by a replacement of operator new.

namespace tulle {

/// Returns the number of calls of operator new in all threads so far.
[[nodiscard]] long allocation_count();

}  // namespace tulle
