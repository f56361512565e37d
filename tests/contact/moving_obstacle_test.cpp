// Contact with obstacles that move: what counts is how they move relative to the particle.

#include "contact/active_set/active_set.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "support/random_values.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace tulle {
namespace {

using testing::RandomValues;

constexpr double h = 0.01;       // s
constexpr double around = 0.05;  // m, contact distance
const std::vector<double> mass{0.1};

RigidMotion steady(const Vec3& velocity, double degrees_per_second = 0)
{
    RigidMotion motion;
    motion.keyframes = {{.time = 0}, {.time = 10, .translation = 10 * velocity, .angle = 10 * degrees_per_second}};
    return motion;
}

/// The only contact that a particle gets in the step after `start` [s]; none: a default one without a normal.
Contact contact_in_step(const Obstacle& obstacle, const Vec3& x, const Vec3& v, double start = 0)
{
    ActiveSet contacts({obstacle}, {around}, {0});
    contacts.move_obstacles(start, start + h);
    contacts.predict(std::vector{x}, std::vector{v}, mass, h);
    EXPECT_LE(contacts.active().size(), 1);
    return contacts.active().empty() ? Contact{} : contacts.active()[0];
}

Obstacle as_mesh(const ObstacleDescription& description, MeshSequence sequence = {})
{
    return {std::make_shared<MeshObstacle>(obstacle_mesh(description, 1), std::move(sequence)), 0.5, 0, {}};
}

const SphereShape ball{.center = {0.1, 0, 0}, .radius = 0.2};
const BoxShape brick{.center = {0.1, 0, 0}, .size = {0.3, 0.2, 0.4}};

TEST(MovingObstacle, OnlyTheRelativeMotionCounts)
{
    RandomValues random(11);
    int hits = 0;
    for (int k = 0; k < 300; ++k) {
        const Vec3 x = 0.5 * random.unit_vector();
        const Vec3 u = 20 * random.unit_vector();
        const Vec3 v = u + 60 * random.number(0, 1) * (0.2 * random.unit_vector() - x).normalized();
        for (Obstacle obstacle : {Obstacle{ball, 0.5}, Obstacle{brick, 0.5}, as_mesh({.shape = brick})}) {
            const Contact still = contact_in_step(obstacle, x, v - u);
            obstacle.motion = steady(u);
            const Contact moving = contact_in_step(obstacle, x, v);
            ASSERT_EQ(still.normal.isZero(), moving.normal.isZero());
            if (still.normal.isZero()) continue;
            ++hits;
            EXPECT_LT((moving.normal - still.normal).norm(), 1e-6);
            EXPECT_NEAR(moving.target, still.target + moving.normal.dot(u), 1e-4);
            EXPECT_LT((moving.drift - u).norm(), 1e-10);
            EXPECT_TRUE(still.drift.isZero());
        }
    }
    EXPECT_GT(hits, 100);
}

TEST(MovingObstacle, OneThatPassesThroughInAStepIsSeen)
{
    // 2 mm thick, and half a metre further at the end of the step.
    const Obstacle plate{BoxShape{.center = {-0.25, 0, 0}, .size = {0.002, 1, 1}}, 0.5, 0, steady({50, 0, 0})};
    const Contact contact = contact_in_step(plate, Vec3::Zero(), Vec3::Zero());
    EXPECT_LT((contact.normal - Vec3::UnitX()).norm(), 1e-12);
    EXPECT_NEAR(h * contact.target, 0.25 + 0.001 + around, 1e-9) << "where the plate will be";
}

TEST(MovingObstacle, TurnsUnderItsParticles)
{
    RigidMotion motion = steady(Vec3::Zero(), 180 / std::numbers::pi);  // 1 rad/s
    motion.axis = Vec3::UnitX();
    const Obstacle roller{CylinderShape{.center = Vec3::Zero(), .axis = Vec3::UnitX(), .radius = 0.2, .height = 1}, 0.5,
                          0, motion};
    const Contact contact = contact_in_step(roller, {0, 0, 0.2 + around}, {0, 0, -0.1}, 3);
    EXPECT_LT((contact.drift - Vec3(0, -(0.2 + around), 0)).norm(), 0.01 * 0.25) << "w x r, up to the step's turn";
    EXPECT_LT(std::abs(contact.target), 0.01);
}

TEST(MovingObstacle, WhatItPushesKeepsItsSpeedAndNoMore)
{
    ActiveSet contacts({{PlaneShape{}, 0.0, 0, steady({0, 0, 2})}}, {around}, {0});
    std::vector<Vec3> x{{0, 0, around - 0.004}};  // 4 mm too deep
    std::vector<Vec3> v{{0, 0, -1}};
    contacts.move_obstacles(0, h);
    contacts.predict(x, v, mass, h);
    contacts.apply_impulses(x, v, mass, h);
    EXPECT_NEAR(x[0].z() + h * v[0].z(), 2 * h + around, 1e-9) << "out again, on the plane at the end of the step";
    contacts.remove_push_out(v);
    EXPECT_NEAR(v[0].z(), 2, 1e-12) << "as fast as the plane";
}

TEST(MovingObstacle, FrictionOpposesTheMotionRelativeToIt)
{
    ActiveSet contacts({{PlaneShape{}, 0.5, 0, steady({3, 0, 0})}}, {around}, {0});
    const std::vector<Vec3> x{{0, 0, around}};
    std::vector<Vec3> v{{0, 0, -1}};
    contacts.move_obstacles(0, h);
    contacts.predict(x, v, mass, h);
    contacts.apply_impulses(x, v, mass, h);
    EXPECT_LT((v[0] - Vec3(0.5, 0, 0)).norm(), 1e-12) << "mu times what the plane took from the fall, along its way";
    contacts.for_each_friction(v, [&](int, const FrictionResponse& friction) { EXPECT_GT(friction.impulse.x(), 0); });
    v = {{3, 0, -1}};
    contacts.apply_impulses(x, v, mass, h);
    EXPECT_LT((v[0] - Vec3(3, 0, 0)).norm(), 1e-12) << "who goes along is not braked";
}

/// Vertices go where the motion takes the mesh at each of `count` moments of a step.
MeshSequence as_sequence(const TriangleMesh& mesh, const RigidMotion& motion)
{
    MeshSequence sequence;
    sequence.fps = 1 / h;
    for (const double time : {0.0, h}) {
        sequence.frames.push_back(mesh.positions);
        for (Vec3& x : sequence.frames.back()) x = pose_at(motion, time).apply(x);
    }
    return sequence;
}

TEST(MovingObstacle, VerticesThatAllMoveAlikeAreARigidMotion)
{
    RandomValues random(12);
    const ObstacleDescription description{.shape = brick};
    int hits = 0;
    for (int k = 0; k < 300; ++k) {
        const Vec3 x = 0.5 * random.unit_vector();
        const Vec3 u = 20 * random.unit_vector();
        const Vec3 v = u + 60 * random.number(0, 1) * (0.2 * random.unit_vector() - x).normalized();
        const RigidMotion motion = steady(u);
        Obstacle rigid = as_mesh(description);
        rigid.motion = motion;
        const Contact expected = contact_in_step(rigid, x, v);
        const Contact found =
            contact_in_step(as_mesh(description, as_sequence(obstacle_mesh(description, 1), motion)), x, v);
        ASSERT_EQ(found.normal.isZero(), expected.normal.isZero());
        if (found.normal.isZero()) continue;
        ++hits;
        EXPECT_LT((found.normal - expected.normal).norm(), 1e-6);
        EXPECT_NEAR(found.target, expected.target, 1e-4);
        EXPECT_LT((found.drift - expected.drift).norm(), 1e-6);
    }
    EXPECT_GT(hits, 50);
}

TEST(MovingObstacle, ATurningMeshTurnsItsNormalsAndCarriesWhatTouches)
{
    RigidMotion motion = steady(Vec3::Zero(), 500);  // 5 degrees in a step
    motion.axis = Vec3::UnitX();
    const ObstacleDescription description{.shape = BoxShape{.center = Vec3::Zero(), .size = {2, 2, 2}}};
    MeshObstacle mesh(obstacle_mesh(description, 1), as_sequence(obstacle_mesh(description, 1), motion));
    mesh.move(0, h);
    const RigidPose end = pose_at(motion, h);
    std::array<MeshTouch, MeshObstacle::max_touches> found;
    ASSERT_EQ(mesh.touches({0.3, 0.2, 1.01}, 0.05, found), 1);
    const MeshObstacle::Carried carried = mesh.carry(found[0].face, 0, found[0].point, found[0].normal);
    EXPECT_LT((carried.point - end.apply({0.3, 0.2, 1})).norm(), 1e-14);
    EXPECT_LT((carried.normal - end.rotation * Vec3::UnitZ()).norm(), 1e-14);
    EXPECT_LT((carried.moved - (end.apply({0.3, 0.2, 1}) - Vec3(0.3, 0.2, 1))).norm(), 1e-14);
    // From half of the step on: along the chord that vertices take.
    const Vec3 half = 0.5 * (Vec3(0.3, 0.2, 1) + end.apply({0.3, 0.2, 1}));
    EXPECT_LT((mesh.carry(found[0].face, 0.5, half, Vec3::UnitZ()).point - carried.point).norm(), 1e-14);
}

TEST(MovingObstacle, LetsOutParticlesThatItHasClosedOn)
{
    // A block that grows over a particle beside it, which is held there: the particle is then inside.
    MeshSequence growing;
    growing.fps = 1;
    const BoxShape large{.center = brick.center, .size = 2 * brick.size};
    growing.frames = {obstacle_mesh({.shape = brick}, 1).positions, obstacle_mesh({.shape = large}, 1).positions};
    const auto mesh = std::make_shared<MeshObstacle>(obstacle_mesh({.shape = brick}, 1), growing);
    ActiveSet contacts({{mesh, 0.5}}, {around}, {0});
    const Vec3 x = brick.center + Vec3(0.5 * 0.3 + around, 0, 0);
    contacts.move_obstacles(0, h);
    contacts.predict(std::vector{x}, std::vector{Vec3(-1, 0, 0)}, mass, h);
    ASSERT_EQ(contacts.active().size(), 1);
    contacts.move_obstacles(0.8, 0.8 + h);
    ASSERT_TRUE(mesh->has_closed_on(x));
    contacts.predict(std::vector{x}, std::vector{Vec3(-1, 0, 0)}, mass, h);
    ASSERT_EQ(contacts.active().size(), 1);
    EXPECT_LT((contacts.active()[0].normal - Vec3::UnitX()).norm(), 1e-12) << "outward";
    EXPECT_GT(contacts.active()[0].target, contacts.active()[0].drift.x()) << "faster than the wall that follows";
    int depenetrations = 0;
    contacts.for_each_depenetration(std::vector{x}, std::vector{Vec3(20, 0, 0)}, h,
                                    [&](int, const Vec3&) { ++depenetrations; });
    EXPECT_EQ(depenetrations, 0) << "nothing holds it back on its way out";
}

TEST(MovingObstacle, PenetrationIsMeasuredWhereItIs)
{
    ActiveSet contacts({{ball, 0.5, 0, steady({1, 0, 0})}}, {around}, {0});
    std::vector<Vec3> x{{2.1, 0, 0.1}};
    EXPECT_EQ(contacts.deepest_penetration(x), 0);
    EXPECT_NEAR(contacts.smallest_gap(x), std::hypot(2, 0.1) - 0.2, 1e-12);
    EXPECT_EQ(ActiveSet({}, {around}, {0}).smallest_gap(x), std::numeric_limits<double>::infinity());
    contacts.move_obstacles(2, 2);
    EXPECT_NEAR(contacts.smallest_gap(x), -0.1, 1e-12);
    EXPECT_NEAR(contacts.deepest_penetration(x), 0.1, 1e-12);
    contacts.push_out(x);
    EXPECT_NEAR(contacts.smallest_gap(x), around, 1e-12);
    EXPECT_LT((x[0] - Vec3(2.1, 0, 0.2 + around)).norm(), 1e-12);
}

TEST(Restitution, ThrowsBackAPartOfTheSpeedOfAnImpact)
{
    ActiveSet contacts({{PlaneShape{}, 0.0, 0, steady({0, 0, 1}), 0.5}}, {around}, {0});
    const std::vector<Vec3> x{{0, 0, around}};
    std::vector<Vec3> v{{0, 0, -3}};
    contacts.move_obstacles(0, h);
    contacts.predict(x, v, mass, h);
    contacts.apply_impulses(x, v, mass, h);
    contacts.remove_push_out(v);
    EXPECT_NEAR(v[0].z(), 1 + 0.5 * 4, 1e-6) << "they met with 4 m/s and part with 2 m/s";
}

TEST(ContactPairs, OverruleWhatClothAndObstacleSay)
{
    const std::vector<PairOverride> pairs{{.first_particle = 1, .last_particle = 2, .obstacle = 0, .friction = 0.1},
                                          {.first_particle = 2, .last_particle = 3, .obstacle = 0, .thickness = 0.2}};
    ActiveSet contacts({{PlaneShape{}, 0.5}}, {around, around, around}, {0, 0, 0}, pairs);
    const std::vector<Vec3> x(3, Vec3(0, 0, around));
    std::vector<Vec3> v(3, Vec3(2, 0, -1));
    const std::vector<double> masses(3, 0.1);
    contacts.predict(x, v, masses, h);
    contacts.apply_impulses(x, v, masses, h);
    EXPECT_LT((v[0] - Vec3(1.5, 0, 0)).norm(), 1e-12);
    EXPECT_LT((v[1] - Vec3(1.9, 0, 0)).norm(), 1e-12);
    EXPECT_NEAR(x[2].z() + h * v[2].z(), 0.2, 1e-9);
}

}  // namespace
}  // namespace tulle
