// Contact takes energy away and never adds any.

#include <tulle/simulation.hpp>

#include "support/mesh_obstacles.hpp"
#include "support/methods.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

struct Ground {
    const char* name;
    const char* method;
};

class EveryGround : public ::testing::TestWithParam<Ground> {};

TEST_P(EveryGround, TotalEnergyNeverRises)
{
    SceneDescription scene = testing::table(20);
    scene.cloths[0].shape = GridDescription{.size = {1, 1}, .particles = {20, 20}, .center = {0, 0, 0.2}};
    scene.cloths[0].thickness = 0.01;
    const std::string name = GetParam().name;
    if (name == "sphere") scene.obstacles[0].shape = SphereShape{.center = {0, 0, -0.3}, .radius = 0.3};
    if (name == "triangles") scene.obstacles[0].shape = testing::as_mesh(std::get<BoxShape>(scene.obstacles[0].shape));
    scene.integrator.method = GetParam().method;
    scene.integrator.tolerance = 1e-7;  // what is left of a step's equations is no contact's
    scene.solver.tolerance = 1e-8;
    scene.simulation.duration = 1;
    Simulation simulation(scene);
    double before = simulation.measure().energies.total();
    double scale = 0;    // J
    double largest = 0;  // J, rise in a step
    int touching = 0;
    for (int step = 0; step < 60; ++step) {
        const StepReport report = simulation.step();
        ASSERT_FALSE(is_failure(report.status));
        const Measurements now = simulation.measure();
        scale = std::max(scale, now.energies.kinetic);
        if (report.contacts > 0) {
            ++touching;
            largest = std::max(largest, now.energies.total() - before);
        }
        before = now.energies.total();
    }
    EXPECT_GT(touching, 30);
    EXPECT_LT(largest, 1e-6 * scale);
}

INSTANTIATE_TEST_SUITE_P(Grounds, EveryGround,
                         ::testing::Values(Ground{"box", "backward-euler"}, Ground{"sphere", "backward-euler"},
                                           Ground{"triangles", "backward-euler"}, Ground{"box", "imex-euler"},
                                           Ground{"triangles", "imex-euler"}),
                         [](const auto& ground) {
                             return std::string(ground.param.name) + "_" + testing::method_label(ground.param.method);
                         });

}  // namespace
}  // namespace tulle
