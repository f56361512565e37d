#include "study/papers/eeh00/standstill.hpp"

#include "study/common/table.hpp"

#include <tulle/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tulle {
namespace {

struct Case {
    std::string name;
    UpdateKind update;
    double h;          // s
    double tolerance;  // of the step
    int stride;        // steps per point of the curve
};

void measure(const Simulation& simulation, StandstillCurve& curve)
{
    double sum = 0;
    double lowest = simulation.positions().front().z();
    for (const Vec3& v : simulation.velocities()) sum += v.norm();
    for (const Vec3& x : simulation.positions()) lowest = std::min(lowest, x.z());
    curve.times.push_back(simulation.time());
    curve.speeds.push_back(sum / simulation.particle_count());
    curve.heights.push_back(lowest);
}

}  // namespace

Standstill run_standstill(const Eeh00Row& row, const Eeh00Choices& choices,
                          const std::function<bool(double)>& keep_going)
{
    constexpr double tolerance = 1e-4, fine_tolerance = 1e-6;
    constexpr int finer = 10;
    const std::array cases{
        Case{"without the update", UpdateKind::none, row.h, tolerance, 1},
        Case{"with the update", UpdateKind::automatic, row.h, tolerance, 1},
        Case{"with the update at h/10", UpdateKind::automatic, row.h / finer, fine_tolerance, finer},
    };
    static_assert(cases.size() == Standstill::runs);
    Standstill result{.row = row};
    for (std::size_t c = 0; c < cases.size(); ++c) {
        const Case& one = cases[c];
        SceneDescription scene = eeh00_scene(row, choices);
        scene.integrator.dt = one.h;
        scene.integrator.update = one.update;
        scene.integrator.tolerance = scene.solver.tolerance = one.tolerance;
        Simulation simulation(scene);
        StandstillCurve curve{.name = one.name, .h = simulation.dt()};
        measure(simulation, curve);
        bool goes_on = true;
        int steps = 0;
        while (goes_on && simulation.frame() < simulation.frame_count()) {
            goes_on = !is_failure(simulation.step().status);
            if (++steps % one.stride == 0) measure(simulation, curve);
            const double part = (static_cast<double>(c) + simulation.time() / choices.duration) / Standstill::runs;
            if (!keep_going(part)) return result;
        }
        result.curves.push_back(std::move(curve));
    }
    return result;
}

Figure standstill_figure(const Standstill& result)
{
    const std::string title = fmt::format("Hanging textile, {} particles, k/m = {:g}/s², h = {:g} s",
                                          result.row.particles(), result.row.stiffness_per_mass, result.row.h);
    Plot speed{
        .title = title, .x = {.label = "time", .unit = "s"}, .y = {.label = "mean speed", .unit = "m/s", .min = 0}};
    Plot height{
        .title = "Its lowest particle", .x = {.label = "time", .unit = "s"}, .y = {.label = "height", .unit = "m"}};
    for (const StandstillCurve& curve : result.curves) {
        speed.series.push_back({.name = curve.name, .xs = curve.times, .ys = curve.speeds});
        height.series.push_back({.name = curve.name, .xs = curve.times, .ys = curve.heights});
    }
    return {.plots = {speed, height}, .panel_height = 300};
}

std::string to_csv(const Standstill& result)
{
    Table table({"curve", "h_s", "time_s", "mean_speed_m_s", "lowest_m"});
    for (const StandstillCurve& curve : result.curves)
        for (std::size_t i = 0; i < curve.times.size(); ++i)
            table.add_row({curve.name, curve.h, curve.times[i], curve.speeds[i], curve.heights[i]});
    return to_csv(table);
}

}  // namespace tulle
