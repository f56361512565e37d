#pragma once
// Cantilever test of bending stiffness (ASTM D1388): a strip overhangs an edge and bends down under its own weight. The
// strip is pushed out until the line from the edge to its tip is inclined by 41.5 degrees. The bending length c is half
// of the overhang then, and the bending rigidity is B = W g c^3.

#include "study/fabric_lab/virtual_kes.hpp"

namespace tulle {

struct HangingStrip {
    double length = 0;       // m, of the overhang
    double reach = 0;        // m, horizontal distance of the tip from the edge
    double drop = 0;         // m, of the tip below the edge
    bool is_at_rest = true;  // false: it still moved when the time limit was reached

    [[nodiscard]] double chord_angle() const;  // rad, below the horizontal
};

struct CantileverOptions {
    int cells = 40;                                              // along the overhang
    double width = 0.025;                                        // m
    std::function<bool(double fraction)> on_progress = nullptr;  // returns false to stop the test
};

/// Returns the scene of the test. The strip is clamped over one cell, and the edge is in the middle of that cell, so
/// that the overhang has `cells` + 1/2 cells.
[[nodiscard]] SceneDescription hanging_strip_scene(const FabricDescription& fabric, Thread along, double length,
                                                   const CantileverOptions& options);
/// Lets a strip sink to rest without swinging.
[[nodiscard]] HangingStrip hang_strip(const FabricDescription& fabric, Thread along, double length,
                                      const CantileverOptions& options);

struct BendingLength {
    double length = 0;    // m, c
    double rigidity = 0;  // N m, W g c^3
    HangingStrip strip;   // the last one
};
/// Finds the overhang of the test by bisection. Returns nothing when the test was stopped.
[[nodiscard]] std::optional<BendingLength> measure_bending_length(const FabricDescription& fabric, Thread along,
                                                                  const CantileverOptions& options);

}  // namespace tulle
