#pragma once
// The loops of a fabric in KES units, which textile people read: tension, shear and bending, one below the other.

#include "plot/plot.hpp"
#include "study/fabric_lab/fabric_tests.hpp"

namespace tulle {

/// As given: warp and weft, loading and unloading.
[[nodiscard]] Figure fabric_figure(const FabricDescription& fabric);

/// As given, as lines, and as drawn by the machines, as points of each resolution.
[[nodiscard]] Figure kes_figure(const KesStudy& study);

}  // namespace tulle
