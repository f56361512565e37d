// Rigid bodies and cloth kept apart by barriers, in whole simulations: no body is too small, too fast or too sharp.

#include "geometry/surface_crossings.hpp"
#include "saved_bytes.hpp"
#include "simulation/warnings.hpp"
#include "support/scenes.hpp"

#include <tulle/simulation.hpp>
#include <tulle/solid.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr double density = 7800;  // kg/m^3, steel

BodyDescription thrown(const RigidBodyDescription& described, const Vec3& velocity)
{
    BodyDescription body;
    body.name = "body";
    body.kind = described;
    body.thickness = 0;
    body.velocity = velocity;
    return body;
}

RigidBodyDescription small_ball(double radius, const Vec3& centre)
{
    return {.shape = SphereShape{centre, radius}, .mass = density * 4.19 * radius * radius * radius, .friction = 0.3};
}

/// A sheet of 20 cm with cells of 2 cm, held along its border, and a body above it.
SceneDescription above_a_sheet(const BodyDescription& body)
{
    SceneDescription scene;
    scene.simulation.fps = 60;
    scene.integrator.dt = 1.0 / 60;
    ClothDescription cloth;
    cloth.name = "cloth";
    cloth.shape = GridDescription{.size = {0.2, 0.2}, .particles = {11, 11}, .center = {0, 0, 0}};
    cloth.areal_density = 0.2;
    for (const int axis : {0, 1})
        for (const bool max : {false, true}) cloth.pins.push_back({.where = PinEdge{axis, max}});
    scene.cloths = {cloth};
    scene.bodies = {body};
    return scene;
}

/// Pairs of a face of the first cloth and one of the second that have a common point.
long crossings_with_body(const Simulation& simulation)
{
    std::vector<Face> faces;
    for (const ClothView& view : simulation.cloths())
        for (const Face& face : view.faces)
            faces.push_back(
                {face[0] + view.first_particle, face[1] + view.first_particle, face[2] + view.first_particle});
    const auto of_cloth = static_cast<int>(simulation.cloths()[0].faces.size());
    const std::vector<FacePair> pairs = find_surface_crossings({simulation.positions(), faces});
    return std::ranges::count_if(pairs, [&](const FacePair& p) { return p.first < of_cloth && p.second >= of_cloth; });
}

/// m, the lowest of a cloth or body.
double lowest(const Simulation& simulation, std::size_t cloth)
{
    const ClothView& view = simulation.cloths()[cloth];
    double least = std::numeric_limits<double>::infinity();
    for (const Vec3& x : simulation.positions().subspan(view.first_particle, view.particle_count))
        least = std::min(least, x.z());
    return least;
}

TEST(RigidBarrier, NoBallIsTooSmallOrTooFast)
{
    for (const double radius : {0.005, 0.01})
        for (const double speed : {1.0, 20.0}) {
            // Into the middle of a cell, whose corners are 1.4 cm away.
            const SceneDescription scene =
                above_a_sheet(thrown(small_ball(radius, {0.01, 0.01, 0.05}), {0, 0, -speed}));
            Simulation simulation(scene);
            EXPECT_NE(simulation.method().find("rigid bodies have barriers"), std::string::npos);
            double deepest = 0;
            for (int k = 0; k < 12; ++k) {
                EXPECT_FALSE(is_failure(simulation.step().status)) << radius << ' ' << speed << ' ' << k;
                EXPECT_EQ(crossings_with_body(simulation), 0) << radius << ' ' << speed << ' ' << k;
                EXPECT_GT(lowest(simulation, 1), lowest(simulation, 0)) << radius << ' ' << speed << ' ' << k;
                deepest = std::min(deepest, lowest(simulation, 1));
            }
            EXPECT_LT(deepest, 0) << "it has pushed the cloth down";
        }
}

TEST(RigidBarrier, ATipAndAnEdgeStayOnTheirSideOfCoarseCloth)
{
    // A tetrahedron that stands on a corner, and one that lies on an edge.
    MeshDescription mesh;
    const double r = 0.03;
    mesh.mesh.positions = {{r, r, r}, {r, -r, -r}, {-r, r, -r}, {-r, -r, r}};
    mesh.mesh.faces = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    mesh.file = "tetrahedron";
    for (const double angle : {0.0, 125.26}) {
        mesh.placement = {.axis = {1, -1, 0}, .angle = angle, .translation = {0.008, 0.011, 0.08}};
        SceneDescription scene = above_a_sheet(thrown({.shape = mesh, .mass = 0.2, .friction = 0.3}, {0, 0, -3}));
        std::get<GridDescription>(scene.cloths[0].shape).particles = {5, 5};
        Simulation simulation(scene);
        for (int k = 0; k < 20; ++k) {
            EXPECT_FALSE(is_failure(simulation.step().status)) << angle << ' ' << k;
            EXPECT_EQ(crossings_with_body(simulation), 0) << angle << ' ' << k;
            EXPECT_GT(lowest(simulation, 1), lowest(simulation, 0)) << angle << ' ' << k;
        }
        EXPECT_LT(lowest(simulation, 1), 0.02) << "it rests in the cloth";
    }
}

struct Momenta {
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();  // kg m/s, N m s
};

