// Contacts that would give energy to the cloth: those that pull it in, and edges or faces that push it away.

#include "contact/active_set/active_set.hpp"
#include "contact/active_set/motion_constraints.hpp"
#include "contact/step_size.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

constexpr double contact_distance = 0.01;  // m
const std::vector<double> two_kilos{2.0};  // kg

/// A particle of 2 kg that falls onto a floor, 5 mm below, which stands still or rises by 1 m/s.
ActiveSet floor_under(const Vec3& x, bool rises = false)
{
    Obstacle floor{PlaneShape{}, 0.5};
    if (rises)
        floor.motion.keyframes = {{.time = 0, .translation = Vec3::Zero()}, {.time = 1, .translation = {0, 0, 1}}};
    ActiveSet contacts({floor}, {contact_distance}, {0});
    contacts.move_obstacles(0, step_size);
    contacts.predict({{x}}, {{Vec3(0, 0, -1)}}, two_kilos, step_size);
    return contacts;
}

const Vec3 over_floor(0, 0, 0.015);
const std::vector<Vec3> pushed{{0.3, 0, 2}}, pulled{{0.3, 0, -2}};  // N s

TEST(ZeroVelocityContacts, AreThoseThatPullAndMayNotBeReleased)
{
    for (const bool rises : {false, true}) {
        ActiveSet contacts = floor_under(over_floor, rises);
        ASSERT_EQ(contacts.active().size(), 1U);
        const double speed = rises ? 1 : 0;  // m/s, of the floor
        const double arrives = contacts.active()[0].target;
        EXPECT_NEAR(arrives, speed - 0.5, 1e-6);
        EXPECT_FALSE(contacts.update({{over_floor}}, {{Vec3(0, 0, arrives)}}, pushed, two_kilos, step_size, true));
        EXPECT_EQ(contacts.active()[0].target, arrives) << "what pushes goes on to the surface";
        EXPECT_TRUE(contacts.update({{over_floor}}, {{Vec3(0, 0, arrives)}}, pulled, two_kilos, step_size, true));
        ASSERT_EQ(contacts.active().size(), 1U);
        EXPECT_NEAR(contacts.active()[0].target, speed, 1e-9);
        EXPECT_FALSE(contacts.update({{over_floor}}, {{Vec3(0, 0, speed)}}, pulled, two_kilos, step_size, true))
            << "once is enough";
        EXPECT_EQ(contacts.obstacles_move(), rises);
    }
}

TEST(ZeroVelocityContacts, AreAllThatAreHeldWhenItTakesTooLong)
{
    ActiveSet contacts({{PlaneShape{}, 0.5}}, {contact_distance}, {0});
    contacts.predict({{over_floor}}, {{Vec3::Zero()}}, two_kilos, step_size);
    ASSERT_TRUE(contacts.update({{over_floor}}, {{Vec3(0, 0, -1)}}, {{Vec3::Zero()}}, two_kilos, step_size, true));
    EXPECT_NEAR(contacts.active()[0].target, -0.5, 1e-6);
    contacts.hold_at_zero_velocity();
    EXPECT_EQ(contacts.active()[0].target, 0);
    ActiveSet guessed = floor_under(over_floor);
    guessed.hold_at_zero_velocity();
    EXPECT_NEAR(guessed.active()[0].target, -0.5, 1e-6) << "it may be released";
}

/// Edges of cloth over a ridge along y, 1 m long and too narrow for any particle to meet it.
ActiveSet over_a_ridge(std::size_t particles, std::vector<std::array<int, 2>> edges)
{
    TriangleMesh ridge;
    ridge.positions = {{0, -0.5, 0}, {0, 0.5, 0}, {0, -0.5, -1}, {0, 0.5, -1}};
    ridge.faces = {{0, 1, 3}, {0, 3, 2}};
    auto mesh = std::make_shared<MeshObstacle>(ridge);
    Obstacle obstacle{mesh};
    obstacle.edges = mesh;
    return {{obstacle},
            std::vector<double>(particles, contact_distance),
            std::vector<unsigned char>(particles, 0),
            {},
            {.edges = std::move(edges), .faces = {}}};
}

