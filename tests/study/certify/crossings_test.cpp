#include "study/certify/crossings.hpp"

#include "render/fake_run.hpp"
#include "support/mesh_obstacles.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// What a scene would say of a fake run: one cloth of a metre, 9 x 9 particles at z = `height`, one obstacle.
struct Case {
    SceneDescription scene;
    FakeRun run;

    Case(ObstacleDescription obstacle, FakeRun::Shape shape, int frames = 1) : run(9, frames, std::move(shape))
    {
        ClothDescription cloth;
        cloth.name = "cloth";
        cloth.thickness = 0.01;
        scene.cloths.push_back(cloth);
        scene.obstacles.push_back(obstacle);
        run.obstacle_list = scene.obstacles;
    }
    [[nodiscard]] ClothInObstacle found() { return find_crossings(run, scene).parts.at(0); }
};

FakeRun::Shape level(double height)
{
    return [=](double u, double v, int) { return Vec3(u - 0.5, v - 0.5, height); };
}

/// Level at z = 0.01 but for one particle.
FakeRun::Shape dented(double height)
{
    return [=](double u, double v, int) { return Vec3(u - 0.5, v - 0.5, u == 0.25 && v == 0.5 ? height : 0.01); };
}

ObstacleDescription obstacle_of(const auto& shape)
{
    ObstacleDescription obstacle;
    obstacle.name = "thing";
    obstacle.shape = shape;
    return obstacle;
}

const BoxShape table{.center = {0, 0, -0.25}, .size = {2, 2, 0.5}};

TEST(FindCrossings, CloseIsFree)
{
    for (const ObstacleDescription& obstacle :
         {obstacle_of(table), obstacle_of(PlaneShape{}), obstacle_of(testing::as_mesh(table)),
          obstacle_of(testing::open_square(2))}) {
        Case close(obstacle, level(1e-5));
        const ClothInObstacle found = close.found();
        EXPECT_TRUE(found.is_free());
        EXPECT_EQ(found.pairs, 0);
        EXPECT_EQ(found.crossing.depth, 0);
        EXPECT_EQ(found.particle.frame, -1);
        EXPECT_EQ(found.thickness, 0.01);
    }
}

TEST(FindCrossings, AParticleTwoMicrometresInsideIsFound)
{
    for (const ObstacleDescription& obstacle :
         {obstacle_of(table), obstacle_of(PlaneShape{}), obstacle_of(testing::as_mesh(table))}) {
        const ClothInObstacle inside = Case(obstacle, dented(-2e-6)).found();
        EXPECT_FALSE(inside.is_free());
        EXPECT_NEAR(inside.particle.depth, 2e-6, 1e-12);
        EXPECT_EQ(inside.particle.particle, 2 + 4 * 9);
        EXPECT_EQ(inside.particle.frame, 0);
        EXPECT_GT(inside.pairs, 0);
        EXPECT_NEAR(inside.crossing.depth, 2e-6, 2e-7);
        EXPECT_TRUE(Case(obstacle, dented(-0.5e-6)).found().is_free());
    }
}

/// Between particles, which all are outside: only triangles tell.
TEST(FindCrossings, ANeedleBetweenParticlesIsFound)
{
    MeshDescription needle;
    needle.mesh.positions = {{0.02, 0.03, 0.02}, {0.021, 0.03, -1}, {0.019, 0.031, -1}, {0.019, 0.029, -1}};
    needle.mesh.faces = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    const ClothInObstacle pierced = Case(obstacle_of(needle), level(0)).found();
    EXPECT_FALSE(pierced.is_free());
    EXPECT_EQ(pierced.particle.depth, 0);
    EXPECT_EQ(pierced.pairs, 3);
    EXPECT_EQ(pierced.frames_with_pairs, 1);
    EXPECT_NEAR(pierced.crossing.depth, 0.02, 0.0003);
    // By less than the thickness it counts, and is allowed.
    const ClothInObstacle pricked = Case(obstacle_of(needle), level(0.015)).found();
    EXPECT_TRUE(pricked.is_free());
    EXPECT_EQ(pricked.pairs, 3);
}

