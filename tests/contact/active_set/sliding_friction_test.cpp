// The smoothed Coulomb law of src/contact/active_set/active_set.hpp.

#include "contact/active_set/active_set.hpp"
#include "support/dense_algebra.hpp"
#include "support/finite_difference.hpp"
#include "support/random_values.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::RandomValues;

/// Velocities below, near and far above the speed where friction is full.
Vec3 random_velocity(RandomValues& random)
{
    const double speed = std::pow(10.0, random.number(-3, 3)) * friction_speed;
    return speed * random.unit_vector();
}

TEST(SlidingFriction, DragIsMinusTheDerivativeOfTheImpulse)
{
    RandomValues random(1);
    for (int trial = 0; trial < 1000; ++trial) {
        const Vec3 normal = random.unit_vector();
        const Vec3 v = random_velocity(random);
        const double limit = random.number(0.1, 2);
        const double speed = (v - normal.dot(v) * normal).norm();
        const double step = 1e-5 * std::max(speed, friction_speed);
        if (std::abs(speed - friction_speed) < 2 * step) continue;  // the second derivative jumps here
        const Mat3 slope =
            testing::derivative([&](const Vec3& w) { return sliding_friction(normal, w, limit).impulse; }, v, step);
        const Mat3 drag = sliding_friction(normal, v, limit).drag;
        // Impulses are of the size of the limit, velocities of the size of the step times 1e5.
        EXPECT_LT((slope + drag).norm(), 1e-8 * limit / (step * 1e5) * 1e2) << v.transpose();
    }
}

TEST(SlidingFriction, OpposesTheMotionWithinItsLimit)
{
    RandomValues random(2);
    for (int trial = 0; trial < 1000; ++trial) {
        const Vec3 normal = random.unit_vector();
        const Vec3 v = random_velocity(random);
        const double limit = random.number(0, 2);
        const Vec3 impulse = sliding_friction(normal, v, limit).impulse;
        const Vec3 tangential = v - normal.dot(v) * normal;
        EXPECT_LE(impulse.norm(), limit * (1 + 1e-14));
        EXPECT_NEAR(impulse.dot(normal), 0, 1e-14 * limit);
        EXPECT_LE(impulse.dot(v), 0);
        EXPECT_NEAR(impulse.dot(tangential), -impulse.norm() * tangential.norm(), 1e-12 * tangential.norm());
        if (tangential.norm() >= friction_speed) {
            EXPECT_NEAR(impulse.norm(), limit, 1e-14 * limit);
        }
    }
}

TEST(SlidingFriction, IsZeroAtRestAndFallsOffSmoothly)
{
    const FrictionResponse rest = sliding_friction(Vec3::UnitZ(), {0, 0, -3}, 1.5);
    EXPECT_EQ(rest.impulse, Vec3::Zero());
    const double slope = 2 * 1.5 / friction_speed;  // of limit (2 - y/e) y/e at y = 0
    EXPECT_LT((rest.drag - slope * Mat3(Vec3(1, 1, 0).asDiagonal())).norm(), 1e-12 * slope);

    const FrictionResponse below = sliding_friction(Vec3::UnitZ(), {friction_speed * (1 - 1e-9), 0, 0}, 1.5);
    const FrictionResponse above = sliding_friction(Vec3::UnitZ(), {friction_speed * (1 + 1e-9), 0, 0}, 1.5);
    EXPECT_LT((below.impulse - above.impulse).norm(), 1e-8);
    EXPECT_LT((below.drag - above.drag).norm(), 1e-8 * slope);
}

TEST(SlidingFriction, DragIsSymmetricAndSemidefinite)
{
    RandomValues random(3);
    for (int trial = 0; trial < 1000; ++trial) {
        const Vec3 normal = random.unit_vector();
        const Mat3 drag = sliding_friction(normal, random_velocity(random), 1.0).drag;
        EXPECT_LT((drag - drag.transpose()).norm(), 1e-12 * drag.norm());
        EXPECT_GE(testing::smallest_eigenvalue(drag), -1e-12 * drag.norm());
        EXPECT_LT((drag * normal).norm(), 1e-12 * drag.norm());
    }
}

TEST(SlidingFriction, TurnsWithTheSurface)
{
    RandomValues random(4);
    for (int trial = 0; trial < 100; ++trial) {
        const Eigen::Quaterniond turn =
            Eigen::Quaterniond(Eigen::AngleAxisd(random.number(-3, 3), random.unit_vector()));
        const Mat3 R = turn.toRotationMatrix();
        const Vec3 normal = random.unit_vector();
        const Vec3 v = random_velocity(random);
        const FrictionResponse one = sliding_friction(normal, v, 0.7);
        const FrictionResponse turned = sliding_friction(R * normal, R * v, 0.7);
        EXPECT_LT((turned.impulse - R * one.impulse).norm(), 1e-12);
        EXPECT_LT((turned.drag - R * one.drag * R.transpose()).norm(), 1e-10 * one.drag.norm());
    }
}

}  // namespace
}  // namespace tulle
