// Cloth against obstacles: where it comes to rest, and what friction does to it.

#include <tulle/simulation.hpp>

#include "support/methods.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tulle {
namespace {

SceneDescription on_slope(double degrees, double friction, const IntegratorSettings& integrator)
{
    const double angle = degrees * std::numbers::pi / 180;

    SceneDescription scene;
    ClothDescription cloth = testing::square_cloth(3);
    cloth.thickness = 0.01;
    // The plane lies one thickness below the cloth, which lies flat; gravity is tilted instead of the cloth.
    scene.simulation.gravity = 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle));
    scene.obstacles.push_back({.name = "slope", .shape = PlaneShape{.point = {0, 0, -0.01}, .normal = {0, 0, 1}}});
    scene.obstacles[0].friction = friction;
    scene.cloths.push_back(cloth);
    scene.integrator = integrator;
    scene.integrator.dt = std::min(scene.integrator.dt, 0.0025);
    scene.integrator.tolerance = 1e-6;
    scene.simulation.fps = 400;  // the longest of adaptive steps
    return scene;
}

class EveryMethodInContact : public ::testing::TestWithParam<testing::NamedMethod> {};

TEST_P(EveryMethodInContact, ClothOnASteepSlopeAcceleratesByGravityLessFriction)
{
    constexpr double degrees = 30;
    constexpr double friction = 0.3;
    Simulation simulation(on_slope(degrees, friction, GetParam().settings));
    // The first steps, in which contacts appear, are not judged.
    for (int frame = 0; frame < 20; ++frame) static_cast<void>(simulation.advance_frame());
    const double before = simulation.velocities()[0].x();
    const double start = simulation.time();
    for (int frame = 0; frame < 180; ++frame) static_cast<void>(simulation.advance_frame());
    const double angle = degrees * std::numbers::pi / 180;
    const double gained = 9.81 * (std::sin(angle) - friction * std::cos(angle)) * (simulation.time() - start);
    for (const Vec3& v : simulation.velocities()) EXPECT_NEAR(v.x() - before, gained, 0.01 * gained);
}

TEST_P(EveryMethodInContact, ClothOnAGentleSlopeStays)
{
    Simulation simulation(on_slope(15, 0.3, GetParam().settings));  // tan 15 degrees = 0.27
    for (int frame = 0; frame < 100; ++frame) static_cast<void>(simulation.advance_frame());
    const std::vector<Vec3> before(simulation.positions().begin(), simulation.positions().end());
    for (int frame = 0; frame < 200; ++frame) static_cast<void>(simulation.advance_frame());
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_LT((simulation.positions()[i] - before[i]).norm(), 1e-9);  // sticks, it does not creep
    }
}

TEST_P(EveryMethodInContact, ClothComesToRestOneThicknessAboveTheTable)
{
    SceneDescription scene = testing::table(9);
    scene.integrator = GetParam().settings;
    scene.obstacles[0].shape = BoxShape{.center = {0, 0, -0.5}, .size = {4, 4, 1}};
    scene.contact.method = ContactMethod::velocity_constraint;  // on barriers it lies a little nearer
    Simulation simulation(scene);
    for (int frame = 0; frame < 10; ++frame) {
        static_cast<void>(simulation.advance_frame());
        for (const Vec3& x : simulation.positions()) ASSERT_GT(x.z(), scene.cloths[0].thickness - 1e-5);
        EXPECT_EQ(simulation.measure().deepest_penetration, 0.0);
    }
    for (const Vec3& x : simulation.positions()) EXPECT_NEAR(x.z(), scene.cloths[0].thickness, 1e-5);
    EXPECT_EQ(simulation.measure().contacts, simulation.particle_count());
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethodInContact, ::testing::ValuesIn(testing::every_method()),
                         testing::label_of);

TEST(Contact, AFastClothDoesNotTunnelThroughAThinSheet)
{
    SceneDescription scene = testing::table(9);
    scene.cloths[0].velocity = Vec3(0, 0, -50);  // half a metre per step
    scene.obstacles[0].shape = BoxShape{.center = {0, 0, -0.005}, .size = {4, 4, 0.01}};
    Simulation simulation(scene);
    for (int frame = 0; frame < 5; ++frame) static_cast<void>(simulation.advance_frame());
    for (const Vec3& x : simulation.positions()) EXPECT_GT(x.z(), 0.0);
}

TEST(Contact, APulledClothLeavesTheTable)
{
    SceneDescription scene = testing::table(9);
    scene.obstacles[0].shape = PlaneShape{};
    scene.cloths[0].shape = GridDescription{.size = {1, 1}, .particles = {9, 9}, .center = {0, 0, 0.005}};
    scene.cloths[0].pins.push_back({.where = PinEdge{0, false},
                                    .motion = {.keyframes = {{.time = 0, .translation = Vec3::Zero(), .angle = 0},
                                                             {.time = 0.5, .translation = {0, 0, 1.5}, .angle = 0}}}});
    Simulation simulation(scene);
    for (int frame = 0; frame < 25; ++frame) ASSERT_FALSE(is_failure(simulation.advance_frame().status));
    EXPECT_EQ(simulation.measure().contacts, 0);
    for (const Vec3& x : simulation.positions()) EXPECT_GT(x.z(), 0.3);
}

TEST(Contact, VisiblePositionsAreOutsideEvenWhenTheStartIsNot)
{
    SceneDescription scene = testing::table(9);
    scene.contact.method = ContactMethod::velocity_constraint;  // with barriers what is simulated is shown
    scene.cloths[0].shape = GridDescription{.size = {0.2, 0.2}, .particles = {9, 9}, .center = {0, 0, -0.01}};
    const Simulation simulation(scene);
    EXPECT_NEAR(simulation.measure().deepest_penetration, 0.01, 1e-12) << "what is simulated is not hidden";
    for (const Vec3& x : simulation.visible_positions()) EXPECT_NEAR(x.z(), scene.cloths[0].thickness, 1e-12);
}

TEST(Contact, PinnedParticlesAreShownWhereTheyWerePinned)
{
    SceneDescription scene = testing::table(9);
    scene.contact.method = ContactMethod::velocity_constraint;
    scene.cloths[0].shape = GridDescription{.size = {0.2, 0.2}, .particles = {9, 9}, .center = {0, 0, -0.01}};
    scene.cloths[0].pins = {{.where = PinCorner{}}};
    const Simulation simulation(scene);
    EXPECT_EQ(simulation.visible_positions()[0], simulation.positions()[0]);
    EXPECT_NEAR(simulation.visible_positions()[1].z(), scene.cloths[0].thickness, 1e-12);
}

TEST(Contact, AWeakPullLiftsAClothThatLies)
{
    // Nothing sticks to an obstacle because gravity is not that of the Earth.
    for (const double pull : {0.01, 0.08}) {
        SceneDescription scene = testing::table(9);
        scene.obstacles[0].shape = PlaneShape{};
        scene.cloths[0].shape = GridDescription{.size = {1, 1}, .particles = {9, 9}, .center = {0, 0, 0.005}};
        scene.cloths[0].thickness = 0.005;
        scene.simulation.gravity = {0, 0, pull};
        Simulation simulation(scene);
        for (int frame = 0; frame < 10; ++frame) ASSERT_FALSE(is_failure(simulation.advance_frame().status));
        const double t = simulation.time();
        EXPECT_EQ(simulation.measure().contacts, 0) << pull;
        for (const Vec3& x : simulation.positions()) EXPECT_NEAR(x.z() - 0.005, 0.5 * pull * t * t, 0.1 * pull * t * t);
    }
}

}  // namespace
}  // namespace tulle
