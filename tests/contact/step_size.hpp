#pragma once
// The step that tests of contact take.

namespace tulle {

inline constexpr double step_size = 0.01;  // s

}  // namespace tulle
