// EWS96's response of explicit methods to obstacles, for cloth of a measured fabric: a flat one that hits a plane stays
// flat, so that what comes out is exact.

#include "support/fabrics.hpp"

#include <tulle/choices.hpp>
#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

constexpr double contact_distance = 0.002;  // m

SceneDescription thrown_at_a_plane(std::string_view method, double friction, double restitution)
{
    SceneDescription scene;
    scene.simulation = {.duration = 0.02, .fps = 50, .gravity = Vec3::Zero()};
    scene.integrator.method = method;
    scene.integrator.dt = 1e-4;
    ClothDescription cloth;
    cloth.fabric = testing::plain_fabric();
    cloth.areal_density = cloth.fabric->areal_density;
    cloth.damping_time = 0;
    cloth.thickness = contact_distance;
    cloth.velocity = {2, 0, -1};
    cloth.shape = GridDescription{.size = {0.1, 0.1}, .particles = {5, 5}, .center = {0, 0, contact_distance + 0.0053}};
    scene.cloths = {cloth};
    scene.obstacles = {{.name = "floor", .shape = PlaneShape{}, .friction = friction, .restitution = restitution}};
    return scene;
}

class ExplicitResponse : public ::testing::TestWithParam<std::string> {};

TEST_P(ExplicitResponse, ReflectsTheNormalSpeedAndBrakesTheOther)
{
    for (const auto& [friction, restitution] : {std::pair(0.0, 0.0), {0.0, 0.5}, {0.3, 0.0}, {0.3, 0.5}, {9.0, 0.5}}) {
        Simulation simulation(thrown_at_a_plane(GetParam(), friction, restitution));
        ASSERT_EQ(simulation.advance_frame().status, StepStatus::ok);
        // Coulomb: at most friction times the change of the normal speed.
        const Vec3 expected(std::max(0.0, 2 - friction * (1 + restitution)), 0, restitution);
        for (const Vec3& v : simulation.velocities())
            EXPECT_LT((v - expected).norm(), 1e-6) << friction << ' ' << restitution << ": " << v.transpose();
        for (const Vec3& x : simulation.positions()) EXPECT_GE(x.z(), contact_distance - 1e-9);
    }
}

TEST_P(ExplicitResponse, AWayThroughAThinObstacleIsSeen)
{
    SceneDescription scene = thrown_at_a_plane(GetParam(), 0.3, 0);
    scene.obstacles[0].shape = BoxShape{.center = {0, 0, -0.0005}, .size = {1, 1, 0.001}};
    scene.cloths[0].velocity = {0, 0, -200};  // 2 cm a step
    Simulation simulation(scene);
    ASSERT_EQ(simulation.advance_frame().status, StepStatus::ok);
    for (const Vec3& x : simulation.positions()) EXPECT_NEAR(x.z(), contact_distance, 1e-6);
}

/// All but forward Euler, which makes what rounding leaves of vibrations grow at any step.
std::vector<std::string> explicit_names()
{
    std::vector<std::string> names;
    for (const IntegratorChoice& choice : integrator_choices())
        if (choice.family == IntegratorFamily::explicit_method && choice.name != "forward-euler")
            names.emplace_back(choice.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Methods, ExplicitResponse, ::testing::ValuesIn(explicit_names()), [](const auto& method) {
    std::string name = method.param;
    std::erase(name, '-');
    return name;
});

}  // namespace
}  // namespace tulle
