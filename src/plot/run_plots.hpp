#pragma once
// The plots of a run: how its numbers in metrics.csv go with time.

#include "output/run_frames.hpp"
#include "plot/plot.hpp"

namespace tulle {

// Both throw InputError naming the column when the table does not have what they show.

/// Energies by kind [J]: all of them above, and below those in the springs, which are small beside the others.
[[nodiscard]] Figure energy_figure(const MetricsTable& metrics);

/// Largest and mean stretch of the springs along the threads [%], one below the other: they differ by far.
[[nodiscard]] Figure stretch_figure(const MetricsTable& metrics);

}  // namespace tulle
