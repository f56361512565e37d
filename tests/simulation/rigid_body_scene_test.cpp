// Rigid bodies in whole simulations: flight, friction, rolling, stacks, and what they do to cloth and cloth to them.

#include "mesh/cloth_mesh.hpp"
#include "saved_bytes.hpp"
#include "simulation/warnings.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>
#include <tulle/solid.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace tulle {
namespace {

BodyDescription rigid(const std::string& name, const RigidBodyDescription& described)
{
    BodyDescription body;
    body.name = name;
    body.kind = described;
    body.thickness = 0;
    return body;
}

SceneDescription scene_of(std::vector<BodyDescription> bodies, const std::string& method = "backward-euler")
{
    SceneDescription scene;
    scene.integrator.method = method;
    scene.integrator.dt = 0.01;
    scene.bodies = std::move(bodies);
    return scene;
}

void add_floor(SceneDescription& scene, double friction)
{
    scene.obstacles.push_back({.name = "floor", .shape = PlaneShape{}, .friction = friction});
}

/// A floor that leans by an angle [rad] against the plane: down is along x, too.
void lean(SceneDescription& scene, double angle)
{
    scene.simulation.gravity = 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle));
}

struct Motion {
    Vec3 centre = Vec3::Zero();    // m
    Vec3 velocity = Vec3::Zero();  // m/s
    Vec3 angular = Vec3::Zero();   // N m s, about the centre
};

/// Of the body number `index`, by the four particles that carry it.
Motion motion_of(const Simulation& simulation, const SceneDescription& scene, std::size_t index)
{
    std::size_t end = 0;
    const std::vector<ClothMesh> meshes = make_cloth_meshes(scene);
    for (std::size_t c = 0; c <= scene.cloths.size() + index; ++c) end += meshes[c].positions.size();
    Motion motion;
    const auto x = simulation.positions().subspan(end - 4, 4), v = simulation.velocities().subspan(end - 4, 4);
    for (std::size_t k = 0; k < 4; ++k) {
        motion.centre += x[k] / 4;
        motion.velocity += v[k] / 4;
    }
    for (std::size_t k = 0; k < 4; ++k)
        motion.angular += simulation.masses()[end - 1] * (x[k] - motion.centre).cross(v[k]);
    return motion;
}

void advance(Simulation& simulation, double seconds)
{
    const int steps = static_cast<int>(std::lround(seconds / simulation.dt()));
    for (int k = 0; k < steps; ++k) ASSERT_EQ(simulation.step().status, StepStatus::ok) << simulation.time();
}

const RigidBodyDescription ball{.shape = SphereShape{{0, 0, 0.1}, 0.1}, .mass = 2, .friction = 0.5};

RigidBodyDescription box(const Vec3& centre, const Vec3& size, double mass)
{
    return {.shape = BoxShape{centre, size}, .mass = mass, .friction = 0.5};
}

/// Backward Euler falls by h^2 (1 + ... + n) = h^2 n (n + 1)/2 in n steps.
TEST(RigidBodyScene, FallsAsEverythingDoesAndKeepsItsSpin)
{
    RigidBodyDescription spinning = box({0, 0, 2}, {0.1, 0.2, 0.3}, 3);
    spinning.spin = {0, 0, 4};
    SceneDescription scene = scene_of({rigid("brick", spinning)}, "bdf2");
    scene.bodies[0].velocity = {1, 0, 0};
    Simulation bdf2(scene);
    const Vec3 before = motion_of(bdf2, scene, 0).angular;
    EXPECT_NEAR(before.z(), 4 * 3 * (0.01 + 0.04) / 12, 1e-12);
    advance(bdf2, 0.5);
    EXPECT_NEAR(motion_of(bdf2, scene, 0).angular.z() / before.z(), 1, 5e-3);
    EXPECT_TRUE(motion_of(bdf2, scene, 0).centre.isApprox(Vec3(0.5, 0, 2 - 0.5 * 9.81 * 0.25), 2e-3));

    scene.integrator.method = "backward-euler";
    Simulation euler(scene);
    advance(euler, 0.5);
    EXPECT_TRUE(motion_of(euler, scene, 0).centre.isApprox(Vec3(0.5, 0, 2 - 9.81 * 1e-4 * 50 * 51 / 2), 1e-9));
}

