#include "study/fabric_lab/fabric_tests.hpp"

#include "core/assert.hpp"
#include "materials/hysteresis_loop.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tulle {
namespace {

// m; a tenth of the standard's 25 mm. Neighbouring threads bend in the same way and do not pull on each other, so that
// a strip of the full width would hang in the same way, at ten times the cost.
constexpr double strip_width = 0.0025;

/// Returns a rough cost: number of particles times the time of a step; bending and shear need more Newton iterations.
double kes_cost(KesTest test, int cells)
{
    const double n = cells;
    if (test == KesTest::bending) return 1.4 * (n + 2) * (2 * n + 1);
    return (test == KesTest::shear ? 3 : 1) * (n + 1) * (4 * n + 1);
}

std::optional<DrawnLoop> draw_kes(const FabricDescription& fabric, KesTest test, Thread along,
                                  const KesOptions& options)
{
    switch (test) {
        case KesTest::tension:
            return draw_tension(fabric, along, options);
        case KesTest::shear:
            return draw_shear(fabric, along, options);
        case KesTest::bending:
            break;
    }
    return draw_bending(fabric, along, options);
}

MeasuredLoop middle_of(const MeasuredLoop& law)
{
    const HysteresisLoop loop(law);
    MeasuredLoop shrunk{.loading = law.loading, .unloading = {}};
    shrunk.loading.insert(shrunk.loading.end(), law.unloading.begin(), law.unloading.end());
    std::sort(shrunk.loading.begin(), shrunk.loading.end(),
              [](const LoopPoint& a, const LoopPoint& b) { return a.at < b.at; });
    shrunk.loading.erase(std::unique(shrunk.loading.begin(), shrunk.loading.end(),
                                     [](const LoopPoint& a, const LoopPoint& b) { return a.at == b.at; }),
                         shrunk.loading.end());
    for (LoopPoint& point : shrunk.loading) point.value = loop.middle(point.at);
    shrunk.unloading = shrunk.loading;
    return shrunk;
}

}  // namespace

KesStudy run_kes_tests(const FabricDescription& fabric, const FabricTestOptions& options)
{
    KesStudy study{.fabric = fabric.name, .cells = options.cells, .curves = {}, .failures = {}};
    std::sort(study.cells.begin(), study.cells.end());
    study.cells.erase(std::unique(study.cells.begin(), study.cells.end()), study.cells.end());
    double whole_cost = 0;
    for (const KesTest test : kes_tests) {
        for (const int cells : study.cells) whole_cost += 2 * kes_cost(test, cells);
        for (const Thread along : thread_systems)
            study.curves.push_back({.test = test,
                                    .along = along,
                                    .given = given_loop(fabric, test, along),
                                    .drawn = std::vector<std::optional<DrawnLoop>>(study.cells.size())});
    }
    TestQueue queue(options.watch, whole_cost);
    for (std::size_t k = 0; k < study.cells.size(); ++k) {
        const int cells = study.cells[k];
        for (KesCurve& curve : study.curves) {
            const std::string what =
                fmt::format("{} along the {} at {} cells", name_of(curve.test), name_of(curve.along), cells);
            const double cost = kes_cost(curve.test, cells);
            curve.drawn[k] =
                draw_kes(fabric, curve.test, curve.along, {.cells = cells, .on_progress = queue.watch(what, cost)});
            queue.finish(cost);
            if (!curve.drawn[k] && queue.is_stopped()) {
                study.was_interrupted = true;
                return study;
            }
            if (!curve.drawn[k]) study.failures.push_back(what);
        }
    }
    return study;
}

FabricDescription without_bending_width(FabricDescription fabric)
{
    for (FabricDirection* direction : {&fabric.warp, &fabric.weft})
        direction->bending = middle_of(loop_of(direction->bending));
    return fabric;
}

CantileverStudy run_cantilever_tests(const FabricDescription& fabric, const FabricTestOptions& options)
{
    TULLE_ASSERT(!options.cells.empty());
    CantileverStudy study{
        .fabric = fabric.name, .areal_density = fabric.areal_density, .cells = options.cells.front(), .rows = {}};
    const FabricDescription shrunk = without_bending_width(fabric);
    const auto is_same_both_ways = [&](KesTest test) {
        return is_same(given_loop(fabric, test, Thread::warp), given_loop(fabric, test, Thread::weft));
    };
    const bool is_balanced = is_same_both_ways(KesTest::tension) && is_same_both_ways(KesTest::bending);
    TestQueue queue(options.watch, is_balanced ? 2 : 4);
    for (const Thread along : thread_systems) {
        if (along == Thread::weft && is_balanced) {  // the weft strips are equal to the warp strips
            study.rows.push_back(study.rows.front());
            study.rows.back().along = along;
            continue;
        }
        const DrawnLoop given = given_loop(fabric, KesTest::bending, along);
        const KesBending read = read_bending(given.loading, given.unloading);
        CantileverRow row{.along = along, .rigidity = read.rigidity, .width = read.width};
        for (const bool has_width : {true, false}) {
            const std::string what =
                fmt::format("strip along the {}{}", name_of(along), has_width ? "" : ", without hysteresis");
            CantileverOptions strip;
            strip.cells = study.cells;
            strip.width = strip_width;
            strip.on_progress = queue.watch(what, 1);
            (has_width ? row.with_width : row.without_width) =
                measure_bending_length(has_width ? fabric : shrunk, along, strip);
            queue.finish(1);
            if (queue.is_stopped()) {  // the last strip may not have come to rest
                study.was_interrupted = true;
                return study;
            }
        }
        study.rows.push_back(row);
    }
    return study;
}

}  // namespace tulle
