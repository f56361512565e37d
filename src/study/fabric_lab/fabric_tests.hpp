#pragma once
// The tests of a textile laboratory on one fabric, in both directions and at several resolutions.

#include "study/common/test_queue.hpp"
#include "study/fabric_lab/cantilever.hpp"
#include "study/fabric_lab/given_loops.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tulle {

struct FabricTestOptions {
    std::vector<int> cells{};  // a resolution each
    StudyWatch watch{};
};

/// One test in one direction.
struct KesCurve {
    KesTest test;
    Thread along;
    DrawnLoop given;                              // of the law alone
    std::vector<std::optional<DrawnLoop>> drawn;  // per resolution; none where it failed or was not reached
};

struct KesStudy {
    std::string fabric;
    std::vector<int> cells;
    std::vector<KesCurve> curves;       // tension, shear and bending; warp and weft of each
    std::vector<std::string> failures;  // "shear along the warp at 5 cells"
    bool was_interrupted = false;
};

inline const std::vector<int> usual_kes_cells{5, 10};

/// The coarsest resolution first, so that a study that is ended has whole tables.
[[nodiscard]] KesStudy run_kes_tests(const FabricDescription& fabric, const FabricTestOptions& options);

/// The cantilever in one direction, as the fabric is and with a bending loop without width.
struct CantileverRow {
    Thread along = Thread::warp;
    double rigidity = 0;  // N m, B that went in
    double width = 0;     // N, 2HB that went in
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

/// Of `options.cells` the first counts.
[[nodiscard]] CantileverStudy run_cantilever_tests(const FabricDescription& fabric, const FabricTestOptions& options);

/// The same fabric with bending loops shrunk to their middles.
[[nodiscard]] FabricDescription without_bending_width(FabricDescription fabric);

}  // namespace tulle