TEST(RigidBodyScene, KeepsItsShape)
{
    RigidBodyDescription spinning = box({0, 0, 0.4}, {0.1, 0.2, 0.3}, 3);
    spinning.spin = {5, 2, 4};
    SceneDescription scene = scene_of({rigid("brick", spinning)});
    add_floor(scene, 0.5);
    Simulation simulation(scene);
    const std::vector<Vec3> start(simulation.positions().begin(), simulation.positions().end());
    for (int frame = 0; frame < 25; ++frame) {
        advance(simulation, 0.04);
        const ClothView& view = simulation.cloths()[0];
        EXPECT_EQ(view.particle_count, 24);  // a corner for each of the sides that meet there
        for (int i = 0; i < 24; ++i)
            for (int j = 0; j < i; ++j)
                EXPECT_NEAR((simulation.positions()[i] - simulation.positions()[j]).norm(),
                            (start[i] - start[j]).norm(), 2e-4);
    }
}

TEST(RigidBodyScene, SlidesDownASlopeAsCoulombSays)
{
    const double angle = 0.5;
    SceneDescription scene = scene_of({rigid("box", box({0, 0, 0.05}, {0.3, 0.3, 0.1}, 2))});
    add_floor(scene, 0.1);  // with the box's 0.5: 0.3
    lean(scene, angle);
    Simulation simulation(scene);
    advance(simulation, 0.5);
    const double early = motion_of(simulation, scene, 0).velocity.x();
    advance(simulation, 1.0);
    const double acceleration = motion_of(simulation, scene, 0).velocity.x() - early;
    EXPECT_NEAR(acceleration, 9.81 * (std::sin(angle) - 0.3 * std::cos(angle)), 0.005 * acceleration);
}

TEST(RigidBodyScene, StaysOnASlopeThatFrictionHolds)
{
    SceneDescription scene = scene_of({rigid("box", box({0, 0, 0.05}, {0.3, 0.3, 0.1}, 2))});
    add_floor(scene, 0.5);
    lean(scene, 0.9 * std::atan(0.5));
    Simulation simulation(scene);
    advance(simulation, 0.5);
    const double early = motion_of(simulation, scene, 0).centre.x();
    advance(simulation, 1.0);
    // Friction falls off below 1 mm/s.
    EXPECT_LT(std::abs(motion_of(simulation, scene, 0).centre.x() - early), 1e-3);
}

/// A ball that rolls has 5/7 of the acceleration of one that slides without friction.
TEST(RigidBodyScene, BallRollsWithItsInertia)
{
    const double angle = 0.2;
    SceneDescription scene = scene_of({rigid("ball", ball)}, "bdf2");
    scene.integrator.dt = 0.002;
    add_floor(scene, 0.5);
    lean(scene, angle);
    Simulation simulation(scene);
    advance(simulation, 0.2);
    const Motion early = motion_of(simulation, scene, 0);
    advance(simulation, 1.0);
    const Motion late = motion_of(simulation, scene, 0);
    EXPECT_NEAR(late.velocity.x() - early.velocity.x(), 5.0 / 7 * 9.81 * std::sin(angle), 0.01);
    EXPECT_NEAR(late.angular.y(), 0.4 * 2 * 0.1 * late.velocity.x(), 0.01 * late.angular.y());
}

