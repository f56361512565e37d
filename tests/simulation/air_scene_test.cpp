// What a scene says of the air, where it arrives.

#include "support/fabrics.hpp"
#include "support/scenes.hpp"

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <set>

namespace tulle {
namespace {

/// Forces [N] along z on a horizontal cloth of 4 x 4 particles in an upward wind of 1 m/s; air of 2 kg/m^3.
std::vector<double> lift(const std::function<void(SceneDescription&)>& change)
{
    SceneDescription scene;
    scene.simulation.gravity.setZero();
    scene.cloths.push_back(testing::square_cloth(4));
    scene.air.emplace();
    scene.air->density = 2;
    scene.air->wind = {0, 0, 1};
    change(scene);
    const Simulation simulation(scene);
    std::vector<Vec3> f(16);
    simulation.forces(f);
    std::vector<double> z;
    for (const Vec3& one : f) z.push_back(one.z());
    return z;
}

void expect_coefficients(const std::vector<double>& f, double inside, double edge, double corner)
{
    const double cell = 1.0 / 9;  // m^2
    EXPECT_NEAR(f[5], inside * cell, 1e-12);
    EXPECT_NEAR(f[1], edge * cell / 2, 1e-12);
    EXPECT_NEAR(f[4], edge * cell / 2, 1e-12);
    EXPECT_NEAR(f[15], corner * cell / 4, 1e-12);
}

TEST(AirScene, DragIsTheFabricsOrTheScenes)
{
    expect_coefficients(lift([](auto&) {}), 1.1, 1.1, 1.1);
    expect_coefficients(lift([](auto& s) { s.air->drag_coefficient = 3; }), 3, 3, 3);
    expect_coefficients(lift([](auto& s) { s.air->drag_coefficients = {1, 2, 3}; }), 1, 2, 3);
    expect_coefficients(lift([](auto& s) {
                            s.air->drag_coefficients = {1, 2, 3};
                            s.cloths[0].fabric = testing::plain_fabric();
                            s.cloths[0].fabric->drag_coefficients = {4, 5, 6};
                        }),
                        4, 5, 6);
}

TEST(AirScene, TheWindOfAStepIsThatOfItsMiddle)
{
    const ThreadLimit one_thread(1);
    SceneDescription scene = testing::hanging(3);
    std::set<double> asked;  // s
    scene.air.emplace();
    scene.air->field = [&](const Vec3&, double t) {
        asked.insert(t);
        return Vec3(0, 1, 0);
    };
    for (const char* method : {"imex-euler", "backward-euler", "implicit-midpoint", "verlet"}) {
        scene.integrator.method = method;
        Simulation simulation(scene);
        for (int k = 0; k < 3; ++k) {
            asked.clear();
            static_cast<void>(simulation.step());
            ASSERT_EQ(asked.size(), 1U) << method;
            EXPECT_NEAR(*asked.begin(), (k + 0.5) * 0.01, 1e-15) << method;
        }
    }
    // Its formula is about the end of a step.
    scene.integrator.method = "bdf2";
    Simulation simulation(scene);
    asked.clear();
    static_cast<void>(simulation.step());
    EXPECT_EQ(asked, std::set{0.01});
}

TEST(AirScene, AFieldMovesCloth)
{
    // As fast as the air, in the end: a sheet of 20 g/m^2 in a wind of 1 m/s that a program makes.
    SceneDescription scene;
    scene.simulation.gravity.setZero();
    scene.cloths.push_back(testing::square_cloth(4));
    scene.cloths[0].areal_density = 0.02;
    scene.air.emplace();
    scene.air->field = [](const Vec3&, double) { return Vec3(0, 0, 1); };
    Simulation simulation(scene);
    while (simulation.time() < 0.99) ASSERT_EQ(simulation.step().status, StepStatus::ok);
    // v' = k (1 - v)^2 with k = 1/2 rho c / 0.02 = 33 /s: v = k t / (1 + k t)
    for (const Vec3& v : simulation.velocities()) EXPECT_NEAR(v.z(), 33.0 / 34, 0.005);
}

}  // namespace
}  // namespace tulle
