#pragma once
// The tests of the Kawabata system on a simulated patch, with the sizes and speeds of the machine. The patch is free
// between its jaws: what comes out is what cloth of this fabric does, not what its curves say. Forces are read off the
// middle half of the jaw, and the angle of shear is that of the threads there: in shear the free sides give way, over
// some millimetres, and threads across pass a part of it on to the middle, so that cloth beside the jaws is sheared
// less than the jaws have gone (docs/theory/fabric.md, "The free sides of a shear specimen"). A machine that takes the
// jaw's angle and the whole of its force reports a G that is 1 to 5 % too low.
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

/// What a machine draws: both branches, as points with rising `at`.
struct DrawnLoop {
    std::vector<LoopPoint> loading, unloading;
};

struct KesOptions {
    int cells = 10;                                              // between the jaws; those across are as many per 10 cm
    std::function<bool(double fraction)> on_progress = nullptr;  // of this one test; false ends it
};

/// None when it was ended, or failed.
[[nodiscard]] std::optional<DrawnLoop> draw_tension(const FabricDescription& fabric, Thread along,
                                                    const KesOptions& options);
[[nodiscard]] std::optional<DrawnLoop> draw_shear(const FabricDescription& fabric, Thread along,
                                                  const KesOptions& options);
[[nodiscard]] std::optional<DrawnLoop> draw_bending(const FabricDescription& fabric, Thread along,
                                                    const KesOptions& options);

}  // namespace tulle
