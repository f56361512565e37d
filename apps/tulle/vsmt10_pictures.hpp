#pragma once
// Ray-traced pictures for the figures of VSMT10: the stretch of cloth and solids.

#include "render/image.hpp"
#include "study/papers/vsmt10/vsmt10.hpp"

namespace tulle {

enum class PictureDetail { fine, coarse };  // coarse: for quick runs

/// Returns figure 3: the lattice at rest, pulled with a damped Jacobian, and with an exact one. Requires result.pulls.
[[nodiscard]] Picture vsmt10_lattice_picture(const Vsmt10Result& result, PictureDetail detail);
/// Returns figure 4 or 5: cloth and load at the end of an experiment, which must be in result.loads.
[[nodiscard]] Picture vsmt10_load_picture(const Vsmt10Result& result, Vsmt10Experiment experiment,
                                          PictureDetail detail);
/// Returns figure 6: the three solids at the end, pressed by the fastest cube. Requires result.pressed.
[[nodiscard]] Picture vsmt10_cube_picture(const Vsmt10Result& result, PictureDetail detail);

}  // namespace tulle
