#pragma once
// Simulated Kawabata (KES) tests of tension, shear and bending on a patch of cloth, with the sizes and speeds of the
// machines. The patch is free between its jaws, so that the tests measure the behaviour of simulated cloth and do not
// merely repeat the curves of the fabric. Forces are read off the middle half of the jaw, and the shear angle is the
// angle of the threads there. In shear the free sides give way over some millimetres. Crossing threads transmit a part
// of this to the middle, so that cloth beside the jaws is sheared less than the jaws have moved (docs/theory/fabric.md,
// "The free sides of a shear specimen"). A machine that uses the angle of the jaw and its whole force reports a G that
// is 1 to 5 % too low.
//
//   tension  5 cm between the jaws, 20 cm wide; 0.2 mm/s up to 500 gf/cm and back
//   shear    the same; pulled with 10 gf/cm, then to 8 degrees, to -8 and to 8 again, 0.478 degrees per second
//   bending  1 cm between the jaws, 20 cm wide; to 2.5 1/cm, to -2.5 and to 2.5 again, 0.5 1/cm per second

#include "materials/kes.hpp"
#include "study/common/study_progress.hpp"

#include <tulle/description.hpp>

#include <functional>
#include <optional>

namespace tulle {

enum class Thread { warp, weft };

[[nodiscard]] inline const FabricDirection& direction_of(const FabricDescription& fabric, Thread along)
{
    return along == Thread::warp ? fabric.warp : fabric.weft;
}

/// Loop drawn by a machine: both branches, as points with rising `at`.
struct DrawnLoop {
    std::vector<LoopPoint> loading, unloading;
};

struct KesOptions {
    int cells = 10;                                              // between the jaws; across: 4 times, in bending 2
    std::function<bool(double fraction)> on_progress = nullptr;  // of this test; return false to stop it
};

/// Each function returns nothing when the test was stopped or failed.
[[nodiscard]] std::optional<DrawnLoop> draw_tension(const FabricDescription& fabric, Thread along,
                                                    const KesOptions& options);
[[nodiscard]] std::optional<DrawnLoop> draw_shear(const FabricDescription& fabric, Thread along,
                                                  const KesOptions& options);
[[nodiscard]] std::optional<DrawnLoop> draw_bending(const FabricDescription& fabric, Thread along,
                                                    const KesOptions& options);

}  // namespace tulle
