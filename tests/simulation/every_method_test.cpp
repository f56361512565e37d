// What holds for every integrator, whatever its formula.

#include "core/parallel.hpp"
#include "simulation/saved_bytes.hpp"
#include "support/methods.hpp"
#include "support/sanitized.hpp"
#include "support/scenes.hpp"

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cstring>
#include <numbers>

namespace tulle {
namespace {

class EveryMethod : public ::testing::TestWithParam<testing::NamedMethod> {
protected:
    [[nodiscard]] SceneDescription with_method(SceneDescription scene) const
    {
        scene.integrator = GetParam().settings;
        return scene;
    }
    [[nodiscard]] bool is(std::string_view name) const { return GetParam().settings.method == name; }
};

TEST_P(EveryMethod, FreeFlightKeepsMomentum)
{
    SceneDescription scene;
    scene.simulation.gravity.setZero();
    ClothDescription cloth = testing::square_cloth(8);
    cloth.velocity = Vec3(1, 2, 3);
    scene.cloths.push_back(cloth);
    Simulation simulation(with_method(scene));
    const Vec3 before = simulation.measure().momentum;
    EXPECT_EQ(simulation.advance_frame().status, StepStatus::ok);
    EXPECT_LT((simulation.measure().momentum - before).norm(), 1e-12 * before.norm());
}

TEST_P(EveryMethod, FreeFallFollowsTheParabola)
{
    // Methods of order two and more fall exactly; Euler methods h/2 g t further or less far.
    SceneDescription scene;
    scene.cloths.push_back(testing::square_cloth(4));
    Simulation simulation(with_method(scene));
    double longest = 0;  // s
    for (int frame = 0; frame < 3; ++frame) longest = std::max(longest, simulation.advance_frame().largest_dt);
    const double t = simulation.time();
    const double allowed = 9.81 * t * longest / 2 * (1 + 1e-9);
    for (const Vec3& x : simulation.positions()) EXPECT_NEAR(x.z(), -9.81 * t * t / 2, allowed);
}

TEST_P(EveryMethod, HangingClothStaysWhole)
{
    SceneDescription scene = testing::hanging(10);
    SpringSettings& springs = scene.cloths[0].springs;
    springs.stretch_stiffness = 20;
    springs.shear_stiffness = 5;
    springs.bending_stiffness = 0.1;
    Simulation simulation(with_method(scene));
    for (int frame = 0; frame < 10; ++frame)
        ASSERT_TRUE(testing::is_well(simulation.advance_frame().status, GetParam().settings));
    EXPECT_LT(simulation.measure().energies.gravity, -0.01);  // it has fallen
    EXPECT_LT(simulation.measure().largest_stretch, 1.0);
    EXPECT_EQ(simulation.positions()[0], Vec3(-0.5, -0.5, 0));
}

TEST_P(EveryMethod, ClothOnATableComesToLieOnIt)
{
    SceneDescription scene = testing::table(8);
    scene.simulation.fps = 50;
    scene.cloths[0].springs.stretch_damping = 0.05;
    if (is("forward-euler")) scene.cloths[0].springs.stretch_stiffness = 5;
    Simulation simulation(with_method(scene));
    for (int frame = 0; frame < 10; ++frame) {
        ASSERT_TRUE(testing::is_well(simulation.advance_frame().status, GetParam().settings));
        EXPECT_EQ(simulation.measure().deepest_penetration, 0);
    }
    EXPECT_GT(simulation.measure().contacts, 0);
    // The middle of the cloth lies at its thickness above the top.
    const Vec3& middle = simulation.positions()[3 + 8 * 3];
    EXPECT_NEAR(middle.z(), 0.005, 2e-3);
}

TEST_P(EveryMethod, KeyframedPinsAreWhereTheyShouldBe)
{
    SceneDescription scene = testing::hanging(5);
    for (PinDescription& pin : scene.cloths[0].pins)
        pin.motion.keyframes = {{.time = 0, .translation = Vec3::Zero(), .angle = 0},
                                {.time = 0.2, .translation = {0.1, 0, 0.05}, .angle = 90}};
    Simulation simulation(with_method(scene));
    const Vec3 start = simulation.positions()[0];
    for (int frame = 1; frame <= 4; ++frame) {
        ASSERT_TRUE(testing::is_well(simulation.advance_frame().status, GetParam().settings));
        const double part = simulation.time() / 0.2;
        const Vec3 turned = Eigen::AngleAxisd(part * std::numbers::pi / 2, Vec3::UnitZ()) * start;
        EXPECT_LT((simulation.positions()[0] - turned - part * Vec3(0.1, 0, 0.05)).norm(), 1e-12);
    }
}

TEST_P(EveryMethod, ARestoredSimulationGoesOnToTheSameBits)
{
    // On the table contacts come and go; hanging, past steps and kept matrices matter; in gusts, the time of each.
    for (const SceneDescription& scene :
         {with_method(testing::table(8)), with_method(testing::hanging(8)), with_method(testing::in_gusts(8))}) {
        Simulation whole(scene);
        while (whole.frame() < 2) static_cast<void>(whole.step());
        static_cast<void>(whole.step());  // in the middle of a frame where there is one
        Simulation resumed(scene);
        restore(resumed, saved(whole));
        EXPECT_EQ(resumed.time(), whole.time());
        for (int k = 0; k < 5; ++k) {
            static_cast<void>(whole.step());
            static_cast<void>(resumed.step());
        }
        EXPECT_EQ(saved(whole), saved(resumed));
    }
}

TEST_P(EveryMethod, ThreadsDoNotChangeABit)
{
    // Three blocks of particles, whose sums depend on their order; two let threads meet under a sanitizer.
    constexpr int side = testing::sanitized ? 46 : 65;
    static_assert(block_count(side * side) == (testing::sanitized ? 2 : 3));
    SceneDescription scene = with_method(testing::table(side));
    scene.air = testing::in_gusts(2).air;
    // Explicit methods need not be stable here, only the same.
    scene.simulation.max_stretch = 1e9;
    if (is("cash-karp") || is("bulirsch-stoer")) {
        scene.cloths[0].springs.stretch_stiffness = 1;
        scene.simulation.fps = 100;
    }
    if (scene.integrator.dt < 1e-3) scene.simulation.fps = 0.1 / scene.integrator.dt;  // ten steps
    if (is("sbdf1") && scene.integrator.adaptive) scene.simulation.fps *= 5;           // which are very many
    const auto run = [&](int threads) {
        const ThreadLimit limit(threads);
        Simulation simulation(scene);
        static_cast<void>(simulation.advance_frame());
        static_cast<void>(simulation.advance_frame());
        return std::vector<Vec3>(simulation.positions().begin(), simulation.positions().end());
    };
    const std::vector<Vec3> one = run(1);
    const std::vector<Vec3> two = run(2);
    EXPECT_EQ(0, std::memcmp(one.data(), two.data(), one.size() * sizeof(Vec3)));
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, ::testing::ValuesIn(testing::every_method()), testing::label_of);

}  // namespace
}  // namespace tulle
