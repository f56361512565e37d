#pragma once
// Work-precision diagram: error over computing time, with a curve per method and a panel per family of methods.

#include "plot/plot.hpp"
#include "study/work_precision/work_precision.hpp"

namespace tulle {

/// All panels have the same axes, and each shows the curves of the other families in grey, so that panels can be
/// compared. Failed runs are listed below their panel.
[[nodiscard]] Figure work_precision_figure(const WorkPrecision& result);

}  // namespace tulle
