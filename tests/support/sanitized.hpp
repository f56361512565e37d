#pragma once
// Sanitizers make everything several times slower, the thread sanitizer up to a hundred times: tests that are long
// without one do less under one.

namespace tulle::testing {

#ifdef TULLE_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace tulle::testing