TEST(RigidBodyScene, StacksStandHoweverHeavyTheirTop)
{
    for (const char* method : {"backward-euler", "imex-euler", "bdf2"}) {
        SceneDescription scene = scene_of({rigid("light", box({0, 0, 0.1}, {0.2, 0.2, 0.2}, 0.1)),
                                           rigid("heavy", box({0.03, 0.02, 0.301}, {0.2, 0.2, 0.2}, 1)),
                                           rigid("heavier", box({0, 0, 0.502}, {0.2, 0.2, 0.2}, 10)),
                                           rigid("ball", {.shape = SphereShape{{0, 0, 0.703}, 0.1}, .mass = 0.01})},
                                          method);
        add_floor(scene, 0.5);
        Simulation simulation(scene);
        advance(simulation, 3);
        const Measurements measured = simulation.measure();
        EXPECT_LT(measured.energies.kinetic, 1e-6) << method;
        EXPECT_LT(measured.deepest_penetration, 1e-4) << method;
        constexpr std::array<double, 4> heights{0.1, 0.3, 0.5, 0.7};
        for (std::size_t b = 0; b < 4; ++b)
            EXPECT_NEAR(motion_of(simulation, scene, b).centre.z(), heights[b], 1e-3) << method;
    }
}

TEST(RigidBodyScene, BodiesThatCollideKeepTheirMomentum)
{
    SceneDescription scene = scene_of({rigid("brick", box({0, 0, 0}, {0.1, 0.2, 0.3}, 3)),
                                       rigid("ball", {.shape = SphereShape{{0.3, 0.05, 0.06}, 0.1}, .mass = 0.5})});
    scene.simulation.gravity = Vec3::Zero();
    scene.bodies[1].velocity = {-2, 0, 0};
    Simulation simulation(scene);
    advance(simulation, 0.4);
    EXPECT_TRUE(simulation.measure().momentum.isApprox(Vec3(-1, 0, 0), 1e-10));
    EXPECT_LT(motion_of(simulation, scene, 0).velocity.x(), -0.1);
    // Nothing is gained: the two part more slowly than they met.
    EXPECT_LT(simulation.measure().energies.kinetic, 0.5 * 0.5 * 4);
}

SceneDescription ball_in_cloth(bool is_free, TensionLaw law)
{
    SceneDescription scene = testing::hanging(15);
    ClothDescription& cloth = scene.cloths[0];
    cloth.shape = GridDescription{.size = {0.6, 0.6}, .particles = {15, 15}, .center = {0, 0, 0}};
    cloth.areal_density = 1 / 0.36;
    cloth.springs.stretch_stiffness = cloth.springs.shear_stiffness = 1000;
    cloth.springs.law = law;
    cloth.springs.cubic = {1.04, 6, 0.96, 2};
    cloth.pins.clear();
    if (!is_free)
        for (const int axis : {0, 1})
            for (const bool max : {false, true}) cloth.pins.push_back({.where = PinEdge{axis, max}});
    RigidBodyDescription heavy = ball;
    heavy.mass = 10;
    heavy.shape = SphereShape{{0.01, 0.02, 0.12}, 0.1};
    scene.bodies.push_back(rigid("ball", heavy));
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = 0.01;
    scene.obstacles.clear();
    return scene;
}

TEST(RigidBodyScene, BallAndFreeClothKeepTheirMomentum)
{
    SceneDescription scene = ball_in_cloth(true, TensionLaw::linear);
    scene.simulation.gravity = Vec3::Zero();
    scene.bodies[0].velocity = {0, 0, -3};
    Simulation simulation(scene);
    for (int k = 0; k < 40; ++k) {
        advance(simulation, 0.01);
        EXPECT_LE((simulation.measure().momentum - Vec3(0, 0, -30)).norm(), 1e-10 * 30);
    }
    // It has taken the cloth along.
    EXPECT_GT(motion_of(simulation, scene, 0).velocity.z(), -2.95);
    EXPECT_LT(simulation.velocities()[7 * 15 + 7].z(), -2);
}