TEST(ZeroVelocityContacts, AnEdgeThatIsTooNearIsNotPushed)
{
    MotionConstraints constraints({}, over_a_ridge(2, {{0, 1}}), 2);
    const std::vector<double> masses{1, 1};
    const std::vector<Vec3> none(2, Vec3::Zero());
    // Edges and faces keep half the distance, 5 mm; this one has 2 mm.
    const std::vector<Vec3> x{{-0.2, 0, 0.002}, {0.2, 0, 0.002}};
    std::vector<Vec3> v(2, Vec3(0, 0, -1));
    constraints.begin_step(step_size, step_size, x);
    constraints.predict_contacts(v, masses);
    ASSERT_EQ(constraints.update_active_set(v, none, masses, 0), ActiveSetUpdate::changed);
    constraints.prescribe(v);
    EXPECT_NEAR(0.5 * (v[0] + v[1]).z(), 0, 1e-12);
    EXPECT_EQ(constraints.update_active_set(v, {{Vec3(0, 0, 1), Vec3(0, 0, 1)}}, masses, 1), ActiveSetUpdate::settled)
        << "where it is, it may stay";
    v.assign(2, Vec3(0, 0, 0.3));
    constraints.begin_step(step_size, 2 * step_size, x);
    constraints.predict_contacts(v, masses);
    ASSERT_EQ(constraints.contacts().feature_contacts().active().size(), 1U);
    EXPECT_EQ(constraints.contacts().feature_contacts().active()[0].target, 0) << "nor in the next step";
}

TEST(ZeroVelocityContacts, AnEdgeThatPullsIsReleasedOnceInAStep)
{
    MotionConstraints constraints({}, over_a_ridge(2, {{0, 1}}), 2);
    const std::vector<double> masses{1, 1};
    const std::vector<Vec3> none(2, Vec3::Zero()), down(2, Vec3(0, 0, -1));
    const std::vector<Vec3> x{{-0.2, 0, 0.006}, {0.2, 0, 0.006}}, in(2, Vec3(0, 0, -1)), out(2, Vec3(0, 0, 1));
    const FeatureContacts& feature_contacts = constraints.contacts().feature_contacts();
    constraints.begin_step(step_size, step_size, x);
    constraints.predict_contacts(in, masses);
    ASSERT_EQ(constraints.update_active_set(in, none, masses, 0), ActiveSetUpdate::changed);
    ASSERT_EQ(feature_contacts.active().size(), 1U);
    EXPECT_FALSE(feature_contacts.active()[0].held);
    // In any pass, since it can come back only once.
    ASSERT_EQ(constraints.update_active_set(out, down, masses, 5), ActiveSetUpdate::changed);
    EXPECT_TRUE(feature_contacts.active().empty());
    ASSERT_EQ(constraints.update_active_set(in, none, masses, 6), ActiveSetUpdate::changed);
    ASSERT_EQ(feature_contacts.active().size(), 1U);
    EXPECT_TRUE(feature_contacts.active()[0].held);
    ASSERT_EQ(constraints.update_active_set(out, down, masses, 7), ActiveSetUpdate::changed);
    ASSERT_EQ(feature_contacts.active().size(), 1U);
    EXPECT_EQ(feature_contacts.active()[0].target, 0) << "it stands still instead";
}

TEST(ZeroVelocityContacts, EveryParticleGetsOneNewFeatureContactAtATime)
{
    ActiveSet contacts = over_a_ridge(3, {{0, 1}, {1, 2}});
    const std::vector<Vec3> x{{-0.2, 0, 0.008}, {0.2, 0, 0.006}, {-0.2, 0.2, 0.006}}, v(3, Vec3(0, 0, -1));
    const std::vector<double> masses{1, 1, 1};
    contacts.predict(x, v, masses, step_size);
    EXPECT_TRUE(contacts.feature_contacts().active().empty());
    EXPECT_TRUE(contacts.update(x, v, std::vector<Vec3>(3, Vec3::Zero()), masses, step_size, false));
    ASSERT_EQ(contacts.feature_contacts().active().size(), 1U);
    EXPECT_EQ(contacts.feature_contacts().active()[0].cloth_feature, 1) << "the one that arrives first";
    const std::vector<double> impulses{1};
    EXPECT_TRUE(contacts.update(x, v, std::vector<Vec3>(3, Vec3::Zero()), masses, step_size, false, impulses));
    EXPECT_EQ(contacts.feature_contacts().active().size(), 2U);
}

}  // namespace
}  // namespace tulle
