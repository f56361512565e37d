#pragma once
// A strip that sticks out over an edge and hangs down under its own weight: the cantilever test (ASTM D1388). It is
// pushed out until the line from the edge to its tip falls by 41.5 degrees; half of what sticks out then is the bending
// length c, and B = W g c^3.

#include "study/fabric_lab/virtual_kes.hpp"

namespace tulle {

struct HangingStrip {
    double length = 0;       // m, that sticks out
    double reach = 0;        // m, of the tip along
    double drop = 0;         // m, of the tip
    bool is_at_rest = true;  // false: it was still moving when patience ended

    [[nodiscard]] double chord_angle() const;  // rad, below the horizontal
};

struct CantileverOptions {
    int cells = 40;                                              // along what sticks out
    double width = 0.025;                                        // m
    std::function<bool(double fraction)> on_progress = nullptr;  // false ends it
};

/// The scene of it: held over one cell, whose middle is the edge, so that cells + 1/2 of them stick out.
[[nodiscard]] SceneDescription hanging_strip_scene(const FabricDescription& fabric, Thread along, double length,
                                                   const CantileverOptions& options);
/// Lets it sink to rest, without swinging.
[[nodiscard]] HangingStrip hang_strip(const FabricDescription& fabric, Thread along, double length,
                                      const CantileverOptions& options);

struct BendingLength {
    double length = 0;    // m, c
    double rigidity = 0;  // N m, W g c^3
    HangingStrip strip;   // the last one
};
/// None when it was ended.
[[nodiscard]] std::optional<BendingLength> measure_bending_length(const FabricDescription& fabric, Thread along,
                                                                  const CantileverOptions& options);

}  // namespace tulle
