// Materials that a program changes between two steps (Simulation::with_scene).

#include <tulle/simulation.hpp>

#include "simulation/saved_bytes.hpp"
#include "support/message_of.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>
#include <tulle/fabric.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace tulle {
namespace {

using testing::message_of;

constexpr double weight = 0.1 * 9.81;  // N, of the hanging node

/// A node of 0.1 kg hangs from a pinned one by a spring of 0.5 m, which is damped so much that it soon comes to rest.
SceneDescription hanging_node(double stiffness)
{
    SpringNetDescription net;
    net.nodes = {{0, 0, 0}, {0, 0, -0.5}};
    net.masses = {0.1, 0.1};
    net.springs = {{.stiffness = stiffness, .damping = 2, .between = {{0, 1}}}};
    BodyDescription body{.name = "pendulum", .kind = net};
    body.pins = {{.where = PinIndices{{0}}}};
    SceneDescription scene;
    scene.bodies = {body};
    return scene;
}

void take_steps(Simulation& simulation, int steps)
{
    for (int k = 0; k < steps; ++k) {
        const StepReport report = simulation.step();
        ASSERT_FALSE(is_failure(report.status)) << simulation.explain(report);
    }
}

double extension(const Simulation& simulation) { return -simulation.positions()[1].z() - 0.5; }  // m

/// A fabric whose loops are lines: what it does depends on its shape alone.
FabricDescription fabric_without_hysteresis(double tension)
{
    const auto line = [](double end, double value) {
        const std::vector<LoopPoint> points{{0, 0}, {end, value}};
        return MeasuredLoop{.loading = points, .unloading = points};
    };
    FabricDescription fabric;
    fabric.warp.tension = fabric.weft.tension = line(0.1, 0.1 * tension);
    fabric.warp.bending = fabric.weft.bending = line(100, 1e-3);
    fabric.shear = line(0.1, 5);
    return fabric;
}

TEST(ChangedScene, AnUnchangedSceneGoesOnToTheSameBits)
{
    for (const char* method : {"imex-euler", "backward-euler", "bdf2", "sbdf2", "symplectic-euler", "rk4"}) {
        for (const bool on_table : {false, true}) {
            SCOPED_TRACE(std::string(method) + (on_table ? " on a table" : " hanging"));
            SceneDescription scene = on_table ? testing::table(7) : testing::hanging(7);
            const bool is_explicit = std::string(method) == "symplectic-euler" || std::string(method) == "rk4";
            scene.integrator.method = method;
            scene.integrator.dt = is_explicit ? 1e-3 : 0.01;
            Simulation simulation(scene);
            take_steps(simulation, 10);
            Simulation other = simulation.with_scene(simulation.scene());
            EXPECT_EQ(saved(other), saved(simulation));
            take_steps(simulation, 10);
            take_steps(other, 10);
            EXPECT_EQ(saved(other), saved(simulation));
        }
    }
}

TEST(ChangedScene, TheHistoryOfAFabricGoesOnToTheSameBits)
{
    SceneDescription scene = testing::hanging(6);
    FabricDescription fabric = fabric_without_hysteresis(400);
    const std::vector<LoopPoint> loading{{0, 0}, {0.05, 20}, {0.1, 40}}, unloading{{0, 0}, {0.05, 10}, {0.1, 40}};
    fabric.warp.tension = fabric.weft.tension = MeasuredLoop{.loading = loading, .unloading = unloading};
    scene.cloths[0].fabric = fabric;
    Simulation simulation(scene);
    take_steps(simulation, 30);
    Simulation other = simulation.with_scene(scene);
    take_steps(simulation, 20);
    take_steps(other, 20);
    EXPECT_EQ(saved(other), saved(simulation));
}

TEST(ChangedScene, ASpringHangsByItsWeightOverItsStiffness)
{
    for (const char* method : {"imex-euler", "backward-euler", "bdf2"}) {
        SCOPED_TRACE(method);
        SceneDescription scene = hanging_node(50);
        scene.integrator.method = method;
        scene.integrator.tolerance = scene.solver.tolerance = 1e-9;
        Simulation simulation(scene);
        take_steps(simulation, 500);
        EXPECT_NEAR(extension(simulation), weight / 50, 1e-6);

        std::get<SpringNetDescription>(scene.bodies[0].kind).springs[0].stiffness = 25;
        const double time = simulation.time();
        simulation = simulation.with_scene(scene);
        EXPECT_EQ(simulation.time(), time);
        EXPECT_NEAR(extension(simulation), weight / 50, 1e-6) << "nothing moves before the next step";
        take_steps(simulation, 1000);
        EXPECT_NEAR(extension(simulation), weight / 25, 1e-6);
    }
}

TEST(ChangedScene, AMassChangesTheWeightAndKeepsTheVelocity)
{
    SceneDescription scene = hanging_node(50);
    scene.integrator.tolerance = scene.solver.tolerance = 1e-9;
    Simulation simulation(scene);
    take_steps(simulation, 3);
    const Vec3 velocity = simulation.velocities()[1];
    ASSERT_LT(velocity.z(), -0.1);
    std::get<SpringNetDescription>(scene.bodies[0].kind).masses[1] = 0.2;
    simulation = simulation.with_scene(scene);
    EXPECT_EQ(simulation.masses()[1], 0.2);
    EXPECT_EQ(simulation.velocities()[1], velocity);
    take_steps(simulation, 1000);
    EXPECT_NEAR(extension(simulation), 2 * weight / 50, 1e-6);
    Simulation restored(scene);
    restore(restored, saved(simulation));
    EXPECT_EQ(saved(restored), saved(simulation)) << "its states belong to the changed scene";
}

TEST(ChangedScene, AFabricExertsTheForcesOfTheNewOne)
{
    SceneDescription scene = testing::hanging(6);
    scene.cloths[0].fabric = fabric_without_hysteresis(400);
    Simulation simulation(scene);
    take_steps(simulation, 40);
    scene.cloths[0].fabric = fabric_without_hysteresis(200);
    const Simulation softer = simulation.with_scene(scene);
    const Simulation fresh(scene);
    // Without hysteresis the force depends on positions and velocities alone: a fabric that was always soft exerts it
    // too.
    std::vector<Vec3> f(simulation.masses().size()), expected = f, before = f;
    simulation.forces(before);
    softer.forces(f);
    fresh.forces(simulation.positions(), simulation.velocities(), expected);
    double largest = 0, change = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        EXPECT_LT((f[i] - expected[i]).norm(), 1e-12);
        largest = std::max(largest, expected[i].norm());
        change = std::max(change, (f[i] - before[i]).norm());
    }
    EXPECT_GT(change, 0.1 * largest);
}

