// Contacts for explicit methods: impulses that act at once.

#include "contact/active_set/active_set.hpp"
#include "contact/step_size.hpp"
#include "support/random_values.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace tulle {
namespace {

using testing::RandomValues;

const std::vector<double> particle_mass{2.0};
const std::vector<Vec3> origin{Vec3::Zero()};

/// The velocity after impulses from `planes` through the origin, all of one friction coefficient.
Vec3 after_impulses(const std::vector<Vec3>& normals, double friction, const Vec3& velocity)
{
    std::vector<Obstacle> planes;
    for (const Vec3& normal : normals)
        planes.push_back({PlaneShape{.point = Vec3::Zero(), .normal = normal}, friction});
    ActiveSet contacts(planes, {0.0}, {0});
    std::vector<Vec3> v{velocity};
    contacts.predict(origin, v, particle_mass, step_size);
    contacts.apply_impulses(origin, v, particle_mass, step_size);
    return v[0];
}

TEST(ExplicitContact, FrictionIsCoulombs)
{
    RandomValues random(1);
    for (int trial = 0; trial < 200; ++trial) {
        const Vec3 n = random.unit_vector();
        const Vec3 t = n.unitOrthogonal();
        const double speed = random.number(0, 2);
        const double friction = random.number(0, 1.5);
        const Vec3 v = after_impulses({n}, friction, speed * t - n);
        // Stopping 1 m/s along the normal brakes the other direction by at most `friction` m/s.
        EXPECT_LT((v - std::max(speed - friction, 0.0) * t).norm(), 1e-12);
    }
}

TEST(ExplicitContact, ASeparatingParticleIsLeftAlone)
{
    const Vec3 leaving(0.3, 0, 0.1);
    EXPECT_EQ(after_impulses({Vec3::UnitZ()}, 0.5, leaving), leaving);
}

TEST(ExplicitContact, RemembersOnlyContactsThatPush)
{
    ActiveSet contacts({{PlaneShape{}, 0.5}}, {0.0, 0.0}, {0, 0});
    const std::vector<Vec3> x(2, Vec3::Zero());
    const std::vector<double> masses{2.0, 3.0};
    std::vector<Vec3> v{{0, 0, -1}, {0, 0, -2}};
    contacts.predict(x, v, masses, step_size);
    contacts.apply_impulses(x, v, masses, step_size);
    ASSERT_EQ(contacts.active().size(), 2U);
    EXPECT_NEAR(contacts.active()[0].normal_impulse, 2, 1e-14);
    EXPECT_NEAR(contacts.active()[1].normal_impulse, 6, 1e-14);
    v = {{0, 0, -1}, {0, 0, 2}};
    contacts.predict(x, v, masses, step_size);
    contacts.apply_impulses(x, v, masses, step_size);
    ASSERT_EQ(contacts.active().size(), 1U);
    EXPECT_EQ(contacts.active()[0].particle, 0);
    EXPECT_EQ(v[1], Vec3(0, 0, 2));
}

TEST(ExplicitContact, AStepEndsOnTheSurfaceAndKeepsNoSpeedOfComingOut)
{
    ActiveSet contacts({{SphereShape{.center = Vec3::Zero(), .radius = 1}, 0.0}}, {0.1}, {0});
    for (const double distance : {1.0, 1.05, 1.1, 1.2}) {
        std::vector<Vec3> x{{0, 0, distance}};
        std::vector<Vec3> v{{0, 0, -20}};
        contacts.predict(x, v, particle_mass, step_size);
        contacts.apply_impulses(origin, v, particle_mass, step_size);
        EXPECT_NEAR(x[0].z() + step_size * v[0].z(), 1.1, 1e-7) << distance;
        contacts.remove_push_out(v);
        EXPECT_LE(v[0].z(), 1e-12) << distance;
    }
}

TEST(ExplicitContact, FrictionNeverTurnsTheMotionRound)
{
    RandomValues random(2);
    for (int trial = 0; trial < 200; ++trial) {
        const Vec3 n = random.unit_vector();
        const Vec3 before = random.vector(2);
        const Vec3 after = after_impulses({n}, random.number(0, 3), before);
        EXPECT_GE(n.dot(after), -1e-12);
        const Vec3 tangential = before - n.dot(before) * n;
        EXPECT_GE(tangential.dot(after), -1e-12);
        EXPECT_LE(after.norm(), before.norm() + 1e-12);
    }
}

TEST(ExplicitContact, ACornerHoldsFromBothSides)
{
    const Vec3 v = after_impulses({Vec3::UnitX(), Vec3::UnitZ()}, 0.0, {-1, 0.5, -2});
    EXPECT_LT((v - Vec3(0, 0.5, 0)).norm(), 1e-12);
}

TEST(ExplicitContact, ANarrowValleyHoldsFromBothSides)
{
    const Vec3 left = Vec3(1, 0, 0.3).normalized();
    const Vec3 right = Vec3(-1, 0, 0.3).normalized();
    RandomValues random(3);
    for (int trial = 0; trial < 100; ++trial) {
        const Vec3 v = after_impulses({left, right}, 0.0, Vec3(0, 0, -3) + random.vector(2));
        EXPECT_GE(left.dot(v), -1e-9) << v.transpose();
        EXPECT_GE(right.dot(v), -1e-9) << v.transpose();
    }
}

}  // namespace
}  // namespace tulle
