#pragma once
// Hysteresis loops with slack: an interval of constant force at zero. Elements that measure across a crease use loops
// with slack (forces/crease_fold.hpp).

#include <tulle/fabric.hpp>

namespace tulle {

/// Returns the loop with its two sides moved apart at zero. Between zero and `slack`, which may be negative, the force
/// is that of the loop at zero. Beyond both ends the loop continues unchanged. Reversals keep their slope.
[[nodiscard]] MeasuredLoop with_slack(const MeasuredLoop& loop, double slack);

}  // namespace tulle
