#include "bodies/rigid_body.hpp"

#include "made_body.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace tulle {
namespace {

using testing::made_body;

TEST(BodyPose, PointsOfTheBodyGoWhereItsParticlesTakeThem)
{
    std::vector<Vec3> x;
    const RigidBody body = made_body(testing::brick, x);
    const Vec3 corner(0.2, -0.1, 0.05), axis(1, 2, -1), shift(3, 0, -2);
    const FrameWeights weights = body.weights(corner);
    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-14);
    EXPECT_TRUE(place_of(body, weights, x).isApprox(corner, 1e-13));
    testing::put(body, 1.1, axis, shift, x);
    const Mat3 turn = Eigen::AngleAxisd(1.1, axis.normalized()).toRotationMatrix();
    const Vec3 moved = turn * corner + shift;
    EXPECT_TRUE(place_of(body, weights, x).isApprox(moved, 1e-13));
    const BodyPose pose(body, x);
    EXPECT_TRUE(pose.local(moved).isApprox(corner, 1e-12));
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(pose.weights(moved)[k], weights[k], 1e-12);
    EXPECT_TRUE(pose.gradient(Vec3::UnitX()).isApprox(turn.col(0), 1e-12));
}

TEST(CarriedParticles, FollowWithTheVelocityOfTheirPlace)
{
    std::vector<Vec3> x{Vec3::Zero(), Vec3::Zero()};
    const RigidBody body = made_body(testing::ball, x);
    const Vec3 top(0.1, 0.2, 0.5), side(0.3, 0.2, 0.3), spin(0, 0, 2), way(1, 0, 0);
    const CarriedParticles surface{body, 0, {body.weights(top), body.weights(side)}};
    std::vector<Vec3> v(x.size(), Vec3::Zero());
    for (int k = 0; k < 4; ++k) v[body.first + k] = way + spin.cross(x[body.first + k]);
    surface.follow(x, v);
    EXPECT_TRUE(x[0].isApprox(top, 1e-13));
    EXPECT_TRUE(x[1].isApprox(side, 1e-13));
    EXPECT_TRUE(v[0].isApprox(way + spin.cross(top), 1e-12));
    EXPECT_TRUE(v[1].isApprox(way + spin.cross(side), 1e-12));
}

}  // namespace
}  // namespace tulle
