#pragma once
// What VSMT10 shows as pictures, ray traced: how far cloth and solids are stretched.

#include "render/image.hpp"
#include "study/papers/vsmt10/vsmt10.hpp"

namespace tulle {

enum class PictureDetail { fine, coarse };  // coarse: to see that all works

/// Figure 3: the lattice at rest, pulled with a damped Jacobian, and with an exact one. Requires result.pulls.
[[nodiscard]] Picture vsmt10_lattice_picture(const Vsmt10Result& result, PictureDetail detail);
/// Figures 4 and 5: cloth and load at the end of an experiment, which must be in result.loads.
[[nodiscard]] Picture vsmt10_load_picture(const Vsmt10Result& result, Vsmt10Experiment experiment,
                                          PictureDetail detail);
/// Figure 6: the three solids at the end, after the fastest of the weights. Requires result.pressed.
[[nodiscard]] Picture vsmt10_cube_picture(const Vsmt10Result& result, PictureDetail detail);

}  // namespace tulle