TEST(ChangedScene, TornFacesStayTorn)
{
    SceneDescription scene = testing::hanging(6);
    scene.cloths[0].fabric = fabric_without_hysteresis(400);
    scene.cloths[0].fabric->warp.strength = scene.cloths[0].fabric->weft.strength = 3;
    Simulation simulation(scene);
    for (int k = 0; k < 100 && simulation.measure().torn_faces == 0; ++k) take_steps(simulation, 1);
    const int torn = simulation.measure().torn_faces;
    ASSERT_GT(torn, 0);
    scene.cloths[0].fabric->warp.strength = scene.cloths[0].fabric->weft.strength = 1e6;
    Simulation stronger = simulation.with_scene(scene);
    EXPECT_EQ(stronger.measure().torn_faces, torn);
    EXPECT_EQ(std::ranges::count(stronger.intact_faces(), 0), torn);
    take_steps(stronger, 20);
    EXPECT_EQ(stronger.measure().torn_faces, torn) << "nothing tears any more";
}

TEST(ChangedScene, WhatTheProgramHasSetStays)
{
    SceneDescription scene = testing::in_gusts(6);
    Simulation simulation(scene);
    simulation.set_wind({0, 0, 5});
    const std::vector<int> held{20};
    simulation.pin(held);
    std::vector<Vec3> push(36, Vec3(0.01, 0, 0));
    simulation.set_external_forces(push);
    take_steps(simulation, 5);
    scene.cloths[0].springs.stretch_stiffness *= 2;
    const Simulation stiffer = simulation.with_scene(scene);
    EXPECT_EQ(stiffer.wind(), Vec3(0, 0, 5));
    EXPECT_EQ(stiffer.pinned(), simulation.pinned());
    EXPECT_TRUE(std::ranges::equal(stiffer.external_forces(), push));
    EXPECT_TRUE(std::ranges::equal(stiffer.positions(), simulation.positions()));
    scene.air->wind = {2, 0, 0};
    EXPECT_EQ(simulation.with_scene(scene).wind(), Vec3(2, 0, 0)) << "the changed scene has another wind";
}

TEST(ChangedScene, AnObstacleMayGetAnotherFrictionAndALaterMotion)
{
    SceneDescription scene = testing::table(6);
    Simulation simulation(scene);
    take_steps(simulation, 4);
    scene.obstacles[0].friction = 0.9;
    scene.obstacles[0].motion.keyframes = {{.time = 0.1}, {.time = 0.2, .translation = {0, 0, -0.1}}};
    Simulation changed = simulation.with_scene(scene);
    take_steps(changed, 20);
    EXPECT_NEAR(changed.obstacle_pose(0).translation.z(), -0.1, 1e-12);
}