/// An open mesh has no inside; a particle on the other side is seen by what it pulls through.
TEST(FindCrossings, AnOpenMeshIsCrossedToo)
{
    const ClothInObstacle found = Case(obstacle_of(testing::open_square(2)), dented(-0.02)).found();
    EXPECT_FALSE(found.has_inside);
    EXPECT_EQ(found.particle.depth, 0);
    EXPECT_NEAR(found.crossing.depth, 0.02, 0.0003);
    EXPECT_FALSE(found.is_free());
}

/// Drawn balls are inscribed: cloth may be in the ball and in no triangle of it.
TEST(FindCrossings, TheSolidCountsAndNotOnlyItsPicture)
{
    const SphereShape ball{.center = {0, 0, -50}, .radius = 50};
    // 5 degrees of latitude from the pole, far from what is drawn: 10 cm of sagitta at this size.
    const ClothInObstacle found = Case(obstacle_of(ball), [](double u, double v, int) {
                                      const double a = 0.05 + 0.02 * u, b = 0.02 * (v - 0.5);
                                      const Vec3 up = Vec3(std::sin(a), std::sin(b), std::cos(a)).normalized();
                                      return Vec3(Vec3(0, 0, -50) + 50.000001 * up);
                                  }).found();
    EXPECT_EQ(found.particle.depth, 0);
    EXPECT_EQ(found.pairs, 0);
    EXPECT_EQ(found.crossing.obstacle_face, -1);
    EXPECT_GT(found.crossing.depth, 1e-5);  // of cells of 12 cm
}

TEST(FindCrossings, ObstaclesAreWhereTheyAreAtTheTimeOfTheFrame)
{
    ObstacleDescription rising = obstacle_of(testing::as_mesh(table));
    rising.motion.keyframes = {{.time = 0}, {.time = 0.2, .translation = Vec3(0, 0, 0.05)}};  // 1 cm a frame
    for (const bool is_mesh : {true, false}) {
        if (!is_mesh) rising.shape = table;
        Case moving(rising, level(0.025), 5);
        const Crossings all = find_crossings(moving.run, moving.scene);
        EXPECT_EQ(all.frames, 5);
        EXPECT_FALSE(all.is_free());
        EXPECT_EQ(all.parts[0].particle.frame, 4);
        EXPECT_NEAR(all.parts[0].particle.time, 0.16, 1e-15);
        EXPECT_NEAR(all.parts[0].particle.depth, 0.015, 1e-12);
        Case still(rising, level(0.025), 3);
        EXPECT_TRUE(find_crossings(still.run, still.scene).is_free());
    }
}

TEST(FindCrossings, ThicknessIsThatOfThePair)
{
    Case two(obstacle_of(table), level(1));
    two.scene.obstacles[0].thickness = 0.002;
    EXPECT_DOUBLE_EQ(two.found().thickness, 0.012);
    two.scene.contact_pairs.push_back({.cloth = "cloth", .obstacle = "thing", .thickness = 0.5});
    EXPECT_EQ(two.found().thickness, 0.5);
}

TEST(FindCrossings, ThreadsDoNotMatterAndItCanBeStopped)
{
    Case dent(obstacle_of(testing::as_mesh(table)), dented(-0.02), 3);
    const ClothInObstacle all = dent.found();
    const ThreadLimit one(1);
    EXPECT_EQ(dent.found().crossing.depth, all.crossing.depth);
    EXPECT_EQ(dent.found().crossing.face, all.crossing.face);
    const std::atomic<bool> stop = true;
    int calls = 0;
    CrossingOptions options;
    options.stop = &stop;
    options.on_progress = [&](const StudyProgress& progress) {
        ++calls;
        EXPECT_NEAR(progress.fraction, 1.0 / 3, 1e-12);
    };
    const Crossings some = find_crossings(dent.run, dent.scene, options);
    EXPECT_TRUE(some.was_interrupted);
    EXPECT_EQ(some.frames, 1);
    EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace tulle
