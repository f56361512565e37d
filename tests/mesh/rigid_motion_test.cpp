#include "mesh/rigid_motion.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

RigidMotion three_keyframes(Interpolation interpolation)
{
    RigidMotion motion;
    motion.keyframes = {{.time = 1, .translation = {0, 0, 1}, .angle = 0},
                        {.time = 2, .translation = {2, 0, 1}, .angle = 90},
                        {.time = 4, .translation = {2, 3, 0}, .angle = 180}};
    motion.axis = {0, 0, 5};  // any length
    motion.pivot = {1, 0, 0};
    motion.interpolation = interpolation;
    return motion;
}

TEST(RigidMotion, WithoutKeyframesNothingMoves)
{
    const RigidPose pose = pose_at({}, 3);
    EXPECT_EQ(pose.apply({1, 2, 3}), Vec3(1, 2, 3));
    EXPECT_EQ(pose.undo({1, 2, 3}), Vec3(1, 2, 3));
}

class EveryInterpolation : public ::testing::TestWithParam<Interpolation> {};

TEST_P(EveryInterpolation, GoesThroughItsKeyframesAndStaysOutside)
{
    const RigidMotion motion = three_keyframes(GetParam());
    EXPECT_EQ(pose_at(motion, 1).apply({2, 0, 0}), Vec3(2, 0, 1));
    EXPECT_EQ(pose_at(motion, 2).apply({2, 0, 0}), Vec3(3, 1, 1)) << "a quarter turn about (1, 0), then 2 along x";
    EXPECT_EQ(pose_at(motion, 4).apply({2, 0, 0}), Vec3(2, 3, 0));
    EXPECT_EQ(pose_at(motion, -7).apply({2, 0, 0}), Vec3(2, 0, 1));
    EXPECT_EQ(pose_at(motion, 70).apply({2, 0, 0}), Vec3(2, 3, 0));
}

TEST_P(EveryInterpolation, IsUndone)
{
    const RigidMotion motion = three_keyframes(GetParam());
    const Vec3 x(0.3, -0.2, 0.9);
    for (const double time : {0.0, 1.3, 2.7, 3.9}) {
        const RigidPose pose = pose_at(motion, time);
        EXPECT_LT((pose.undo(pose.apply(x)) - x).norm(), 1e-15);
        EXPECT_LT((pose.rotation.transpose() * pose.rotation - Mat3::Identity()).norm(), 1e-15);
    }
}

INSTANTIATE_TEST_SUITE_P(RigidMotion, EveryInterpolation,
                         ::testing::Values(Interpolation::linear, Interpolation::smooth));

TEST(RigidMotion, LinearIsHalfwayAtHalfTime)
{
    const RigidMotion motion = three_keyframes(Interpolation::linear);
    EXPECT_LT((pose_at(motion, 1.5).apply(motion.pivot) - Vec3(2, 0, 1)).norm(), 1e-15);
    EXPECT_LT((pose_at(motion, 1.5).rotation * Vec3::UnitX() - Vec3(1, 1, 0).normalized()).norm(), 1e-15);
}

TEST(RigidMotion, SmoothHasNoJumpsOfSpeed)
{
    const RigidMotion motion = three_keyframes(Interpolation::smooth);
    constexpr double h = 1e-6;  // s
    const auto speed = [&](double time) -> Vec3 {
        return (pose_at(motion, time + h).apply({3, 0, 0}) - pose_at(motion, time).apply({3, 0, 0})) / h;
    };
    EXPECT_LT(speed(1).norm(), 1e-4) << "starts gently";
    EXPECT_LT(speed(4 - h).norm(), 1e-4) << "ends gently";
    EXPECT_GT(speed(2).norm(), 0.5) << "but does not stop on the way";
    EXPECT_LT((speed(2) - speed(2 - h)).norm(), 1e-4);
}

TEST(RigidMotion, WholeTurnsAreNotLost)
{
    RigidMotion motion;
    motion.keyframes = {{.time = 0}, {.time = 1, .angle = 720}};
    EXPECT_EQ(pose_at(motion, 0.125).apply(Vec3::UnitX()), Vec3::UnitY());
    EXPECT_EQ(pose_at(motion, 0.25).apply(Vec3::UnitX()), Vec3(-1, 0, 0));
}

}  // namespace
}  // namespace tulle
