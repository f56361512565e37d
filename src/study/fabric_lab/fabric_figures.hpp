#pragma once
// Figures of the hysteresis loops of a fabric in KES units, which are usual in textile engineering: tension, shear and
// bending, one below the other.

#include "plot/plot.hpp"
#include "study/fabric_lab/fabric_tests.hpp"

namespace tulle {

/// Returns the loops as given: warp and weft, loading and unloading.
[[nodiscard]] Figure fabric_figure(const FabricDescription& fabric);

/// Returns the given loops as lines, and the loops of the simulated machines as points, for each resolution.
[[nodiscard]] Figure kes_figure(const KesStudy& study);

}  // namespace tulle
