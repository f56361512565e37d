// Friction of cloth on triangles and on cloth that lies on them: it holds without creeping, slides as Coulomb says, and
// turns with its floor.

#include "barrier_mesh_scenes.hpp"
#include "contact/barrier/barrier_potential.hpp"
#include "mesh/rigid_motion.hpp"
#include "support/mesh_obstacles.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

using testing::above;

/// A cloth lies on triangles, or on a cloth that lies there, on a slope of `part` of the steepest that holds it.
SceneDescription on_sloping_triangles(double part, bool on_cloth)
{
    constexpr double friction = 0.5;
    const double angle = part * std::atan(friction);
    SceneDescription scene = above(testing::open_square(0.5), 8);
    scene.simulation.fps = 20;
    scene.integrator.dt = 0.01;
    scene.simulation.gravity = 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle));
    scene.obstacles[0].friction = friction;
    auto& grid = std::get<GridDescription>(scene.cloths[0].shape);
    // Where its barrier bears its weight.
    const double d_hat = scene.cloths[0].thickness, h = scene.integrator.dt;
    const double height = BarrierPotential{barrier_stiffness / (h * h), d_hat}.distance(9.81 * std::cos(angle));
    grid.center = {-0.2, 0, height};
    if (on_cloth) {
        // The lower one is held at all of its border.
        ClothDescription upper = scene.cloths[0];
        upper.name = "upper";
        grid.size = {0.9, 0.9};
        grid.center.x() = 0;
        for (const int axis : {0, 1})
            for (const bool max : {false, true}) scene.cloths[0].pins.push_back({.where = PinEdge{axis, max}});
        std::get<GridDescription>(upper.shape).center.z() += height;
        scene.cloths.push_back(upper);
        scene.self_contact = SelfContactSettings{.friction = friction};
    }
    return scene;
}

/// m, m/s: of the last cloth along the slope.
struct Sliding {
    double place = 0, speed = 0;
};
Sliding sliding_of(const Simulation& simulation)
{
    const ClothView& cloth = simulation.cloths().back();
    Sliding sum;
    for (int p = cloth.first_particle; p < cloth.first_particle + cloth.particle_count; ++p) {
        sum.place += simulation.positions()[p].x() / cloth.particle_count;
        sum.speed += simulation.velocities()[p].x() / cloth.particle_count;
    }
    return sum;
}

TEST(BarrierMeshFriction, FrictionHoldsWithoutCreeping)
{
    for (const bool on_cloth : {false, true}) {
        SceneDescription scene = on_sloping_triangles(0.9, on_cloth);
        scene.integrator.tolerance = 1e-6;
        Simulation simulation(scene);
        for (int frame = 0; frame < 8; ++frame) static_cast<void>(simulation.advance_frame());
        const double settled = sliding_of(simulation).place;
        for (int frame = 8; frame < 20; ++frame) ASSERT_FALSE(is_failure(simulation.advance_frame().status)) << frame;
        EXPECT_GT(simulation.measure().contacts, 0);
        EXPECT_LT(std::abs(sliding_of(simulation).place - settled), 1e-6) << "m in 0.6 s, on cloth: " << on_cloth;
    }
}

TEST(BarrierMeshFriction, SlidesWhereFrictionCannotHold)
{
    SceneDescription scene = on_sloping_triangles(1.3, false);
    scene.integrator.tolerance = 1e-6;
    Simulation simulation(scene);
    for (int frame = 0; frame < 8; ++frame) static_cast<void>(simulation.advance_frame());
    const double before = sliding_of(simulation).speed;
    for (int frame = 0; frame < 8; ++frame) static_cast<void>(simulation.advance_frame());
    const Vec3 g = scene.simulation.gravity;
    const double expected = 0.4 * (g.x() + 0.5 * g.z());  // m/s
    EXPECT_NEAR(sliding_of(simulation).speed - before, expected, 0.01 * expected);
}

/// Cloth that turns with its floor does not slip, however far from the triangles it is kept.
TEST(BarrierMeshFriction, WhatTurnsWithAMeshDoesNotSlip)
{
    SceneDescription scene = above(testing::open_square(0.5), 6);
    scene.cloths[0].thickness = 0.02;
    std::get<GridDescription>(scene.cloths[0].shape).center = {0, 0, 0.019};
    scene.obstacles[0].friction = 2;
    scene.obstacles[0].motion.axis = {0, 1, 0};
    scene.obstacles[0].motion.keyframes = {Keyframe{.time = 0.2}, Keyframe{.time = 0.8, .angle = 40}};
    Simulation simulation(scene);
    const auto along_the_floor = [&] {
        Vec3 middle = Vec3::Zero();
        for (const Vec3& x : simulation.positions()) middle += x / 36;
        return pose_at(scene.obstacles[0].motion, simulation.time()).undo(middle).x();
    };
    for (int frame = 0; frame < 6; ++frame) static_cast<void>(simulation.advance_frame());
    const double before = along_the_floor();
    for (int frame = 6; frame < 27; ++frame) ASSERT_FALSE(is_failure(simulation.advance_frame().status)) << frame;
    EXPECT_NEAR(along_the_floor(), before, 1e-3) << "m; what turns by 40 degrees at 20 mm would slip by 14 mm";
}

}  // namespace
}  // namespace tulle
