#pragma once
// The drape test of a fabric at several resolutions, several times each, and for other shear stiffnesses than the
// fabric's, which few people have measured.

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
    std::vector<double> shears{};  // N/m per rad, G to try besides, at the coarsest resolution
    StudyWatch watch{};
};

struct DrapeRow {
    int resolution = 0;
    double shear = 0;               // N/m per rad, G
    std::optional<DrapeTest> test;  // none: failed, or not reached
};

struct DrapeStudy {
    std::string fabric;
    std::optional<double> measured;  // drape coefficient of the real one
    SpecimenShape shape = SpecimenShape::disc;
    double specimen = 0, support = 0;  // m, diameters, or a side
    double bending_length = 0;         // m, (B/(W g))^(1/3), of the direction that bends more easily
    int runs = 0;
    std::vector<DrapeRow> resolutions;  // of the fabric as it is, the coarsest first
    std::vector<DrapeRow> shears;       // at the coarsest resolution, ascending, the fabric's own among them
    bool was_interrupted = false;

    /// Means of the two finest resolutions; none with fewer.
    [[nodiscard]] std::optional<double> difference() const;
};

[[nodiscard]] DrapeStudy run_drape_tests(const FabricDescription& fabric, const DrapeStudyOptions& options);

/// "rings"
[[nodiscard]] std::string_view resolution_unit(SpecimenShape shape);

/// The same fabric with another shear stiffness [N/m per rad]; the widths of the loop grow in proportion.
[[nodiscard]] FabricDescription with_shear(FabricDescription fabric, double stiffness);

}  // namespace tulle
