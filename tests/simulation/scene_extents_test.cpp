#include "simulation/scene_extents.hpp"

#include "mesh/rigid_motion.hpp"
#include "support/solids.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// Also around what turned and moved before time 0.
RigidMotion some_motion()
{
    return {.keyframes = {{.time = -1, .translation = {0.3, 0.1, -0.2}, .angle = 37}}, .axis = {1, 2, -1}};
}

TEST(StartBox, IsTheTightestAroundEverySolid)
{
    for (const auto& [name, shape] : testing::sample_shapes()) {
        for (const RigidMotion& motion : {RigidMotion{}, some_motion()}) {
            ObstacleDescription obstacle;
            std::visit([&](const auto& s) { obstacle.shape = s; }, shape);
            obstacle.motion = motion;
            const std::optional<Aabb> box = start_box(obstacle);
            if (name == "plane") {
                EXPECT_FALSE(box);
                continue;
            }
            ASSERT_TRUE(box) << name;
            constexpr double spacing = 0.02;  // m
            Aabb around_points;
            const RigidPose pose = pose_at(motion, 0);
            for (const Vec3& x : std::visit(testing::SurfaceSampler{spacing}, shape))
                around_points.extend(pose.apply(x));
            EXPECT_TRUE(inflated(*box, 1e-9).contains(around_points)) << name;
            EXPECT_TRUE(inflated(around_points, spacing).contains(*box)) << name;
        }
    }
}

TEST(StartBox, HoldsAMeshWhereItIsPlacedAndAsItsSequenceHasIt)
{
    ObstacleDescription obstacle;
    MeshDescription mesh;
    mesh.mesh.positions = {{0, 0, 0}, {100, 0, 0}, {0, 50, 0}};
    mesh.mesh.faces = {{0, 1, 2}};
    mesh.placement = {.scale = 0.01, .axis = {1, 0, 0}, .angle = 90, .translation = {0, 0, 2}};
    obstacle.shape = mesh;
    EXPECT_TRUE(start_box(obstacle)->isApprox(Aabb(Vec3(0, 0, 2), Vec3(1, 0, 2.5))));

    // Half way between its two frames at time 0.
    std::vector<Vec3> twice = mesh.mesh.positions;
    for (Vec3& x : twice) x *= 2;
    obstacle.sequence = {.frames = {mesh.mesh.positions, twice}, .fps = 1, .start = -0.5};
    EXPECT_TRUE(start_box(obstacle)->isApprox(Aabb(Vec3(0, 0, 2), Vec3(1.5, 0, 2.75))));
}

}  // namespace
}  // namespace tulle
