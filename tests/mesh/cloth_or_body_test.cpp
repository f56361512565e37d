// Cloths and bodies under one type, in their common order.

#include "mesh/cloth_or_body.hpp"

#include "mesh/cloth_mesh.hpp"

#include <tulle/solid.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

SceneDescription mixed_scene()
{
    SceneDescription scene;
    scene.bodies = {{.name = "ball",
                     .kind = RigidBodyDescription{.shape = SphereShape{}},
                     .thickness = 0.001,
                     .velocity = {0, 0, -1}},
                    {.name = "jelly",
                     .kind = make_elastic_solid(LatticeDescription{.particles = {2, 2, 3}}, {.density = 100}),
                     .pins = {{.where = PinIndices{{0}}}}}};
    scene.cloths = {{.name = "flag", .shape = GridDescription{.particles = {3, 4}}, .thickness = 0.002}};
    return scene;
}

TEST(ClothOrBody, ClothsComeFirstThenBodies)
{
    const SceneDescription scene = mixed_scene();
    const std::vector<ClothOrBody> all = cloths_and_bodies(scene);
    ASSERT_EQ(all.size(), 3u);
    ASSERT_EQ(count_cloths_and_bodies(scene), 3u);
    std::vector<std::string> names;
    for (const ClothOrBody& one : all) names.push_back(std::string(kind_of(one)) + " " + one.name);
    EXPECT_EQ(names, (std::vector<std::string>{"cloth flag", "body ball", "body jelly"}));
    const std::vector<ClothMesh> meshes = make_cloth_meshes(scene);
    ASSERT_EQ(meshes.size(), 3u);
    EXPECT_EQ(meshes[0].positions.size(), 12u);
    EXPECT_EQ(meshes[1].hidden, 4);
    EXPECT_EQ(meshes[2].positions.size(), 12u);
    for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(cloth_or_body(scene, c).cloth, all[c].cloth);
        EXPECT_EQ(cloth_or_body(scene, c).body, all[c].body);
    }
}

TEST(ClothOrBody, HasTheValuesOfItsDescription)
{
    const SceneDescription scene = mixed_scene();
    const ClothOrBody flag = cloth_or_body(scene, 0), ball = cloth_or_body(scene, 1), jelly = cloth_or_body(scene, 2);
    EXPECT_EQ(flag.cloth, &scene.cloths[0]);
    EXPECT_EQ(flag.body, nullptr);
    ASSERT_NE(flag.grid(), nullptr);
    EXPECT_EQ(flag.grid()->particles[1], 4);
    EXPECT_EQ(flag.thickness, 0.002);
    EXPECT_FALSE(flag.is_rigid());
    EXPECT_EQ(ball.body, &scene.bodies[0]);
    EXPECT_EQ(ball.cloth, nullptr);
    EXPECT_EQ(ball.grid(), nullptr);
    EXPECT_EQ(ball.velocity, Vec3(0, 0, -1));
    EXPECT_TRUE(ball.is_rigid());
    EXPECT_EQ(ball.rigid(), rigid_of(scene.bodies[0]));
    EXPECT_FALSE(jelly.is_rigid());
    EXPECT_EQ(jelly.pins.size(), 1u);
    EXPECT_TRUE(has_rigid_bodies(scene));
    SceneDescription soft = scene;
    soft.bodies.erase(soft.bodies.begin());
    EXPECT_FALSE(has_rigid_bodies(soft));
}

}  // namespace
}  // namespace tulle