class Upwards final : public UserForce {
public:
    [[nodiscard]] std::string name() const override { return "upwards"; }
    void add_force(std::span<const Vec3> /*x*/, std::span<const Vec3> /*v*/, double /*time*/,
                   std::span<Vec3> f) override
    {
        for (Vec3& force : f) force.z() += weight;
    }
};

TEST(ChangedScene, UserDefinedForcesGoOn)
{
    SceneDescription scene = hanging_node(50);
    scene.integrator.tolerance = scene.solver.tolerance = 1e-9;
    const Simulation simulation(scene, {std::make_shared<Upwards>()});
    std::get<SpringNetDescription>(scene.bodies[0].kind).springs[0].stiffness = 25;
    Simulation changed = simulation.with_scene(scene);
    take_steps(changed, 20);
    EXPECT_NEAR(extension(changed), 0, 1e-9) << "the force carries the node";
}

TEST(ChangedScene, RefusesChangesThatLeaveTheStateWithoutAMeaning)
{
    const SceneDescription scene = testing::table(6);
    Simulation simulation(scene);
    take_steps(simulation, 2);
    const auto message = [&](const auto& change) {
        SceneDescription changed = scene;
        change(changed);
        return message_of([&] { (void)simulation.with_scene(changed); });
    };
    EXPECT_EQ(message([](SceneDescription& s) { s.integrator.method = "bdf2"; }),
              "integrator.method: a changed scene must keep the method, imex-euler; found bdf2");
    EXPECT_EQ(message([](SceneDescription& s) { s.integrator.dt = 0.005; }),
              "integrator.dt: a changed scene must keep the length of steps");
    EXPECT_EQ(message([](SceneDescription& s) { s.simulation.fps = 50; }),
              "simulation.fps: a changed scene must keep the frames per second");
    EXPECT_EQ(message([](SceneDescription& s) { s.cloths.push_back(s.cloths[0]); }),
              "cloth: a changed scene must have as many as before, 1; found 2");
    EXPECT_EQ(message([](SceneDescription& s) { s.cloths[0].fabric = fabric_without_hysteresis(400); }),
              "cloth[0]: a changed scene must keep the kind of every material, here springs; found a measured fabric");
    EXPECT_EQ(message([](SceneDescription& s) {
                  std::get<GridDescription>(s.cloths[0].shape).particles = {7, 6};
              }),
              "cloth: a changed scene must have the same particles and faces at its start; only materials may change");
    EXPECT_EQ(message([](SceneDescription& s) { s.obstacles.push_back(s.obstacles[0]); }),
              "obstacle: a changed scene must have as many as before, 1; found 2");
    EXPECT_EQ(
        message([](SceneDescription& s) { std::get<BoxShape>(s.obstacles[0].shape).size *= 1.1; }),
        "obstacle[0].shape: a changed scene must keep the shape and place of an obstacle; move_obstacle moves it");
    EXPECT_EQ(
        message([](SceneDescription& s) {
            s.obstacles[0].shape = SphereShape{.center = {0, 0, -1}};
        }),
        "obstacle[0].shape: a changed scene must keep the shape and place of an obstacle; move_obstacle moves it");
    EXPECT_EQ(message([](SceneDescription& s) { s.obstacles[0].name = "desk"; }),
              "obstacle[0].name: a changed scene must keep its obstacles in their order, here table; found desk");
    EXPECT_EQ(message([](SceneDescription& s) {
                  s.obstacles[0].motion.keyframes = {{.time = 0}, {.time = 0.01, .translation = {0, 0, -0.1}}};
              }),
              "obstacle[0].motion: a changed motion must begin at the present place of the obstacle");
    EXPECT_EQ(message([](SceneDescription& s) {
                  s.cloths[0].pins = {{.where = PinCorner{false, false}}};
              }),
              "cloth[0].pin: a changed scene must pin the same particles; pin and unpin change them");
    EXPECT_EQ(message([](SceneDescription& s) { s.air.emplace(); }),
              "air: a changed scene must keep its air, or have none as before");
    EXPECT_EQ(message([](SceneDescription& s) { s.filter.emplace(); }),
              "filter: a changed scene must keep its velocity filter, or have none as before");
    EXPECT_EQ(message([](SceneDescription& s) { s.self_contact.emplace(); }),
              "contact.method: a changed scene must keep the method of contact");
    EXPECT_NE(message([](SceneDescription& s) { s.cloths[0].springs.stretch_stiffness = -1; }), "nothing was thrown");
    take_steps(simulation, 2);
}

}  // namespace
}  // namespace tulle