Momenta momenta_of(const Simulation& simulation)
{
    Momenta sum;
    for (std::size_t i = 0; i < simulation.positions().size(); ++i) {
        const Vec3 p = simulation.masses()[i] * simulation.velocities()[i];
        sum.linear += p;
        sum.angular += simulation.positions()[i].cross(p);
    }
    return sum;
}

TEST(RigidBarrier, BallAndFreeClothKeepTheirMomenta)
{
    SceneDescription scene = above_a_sheet(thrown(small_ball(0.01, {0.031, 0.022, 0.03}), {0.5, 0, -4}));
    scene.cloths[0].pins.clear();
    scene.simulation.gravity = Vec3::Zero();
    Simulation simulation(scene);
    const Momenta before = momenta_of(simulation);
    for (int k = 0; k < 20; ++k) {
        EXPECT_EQ(simulation.step().status, StepStatus::ok) << k;
        const Momenta after = momenta_of(simulation);
        EXPECT_LE((after.linear - before.linear).norm(), 1e-10 * before.linear.norm()) << k;
    }
    EXPECT_EQ(crossings_with_body(simulation), 0);
    // The cloth has been taken along.
    EXPECT_LT(simulation.velocities()[5 * 11 + 5].z(), -1);
}

/// A brick that falls through a folded cloth's layers would leave them crossing; contact of cloth with cloth goes on
/// beside that with the body.
TEST(RigidBarrier, LayersOfClothBearABrickTogether)
{
    RigidBodyDescription brick{
        .shape = BoxShape{{0.004, 0.007, 0.06}, {0.05, 0.03, 0.02}}, .mass = 0.2, .friction = 0.3};
    SceneDescription scene = above_a_sheet(thrown(brick, {0, 0, -2}));
    ClothDescription second = scene.cloths[0];
    second.name = "second";
    std::get<GridDescription>(second.shape).center = {0.003, 0.002, 0.02};
    std::get<GridDescription>(second.shape).particles = {9, 9};
    scene.cloths.push_back(second);
    scene.self_contact.emplace();
    Simulation simulation(scene);
    for (int k = 0; k < 30; ++k) {
        EXPECT_FALSE(is_failure(simulation.step().status)) << k;
        EXPECT_EQ(crossings_with_body(simulation), 0) << k;
        EXPECT_GT(lowest(simulation, 2), lowest(simulation, 1)) << k;
        EXPECT_GT(lowest(simulation, 1), lowest(simulation, 0)) << k;
    }
}

TEST(RigidBarrier, ThreadsAndResumeChangeNoBit)
{
    SceneDescription scene = above_a_sheet(thrown(small_ball(0.01, {0.012, 0.013, 0.04}), {0.3, 0, -6}));
    scene.self_contact.emplace();
    const auto bytes_after = [&](int threads, bool resumes) {
        const ThreadLimit limit(threads);
        Simulation first(scene);
        const auto advance = [](Simulation& simulation, int steps) {
            for (int k = 0; k < steps; ++k) EXPECT_FALSE(is_failure(simulation.step().status)) << k;
        };
        advance(first, 4);
        if (!resumes) {
            advance(first, 6);
            return saved(first);
        }
        Simulation second(scene);
        restore(second, saved(first));
        advance(second, 6);
        return saved(second);
    };
    const std::string whole = bytes_after(1, false);
    EXPECT_EQ(bytes_after(2, false), whole);
    EXPECT_EQ(bytes_after(1, true), whole);
}

TEST(RigidBarrier, SpringsHoldWhatBarriersCannot)
{
    const auto has_barriers = [](const SceneDescription& scene) {
        return Simulation(scene).method().find("rigid bodies have barriers") != std::string::npos;
    };
    const SceneDescription good = above_a_sheet(thrown(small_ball(0.01, {0, 0, 0.05}), Vec3::Zero()));
    EXPECT_TRUE(has_barriers(good));
    SceneDescription scene = good;
    scene.bodies[0] = thrown(small_ball(0.01, {0, 0, 0.002}), Vec3::Zero());
    EXPECT_FALSE(has_barriers(scene)) << "a particle starts in the ball";
    scene.bodies[0] = thrown(small_ball(0.006, {0.01, 0.01, 0.002}), Vec3::Zero());
    EXPECT_FALSE(has_barriers(scene)) << "a face passes through the ball";
    const std::vector<Problem> doubts = warnings(scene);
    ASSERT_EQ(doubts.size(), 1u);
    EXPECT_TRUE(doubts[0].message.starts_with("cloth starts through a rigid body")) << doubts[0].message;
    EXPECT_TRUE(warnings(good).empty());
    scene = good;
    scene.cloths[0].thickness = 0;
    EXPECT_FALSE(has_barriers(scene)) << "no distance to keep";
    scene = good;
    scene.contact.method = ContactMethod::velocity_constraint;
    EXPECT_FALSE(has_barriers(scene)) << "as it asks";
    scene.self_contact.emplace();
    EXPECT_TRUE(has_barriers(scene)) << "nothing passes through anything";
    scene = good;
    scene.integrator.method = "bdf2";
    EXPECT_FALSE(has_barriers(scene)) << "a memory would start anew with every touch";
}

}  // namespace
}  // namespace tulle
