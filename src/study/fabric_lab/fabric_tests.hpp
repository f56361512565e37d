#pragma once
// Textile laboratory tests of one fabric, in both directions: the Kawabata tests at several resolutions, and the
// cantilever test.

#include "study/common/test_queue.hpp"
#include "study/fabric_lab/cantilever.hpp"
#include "study/fabric_lab/given_loops.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tulle {

struct FabricTestOptions {
    std::vector<int> cells{};  // the resolutions
    StudyWatch watch{};
};

/// One test in one direction.
struct KesCurve {
    KesTest test;
    Thread along;
    DrawnLoop given;                              // of the constitutive law alone
    std::vector<std::optional<DrawnLoop>> drawn;  // per resolution; none: failed or not reached
};

struct KesStudy {
    std::string fabric;
    std::vector<int> cells;
    std::vector<KesCurve> curves;       // tension, shear and bending; warp and weft of each
    std::vector<std::string> failures;  // "shear along the warp at 5 cells"
    bool was_interrupted = false;
};

inline const std::vector<int> usual_kes_cells{5, 10};

/// Runs the Kawabata tests. The coarsest resolution comes first, so that a stopped study has complete tables.
[[nodiscard]] KesStudy run_kes_tests(const FabricDescription& fabric, const FabricTestOptions& options);

/// The cantilever test in one direction, with the fabric's bending loop and with a loop without width (no hysteresis).
struct CantileverRow {
    Thread along = Thread::warp;
    double rigidity = 0;  // N m, given B
    double width = 0;     // N, given 2HB
    std::optional<BendingLength> with_width{}, without_width{};
};

struct CantileverStudy {
    std::string fabric;
    double areal_density = 0;  // kg/m^2
    int cells = 0;
    std::vector<CantileverRow> rows;
    bool was_interrupted = false;
};

inline constexpr int usual_cantilever_cells = 40;

/// Runs the cantilever tests with the first resolution of `options.cells`.
[[nodiscard]] CantileverStudy run_cantilever_tests(const FabricDescription& fabric, const FabricTestOptions& options);

/// Returns the fabric with each bending loop replaced by its middle line (no hysteresis).
[[nodiscard]] FabricDescription without_bending_width(FabricDescription fabric);

}  // namespace tulle
