#pragma once
// Drape study of a fabric: the drape test at several resolutions, several times each, and with other shear stiffnesses
// than the fabric's, because measured shear stiffnesses are rare.

#include "study/common/test_queue.hpp"
#include "study/fabric_lab/drape.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

struct DrapeStudyOptions {
    SpecimenShape shape = SpecimenShape::disc;
    double specimen = 0.30, support = 0.18;  // m, diameters, or a side
    std::vector<int> resolutions{12, 18};
    int runs = 3;                  // per resolution
    std::vector<double> shears{};  // N/m per rad, further G, at the coarsest resolution
    StudyWatch watch{};
};

struct DrapeRow {
    int resolution = 0;
    double shear = 0;               // N/m per rad, G
    std::optional<DrapeTest> test;  // none: failed or not reached
};

struct DrapeStudy {
    std::string fabric;
    std::optional<double> measured;  // drape coefficient of the real fabric
    SpecimenShape shape = SpecimenShape::disc;
    double specimen = 0, support = 0;  // m, diameters, or a side
    double bending_length = 0;         // m, (B/(W g))^(1/3), of the direction with smaller B
    int runs = 0;
    std::vector<DrapeRow> resolutions;  // of the unchanged fabric, the coarsest first
    std::vector<DrapeRow> shears;       // at the coarsest resolution, ascending, with the fabric's own
    bool was_interrupted = false;

    /// Returns the difference between the mean coefficients of the two finest resolutions; none with fewer than two.
    [[nodiscard]] std::optional<double> difference() const;
};

[[nodiscard]] DrapeStudy run_drape_tests(const FabricDescription& fabric, const DrapeStudyOptions& options);

/// Returns "rings" or "particles a side".
[[nodiscard]] std::string_view resolution_unit(SpecimenShape shape);

/// Returns the fabric with another shear stiffness [N/m per rad]; the widths of its hysteresis loop scale in
/// proportion.
[[nodiscard]] FabricDescription with_shear(FabricDescription fabric, double stiffness);

}  // namespace tulle
