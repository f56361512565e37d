// The scenes that come with Tulle do what they promise.

#include "run/shipped_scenes.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tulle {
namespace {

TEST(Tablecloth, LiesOnTheTableWithItsCornersHangingAndComesToRest)
{
    const SceneFile file = shipped_scene("tablecloth");
    Simulation simulation(file.scene);
    double peak = 0;
    double largest_stretch = 0;
    for (int frame = 0; frame < simulation.frame_count(); ++frame) {
        ASSERT_EQ(simulation.advance_frame().status, StepStatus::ok) << "frame " << frame;
        const Measurements m = simulation.measure();
        peak = std::max(peak, m.energies.kinetic);
        largest_stretch = std::max(largest_stretch, m.largest_stretch);
        EXPECT_EQ(m.deepest_penetration, 0.0);
    }
    EXPECT_LT(largest_stretch, 0.05);
    EXPECT_LT(simulation.measure().energies.kinetic, 1e-3 * peak);

    // The table is 0.5 m square with its top at z = 0; the cloth keeps its thickness of 1 cm above it.
    const std::span<const Vec3> x = simulation.positions();  // as solved, before anything is pushed out to be shown
    int on_top = 0;
    double least_over_top = 1;
    for (const Vec3& p : x) {
        if (std::abs(p.x()) > 0.25 || std::abs(p.y()) > 0.25) continue;
        least_over_top = std::min(least_over_top, p.z());
        ++on_top;
    }
    EXPECT_GT(least_over_top, 0.007);  // what barriers keep of the thickness, however the cloth is pulled over the edge
    EXPECT_GT(on_top, 500);
    for (const int corner : {0, 51, 51 * 52, 52 * 52 - 1}) EXPECT_LT(x[corner].z(), -0.2);
}

TEST(Hanging, NewtonAndConvergedUpdatesAgree)
{
    const auto simulation_with = [](std::vector<std::string> method) {
        method.insert(method.end(), {"simulation.duration=0.25", "simulation.fps=4", "integrator.tolerance=1e-8",
                                     "integrator.max_iterations=5000"});
        return Simulation(shipped_scene("hanging", method).scene);
    };
    // A factor serves all updates, but one Newton step only: there conjugate gradients take a twentieth of the time.
    Simulation imex = simulation_with({"integrator.update=accelerated", "solver.method=direct"});
    Simulation newton = simulation_with({"integrator.method=backward-euler"});
    ASSERT_EQ(imex.advance_frame().status, StepStatus::ok);
    ASSERT_EQ(newton.advance_frame().status, StepStatus::ok);
    EXPECT_EQ(imex.time(), 0.25);
    for (int i = 0; i < imex.particle_count(); ++i)
        EXPECT_LT((imex.positions()[i] - newton.positions()[i]).norm(), 1e-6);
}

class EveryScene : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryScene, RunsWithoutTroubleOrPenetration)
{
    const SceneFile file = shipped_scene(GetParam());
    EXPECT_FALSE(file.formats.empty());
    for (const Problem& warning : file.warnings) ADD_FAILURE() << warning.text();
    Simulation simulation(file.scene);
    for (int frame = 0; frame < 5; ++frame) {
        ASSERT_EQ(simulation.advance_frame().status, StepStatus::ok) << "frame " << frame;
        EXPECT_EQ(simulation.measure().deepest_penetration, 0.0);
    }
    EXPECT_LT(simulation.measure().largest_stretch, 0.2);
}

INSTANTIATE_TEST_SUITE_P(Shipped, EveryScene, ::testing::ValuesIn(shipped_scene_names()),
                         [](const auto& scene) { return scene.param; });

}  // namespace
}  // namespace tulle