TEST(RigidBodyScene, HeavyBallRestsInCloth)
{
    double linear_stretch = 0;
    for (const TensionLaw law : {TensionLaw::linear, TensionLaw::cubic}) {
        const SceneDescription scene = ball_in_cloth(false, law);
        Simulation simulation(scene);
        advance(simulation, 6);
        const Measurements measured = simulation.measure();
        EXPECT_LT(measured.energies.kinetic, 1e-3);
        EXPECT_EQ(measured.deepest_penetration, 0);
        EXPECT_GT(measured.contacts, 3);
        // The pins bear the weight of both: what the net exerts on all that is free is nothing.
        std::vector<Vec3> f(simulation.positions().size());
        simulation.forces(f);
        double held = 0;
        for (int p = 0; p < 15 * 15; ++p)
            if (p % 15 == 0 || p % 15 == 14 || p / 15 == 0 || p / 15 == 14) held += f[p].z();
        EXPECT_NEAR(held, -11 * 9.81, 0.5);
        if (law == TensionLaw::linear) {
            linear_stretch = measured.largest_stretch;
        } else {
            EXPECT_LT(measured.largest_stretch, 0.7 * linear_stretch);
        }
    }
}

TEST(RigidBodyScene, CubeHangsFromClothAndPullsByItsWeight)
{
    SceneDescription scene = testing::hanging(10);
    ClothDescription& cloth = scene.cloths[0];
    cloth.name = "cloth";
    cloth.shape = GridDescription{
        .size = {0.3, 0.3}, .particles = {10, 10}, .center = {0, 0, 1}, .plane = GridDescription::Plane::xz};
    cloth.springs.stretch_stiffness = 500;
    cloth.pins = {{.where = PinEdge{1, true}}};
    scene.obstacles.clear();
    scene.bodies.push_back(rigid("cube", box({0, 0, 0.75}, {0.2, 0.2, 0.2}, 5)));
    scene.attachments.push_back({.cloth = "cloth", .body = "cube", .where = PinEdge{1, false}});
    scene.integrator.method = "backward-euler";
    Simulation simulation(scene);
    advance(simulation, 10);
    EXPECT_LT(simulation.measure().energies.kinetic, 1e-4);
    std::vector<Vec3> f(simulation.positions().size());
    simulation.forces(f);
    double held = 0;
    for (int p = 90; p < 100; ++p) held += f[p].z();
    const double weight = (5 + 0.09 * cloth.areal_density) * 9.81;
    EXPECT_NEAR(held, -weight, 0.01 * weight);
    // Upright below its edge, from which it was 5 cm away at the start.
    const double edge = simulation.positions()[5].z();
    EXPECT_NEAR(motion_of(simulation, scene, 0).centre.z(), edge - 0.1, 2e-3);
}

TEST(RigidBodyScene, BoxRestsOnClothThatLiesOnTheFloor)
{
    SceneDescription scene = testing::hanging(12);
    scene.cloths[0].shape = GridDescription{.size = {0.4, 0.4}, .particles = {12, 12}, .center = {0, 0, 0.006}};
    scene.cloths[0].pins.clear();
    scene.bodies.push_back(rigid("box", box({0, 0, 0.15}, {0.2, 0.2, 0.2}, 5)));
    scene.obstacles.clear();
    add_floor(scene, 0.5);
    scene.integrator.method = "backward-euler";
    Simulation simulation(scene);
    advance(simulation, 1);
    // The cloth keeps its thickness on both sides, a little pressed.
    const double above = 2 * scene.cloths[0].thickness;
    EXPECT_NEAR(motion_of(simulation, scene, 0).centre.z(), 0.1 + above, 0.1 * above);
    EXPECT_LT(simulation.measure().energies.kinetic, 1e-6);
}

/// A floor that moves takes along what lies on it.
SceneDescription conveyor()
{
    SceneDescription scene = scene_of({rigid("box", box({0, 0, 0.05}, {0.2, 0.2, 0.1}, 1))});
    add_floor(scene, 0.5);
    scene.obstacles[0].motion.keyframes = {{.time = 0}, {.time = 2, .translation = {1, 0, 0}}};
    return scene;
}

