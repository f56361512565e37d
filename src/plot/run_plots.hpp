#pragma once
// Plots of a run over time, from the columns of metrics.csv: energies and stretch.

#include "plot/plot.hpp"

#include <tulle/run_frames.hpp>

namespace tulle {

// Both functions throw InputError with the name of a column that the table lacks.

/// Returns energies by kind [J]. The upper panel shows all of them; the lower one shows the energies of the springs,
/// which are small compared with the others.
[[nodiscard]] Figure energy_figure(const MetricsTable& metrics);

/// Returns the largest and the mean stretch of the springs along the threads [%]. Each has its own panel, because they
/// differ widely.
[[nodiscard]] Figure stretch_figure(const MetricsTable& metrics);

}  // namespace tulle
