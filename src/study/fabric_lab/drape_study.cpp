#include "study/fabric_lab/drape_study.hpp"

#include "materials/kes.hpp"
#include "study/fabric_lab/fabric_card.hpp"
#include "study/fabric_lab/given_loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tulle {
namespace {

double shear_of(const FabricDescription& fabric)
{
    const DrawnLoop loop = given_loop(fabric, KesTest::shear, Thread::warp);
    return read_shear(loop.loading, loop.unloading).stiffness;
}

double bending_length_of_softer(const FabricDescription& fabric)
{
    double rigidity = INFINITY;
    for (const Thread along : thread_systems) {
        const DrawnLoop loop = given_loop(fabric, KesTest::bending, along);
        rigidity = std::min(rigidity, read_bending(loop.loading, loop.unloading).rigidity);
    }
    return bending_length_of(rigidity, fabric.areal_density);
}

/// Returns a rough cost: number of particles times the time of the solver per particle.
double drape_cost(int resolution) { return static_cast<double>(resolution) * resolution * std::sqrt(resolution); }

}  // namespace

std::optional<double> DrapeStudy::difference() const
{
    const DrapeTest *fine = nullptr, *coarse = nullptr;
    for (const DrapeRow& row : resolutions)
        if (row.test) coarse = std::exchange(fine, &*row.test);
    return coarse ? std::optional(fine->mean - coarse->mean) : std::nullopt;
}

std::string_view resolution_unit(SpecimenShape shape)
{
    return shape == SpecimenShape::disc ? "rings" : "particles a side";
}

FabricDescription with_shear(FabricDescription fabric, double stiffness)
{
    const double by = stiffness / shear_of(fabric);
    if (auto* kes = std::get_if<KesShear>(&fabric.shear)) {
        kes->stiffness *= by;
        kes->width_half_degree *= by;
        kes->width_5_degrees *= by;
    } else if (auto* loop = std::get_if<MeasuredLoop>(&fabric.shear)) {
        *loop = scaled(std::move(*loop), by);
    }
    return fabric;
}

DrapeStudy run_drape_tests(const FabricDescription& fabric, const DrapeStudyOptions& options)
{
    DrapeStudy study;
    study.fabric = fabric.name;
    if (options.shape == SpecimenShape::disc) study.measured = fabric.drape;
    study.shape = options.shape;
    study.specimen = options.specimen;
    study.support = options.support;
    study.runs = options.runs;
    study.bending_length = bending_length_of_softer(fabric);
    const double own = shear_of(fabric);
    std::vector<int> resolutions = options.resolutions;
    std::sort(resolutions.begin(), resolutions.end());
    resolutions.erase(std::unique(resolutions.begin(), resolutions.end()), resolutions.end());
    double whole_cost = static_cast<double>(options.shears.size()) * drape_cost(resolutions.front());
    for (const int n : resolutions) {
        whole_cost += drape_cost(n);
        study.resolutions.push_back({n, own, std::nullopt});
    }
    for (const double shear : options.shears) study.shears.push_back({resolutions.front(), shear, std::nullopt});

    TestQueue queue(options.watch, whole_cost);
    const auto run = [&](DrapeRow& row, const std::string& what) {
        DrapeOptions one;
        one.shape = options.shape;
        one.specimen = options.specimen;
        one.support = options.support;
        one.resolution = row.resolution;
        one.runs = options.runs;
        const double cost = drape_cost(row.resolution);
        one.on_progress = [watch = queue.watch(what, cost)](double fraction) { return watch(fraction); };
        row.test = drape(row.shear == own ? fabric : with_shear(fabric, row.shear), one);
        queue.finish(cost);
        study.was_interrupted = queue.is_stopped();
        return !study.was_interrupted;
    };
    for (DrapeRow& row : study.resolutions)
        if (!run(row, fmt::format("drape at {} {}", row.resolution, resolution_unit(options.shape)))) return study;
    for (DrapeRow& row : study.shears)
        if (!run(row, fmt::format("drape with G = {:.3g} N/m per rad", row.shear))) return study;
    if (!study.shears.empty()) study.shears.push_back(study.resolutions.front());
    std::sort(study.shears.begin(), study.shears.end(),
              [](const DrapeRow& a, const DrapeRow& b) { return a.shear < b.shear; });
    return study;
}

}  // namespace tulle
