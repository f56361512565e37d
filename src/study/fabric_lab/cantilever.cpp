#include "study/fabric_lab/cantilever.hpp"

#include <tulle/simulation.hpp>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr double gravity = 9.81;         // m/s^2
constexpr double chord = 41.5 * degree;  // rad, at which the test stops
constexpr double slow = 2e-6;            // m/s
constexpr double patience = 60;          // s
// s; such strong damping lets a strip sink without swinging. A strip that overshoots would go to another branch of its
// hysteresis loop.
constexpr double creeping = 0.05;

}  // namespace

double HangingStrip::chord_angle() const { return std::atan2(drop, reach); }

SceneDescription hanging_strip_scene(const FabricDescription& fabric, Thread along, double length,
                                     const CantileverOptions& options)
{
    const int columns = options.cells + 2;
    const double spacing = length / (options.cells + 0.5);
    const int rows = std::max(3, static_cast<int>(std::lround(options.width / spacing)) + 1);
    ClothDescription cloth;
    // The edge of the table lies at x = 0.
    cloth.shape = GridDescription{.size = {spacing * (columns - 1), options.width},
                                  .particles = {columns, rows},
                                  .center = {0.5 * spacing * (columns - 2), 0, 0}};
    cloth.areal_density = fabric.areal_density;
    cloth.fabric = fabric;
    cloth.warp = along == Thread::warp ? WarpAxis::first : WarpAxis::second;
    cloth.damping_time = creeping;
    PinIndices held;
    for (int b = 0; b < rows; ++b)
        for (int a = 0; a < 2; ++a) held.indices.push_back(a + b * columns);
    cloth.pins = {{.where = held}};
    SceneDescription scene;
    scene.cloths.push_back(cloth);
    scene.simulation.gravity = {0, 0, -gravity};
    scene.simulation.duration = patience;
    scene.simulation.fps = 20;
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = 0.05;
    scene.integrator.tolerance = 1e-7;
    scene.solver.method = SolverMethod::direct;
    return scene;
}

HangingStrip hang_strip(const FabricDescription& fabric, Thread along, double length, const CantileverOptions& options)
{
    const SceneDescription scene = hanging_strip_scene(fabric, along, length, options);
    Simulation simulation(scene);
    HangingStrip strip{.length = length, .is_at_rest = false};
    while (simulation.frame() < simulation.frame_count() && !strip.is_at_rest) {
        if (is_failure(simulation.advance_frame().status)) break;
        double fastest = 0;
        for (const Vec3& v : simulation.velocities()) fastest = std::max(fastest, v.norm());
        strip.is_at_rest = simulation.frame() > 5 && fastest < slow;
        if (options.on_progress && !options.on_progress(-1)) break;
    }
    const auto& grid = std::get<GridDescription>(scene.cloths[0].shape);
    const auto [columns, rows] = grid.particles;
    for (int b = 0; b < rows; ++b) {
        const Vec3& tip = simulation.positions()[columns - 1 + b * columns];
        strip.reach += tip.x() / rows;
        strip.drop -= tip.z() / rows;
    }
    return strip;
}

std::optional<BendingLength> measure_bending_length(const FabricDescription& fabric, Thread along,
                                                    const CantileverOptions& options)
{
    const KesBending read = [&] {
        const MeasuredLoop loop = loop_of(direction_of(fabric, along).bending);
        return read_bending(loop.loading, loop.unloading);
    }();
    // Bracket of the overhang 2 c. Without hysteresis c is about cbrt(B / (W g)); with hysteresis c is larger.
    double low = 1.6 * std::cbrt(read.rigidity / (fabric.areal_density * gravity)), high = 2 * low;
    const auto hang = [&](double length) { return hang_strip(fabric, along, length, options); };
    HangingStrip strip = hang(high);
    while (strip.chord_angle() < chord && high < 1) {
        low = high;
        high *= 1.3;
        strip = hang(high);
    }
    int iterations = 0;
    constexpr int enough = 12;  // halvings
    for (; iterations < enough; ++iterations) {
        const double length = 0.5 * (low + high);
        if (options.on_progress && !options.on_progress(static_cast<double>(iterations) / enough)) return std::nullopt;
        strip = hang(length);
        (strip.chord_angle() < chord ? low : high) = length;
    }
    const double c = 0.25 * (low + high);
    return BendingLength{c, fabric.areal_density * gravity * c * c * c, strip};
}

}  // namespace tulle
