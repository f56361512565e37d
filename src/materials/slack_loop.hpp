#pragma once
// Loops that begin only after some way: for elements that measure across a crease (forces/crease_fold.hpp).

#include <tulle/fabric.hpp>

namespace tulle {

/// The loop drawn apart at zero: between there and `slack`, which may be negative, the force is that at zero, and
/// beyond both ends it goes on as it did. Reversals stay as steep.
[[nodiscard]] MeasuredLoop with_slack(const MeasuredLoop& loop, double slack);

}  // namespace tulle