TEST(RigidBodyScene, FloorsThatMoveTakeBodiesAlong)
{
    const SceneDescription scene = conveyor();
    Simulation simulation(scene);
    advance(simulation, 1);
    EXPECT_NEAR(motion_of(simulation, scene, 0).velocity.x(), 0.5, 5e-3);
}

TEST(RigidBodyScene, ThreadsAndResumeChangeNoBit)
{
    for (const SceneDescription& scene : {ball_in_cloth(false, TensionLaw::cubic), conveyor()}) {
        const auto bytes_after = [&](int threads, bool resumes) {
            const ThreadLimit limit(threads);
            Simulation first(scene);
            advance(first, 0.13);
            if (!resumes) {
                advance(first, 0.2);
                return saved(first);
            }
            Simulation second(scene);
            restore(second, saved(first));
            advance(second, 0.2);
            return saved(second);
        };
        const std::string whole = bytes_after(1, false);
        EXPECT_EQ(bytes_after(2, false), whole);
        EXPECT_EQ(bytes_after(1, true), whole);
    }
}

TEST(RigidBodyScene, WarnsOfWhatStartsInsideABody)
{
    SceneDescription scene = ball_in_cloth(false, TensionLaw::linear);
    EXPECT_TRUE(warnings(scene).empty());
    RigidBodyDescription low = ball;
    low.shape = SphereShape{{0, 0, 0.05}, 0.1};
    scene.bodies[0] = rigid("ball", low);
    const std::vector<Problem> doubts = warnings(scene);
    ASSERT_EQ(doubts.size(), 1u);
    EXPECT_EQ(doubts[0].key, "body[0].rigid");
    EXPECT_EQ(
        doubts[0].message,
        "13 of the 225 particles of cloth \"cloth\" start inside body \"ball\", up to 0.05 m deep; they are pushed "
        "out at once. Move one of the two");
}

std::string first_problem(const SceneDescription& scene)
{
    const std::vector<Problem> problems = check(scene);
    return problems.empty() ? "" : problems.front().key + ": " + problems.front().message;
}

TEST(RigidBodyScene, SaysWhatDoesNotGoTogether)
{
    const SceneDescription good = scene_of({rigid("ball", ball)});
    EXPECT_EQ(first_problem(good), "");
    SceneDescription scene = good;
    scene.integrator.method = "verlet";
    EXPECT_NE(first_problem(scene).find("integrator.method: rigid bodies, such as \"ball\", take imex-euler"),
              std::string::npos);
    scene = good;
    scene.integrator.adaptive = true;
    EXPECT_NE(first_problem(scene).find("integrator.dt"), std::string::npos);
    scene = good;
    scene.bodies[0].pins.push_back({.where = PinIndices{{0}}});
    EXPECT_NE(first_problem(scene).find("body[0].pin"), std::string::npos);
    scene = good;
    scene.attachments.push_back({.cloth = "sail", .body = "ball", .where = PinCorner{}});
    EXPECT_NE(first_problem(scene).find("attachment[0].cloth: expected the name of a cloth"), std::string::npos);
    scene = good;
    std::get<RigidBodyDescription>(scene.bodies[0].kind).friction = -1;
    EXPECT_NE(first_problem(scene).find("body[0].friction"), std::string::npos);
    scene = good;
    std::get<RigidBodyDescription>(scene.bodies[0].kind).mass = 0;
    EXPECT_EQ(first_problem(scene), "body[0].mass: expected a number > 0 kg, found 0");
    scene = good;
    std::get<RigidBodyDescription>(scene.bodies[0].kind).shape = MeshDescription{};
    EXPECT_TRUE(first_problem(scene).starts_with("body[0].rigid.mesh: ")) << first_problem(scene);
}

}  // namespace
}  // namespace tulle
