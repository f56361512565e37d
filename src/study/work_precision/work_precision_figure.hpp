#pragma once
// Error over time spent, a curve per method and a panel per family.

#include "plot/plot.hpp"
#include "study/work_precision/work_precision.hpp"

namespace tulle {

/// All panels have the same axes, and each shows the other families in grey, so that curves compare across them. What
/// failed is written below its panel.
[[nodiscard]] Figure work_precision_figure(const WorkPrecision& result);

}  // namespace tulle
