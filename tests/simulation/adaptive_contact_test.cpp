// Adaptive steps among obstacles, where errors cannot be estimated at every moment: a soft cloth that falls on a box
// and drapes over its edges ends where much smaller fixed steps take it.

#include <tulle/simulation.hpp>

#include "support/methods.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

SceneDescription soft_cloth_on_a_box()
{
    SceneDescription scene = testing::table(8);
    SpringSettings& springs = scene.cloths[0].springs;
    springs.stretch_stiffness = 20;
    springs.shear_stiffness = 4;
    springs.bending_stiffness = 0.04;
    scene.simulation.max_stretch = 10;
    scene.simulation.duration = 0.4;
    return scene;
}

std::vector<Vec3> draped_end(const SceneDescription& scene)
{
    Simulation simulation(scene);
    while (simulation.frame() < simulation.frame_count()) {
        const FrameReport report = simulation.advance_frame();
        EXPECT_EQ(report.status, StepStatus::ok) << simulation.explain(report.last);
    }
    EXPECT_GT(simulation.measure().contacts, 0);
    return {simulation.positions().begin(), simulation.positions().end()};
}

const std::vector<Vec3>& draped_reference()
{
    static const std::vector<Vec3> positions = [] {
        SceneDescription scene = soft_cloth_on_a_box();
        scene.integrator.method = "bdf2";
        scene.integrator.dt = 2e-4;
        scene.integrator.tolerance = 1e-6;
        return draped_end(scene);
    }();
    return positions;
}

struct DrapingMethod {
    const char* name;
    double distance;  // m, from the reference at a relative tolerance of 1e-3
};

class AdaptiveInContact : public ::testing::TestWithParam<DrapingMethod> {};

TEST_P(AdaptiveInContact, EndsWhereMuchSmallerStepsDo)
{
    for (const double tolerance : {1e-3, 1e-4}) {
        SceneDescription scene = soft_cloth_on_a_box();
        scene.integrator.method = GetParam().name;
        scene.integrator.adaptive = true;
        scene.integrator.relative_tolerance = tolerance;
        scene.integrator.absolute_tolerance = 1e-2 * tolerance;
        const std::vector<Vec3> end = draped_end(scene);
        double largest = 0;
        for (std::size_t i = 0; i < end.size(); ++i)
            largest = std::max(largest, (end[i] - draped_reference()[i]).norm());
        EXPECT_LT(largest, tolerance < 1e-3 ? 0.5 * GetParam().distance : GetParam().distance) << tolerance;
    }
}

// The cloth is 1 m wide and moves by half of that. sbdf2 starts with an Euler step at every contact, whose explicit
// turning drags on the cloth; sbdf1 is made of such steps and is not held to anything here.
INSTANTIATE_TEST_SUITE_P(Methods, AdaptiveInContact,
                         ::testing::Values(DrapingMethod{"bdf2", 3e-3}, DrapingMethod{"imex-euler", 3e-3},
                                           DrapingMethod{"backward-euler", 3e-3},
                                           DrapingMethod{"implicit-midpoint", 3e-3}, DrapingMethod{"sbdf2", 2e-2}),
                         [](const auto& method_info) { return testing::method_label(method_info.param.name); });

}  // namespace
}  // namespace tulle
