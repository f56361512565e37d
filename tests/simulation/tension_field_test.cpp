// The field "tension" of whole simulations.

#include "materials/hysteresis_loop.hpp"
#include "materials/kes.hpp"
#include "support/fabrics.hpp"

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tulle {
namespace {

constexpr int columns = 7, rows = 19;
constexpr double width = 0.12, length = 0.36;  // m

/// A strip without weight that hangs down from its upper edge.
SceneDescription strip()
{
    ClothDescription cloth;
    cloth.shape =
        GridDescription{.size = {width, length}, .particles = {columns, rows}, .plane = GridDescription::Plane::xz};
    cloth.pins = {{.where = PinEdge{1, true}}};
    cloth.springs.stretch_damping = cloth.springs.shear_damping = 0.2;
    SceneDescription scene;
    scene.cloths = {cloth};
    scene.simulation.gravity = Vec3::Zero();
    scene.simulation.duration = 10;
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = 0.02;
    scene.integrator.tolerance = 1e-8;
    scene.integrator.velocity_tolerance = 0;
    scene.integrator.automatic_velocity_tolerance = false;
    return scene;
}

/// Pulls the lower edge with a load [N] until the strip rests, and returns the mean tension of the middle row over the
/// width [N/m].
double mean_tension(const SceneDescription& scene, double load, double border = 0.5)
{
    Simulation simulation(scene);
    std::vector<Vec3> forces(static_cast<std::size_t>(simulation.particle_count()), Vec3::Zero());
    for (int a = 0; a < columns; ++a)
        forces[static_cast<std::size_t>(a)].z() = -load / (columns - 1) * (a == 0 || a == columns - 1 ? 0.5 : 1);
    simulation.set_external_forces(forces);
    for (int frame = 0; frame < 60; ++frame) EXPECT_FALSE(is_failure(simulation.advance_frame().status));
    double fastest = 0;
    for (const Vec3& v : simulation.velocities()) fastest = std::max(fastest, v.norm());
    EXPECT_LT(fastest, 1e-4);
    const std::vector<double> tension = simulation.field("tension");
    double sum = 0;
    for (int a = 0; a < columns; ++a)
        sum += (a == 0 || a == columns - 1 ? border : 1.0) * tension[static_cast<std::size_t>(a + rows / 2 * columns)];
    return sum / (columns - 2 + 2 * border);
}

TEST(TensionField, OfAHangingStripIsItsLoadOverItsWidth)
{
    const double load = 3;  // N
    EXPECT_NEAR(mean_tension(strip(), load), load / width, 0.005 * load / width);

    SceneDescription stiffening = strip();
    stiffening.cloths[0].springs.law = TensionLaw::stvk;
    EXPECT_NEAR(mean_tension(stiffening, load), load / width, 0.005 * load / width);

    SceneDescription membrane = strip();
    membrane.cloths[0].springs.model = SpringModel::membrane;
    membrane.cloths[0].damping_time = 0.02;
    EXPECT_NEAR(mean_tension(membrane, load), load / width, 0.01 * load / width);

    SceneDescription fabric = strip();
    fabric.cloths[0].fabric = testing::plain_fabric();
    fabric.cloths[0].damping_time = 0.02;
    EXPECT_NEAR(mean_tension(fabric, load), load / width, 0.01 * load / width);
}

TEST(TensionField, OfFabricIsOnTheBranchOfItsLoopThatItsHistoryTells)
{
    SceneDescription scene = strip();
    scene.cloths[0].fabric = testing::plain_fabric();
    Simulation simulation(scene);
    std::vector<Vec3> x(simulation.positions().begin(), simulation.positions().end());
    const double top = x.back().z();
    for (Vec3& p : x) p.z() = top + 1.02 * (p.z() - top);
    simulation.set_positions(x);
    const MeasuredLoop weft = loop_of(scene.cloths[0].fabric->weft.tension);
    const double loading = branch_value(weft.loading, 0.02);
    EXPECT_GT(loading, 1.1 * branch_value(weft.unloading, 0.02));
    for (const double value : simulation.field("tension")) EXPECT_NEAR(value, loading, 1e-6 * loading);
}

TEST(TensionField, FollowsRestLengthsThatAProgramSets)
{
    Simulation simulation(strip());
    std::vector<double> lengths(simulation.rest_lengths().begin(), simulation.rest_lengths().end());
    for (double& one : lengths) one *= 0.9;
    simulation.set_rest_lengths(lengths);
    for (const double value : simulation.field("tension")) EXPECT_GT(value, 10);
}

TEST(TensionField, IsTheSameForAnyNumberOfThreads)
{
    SceneDescription scene = strip();
    scene.simulation.gravity = {0, 0, -9.81};
    ClothDescription fabric = scene.cloths[0];
    fabric.name = "fabric";
    fabric.fabric = testing::plain_fabric();
    std::get<GridDescription>(fabric.shape).center.y() = 1;
    scene.cloths.push_back(fabric);
    const auto run = [&](int threads) {
        const ThreadLimit limit(threads);
        Simulation simulation(scene);
        for (int frame = 0; frame < 3; ++frame) (void)simulation.advance_frame();
        return simulation.field("tension");
    };
    const std::vector<double> one = run(1);
    EXPECT_GT(*std::ranges::max_element(one), 1);
    EXPECT_EQ(one, run(2));
}

}  // namespace
}  // namespace tulle
