#include "simulation/start_overlaps.hpp"

#include "support/sample_meshes.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// A cloth of one metre at a height [m], with particles every 10 cm, over a box of 60 cm whose top is at zero.
SceneDescription cloth_at(double height)
{
    SceneDescription scene;
    ClothDescription& cloth = scene.cloths.emplace_back();
    cloth.shape = GridDescription{.size = {1, 1}, .particles = {11, 11}, .center = {0, 0, height}};
    cloth.thickness = 0.01;
    ObstacleDescription& box = scene.obstacles.emplace_back();
    box.name = "box";
    box.shape = BoxShape{.center = {0, 0, -0.3}, .size = {0.7, 0.7, 0.6}};
    return scene;
}

/// The same with the box as a mesh.
SceneDescription cloth_at_mesh(double height, bool is_room = false)
{
    SceneDescription scene = cloth_at(height);
    testing::SampleMesh box = testing::box(0.35);
    if (is_room) box.turn_inside_out();
    MeshDescription mesh;
    mesh.mesh.positions = box.vertices;
    mesh.mesh.faces = box.faces;
    mesh.placement.translation = {0, 0, -0.35};
    scene.obstacles[0].shape = mesh;
    return scene;
}

std::vector<StartOverlap> overlaps_of(const SceneDescription& scene)
{
    std::vector<ClothMesh> meshes;
    for (const ClothDescription& cloth : scene.cloths)
        meshes.push_back(std::visit([](const auto& shape) { return make_cloth_mesh(shape); }, cloth.shape));
    return find_start_overlaps(scene, meshes);
}

TEST(StartOverlaps, NoneAtTheContactDistanceOrAHairLess)
{
    for (const double height : {0.5, 0.01, 0.00995}) {
        EXPECT_TRUE(overlaps_of(cloth_at(height)).empty()) << height;
        EXPECT_TRUE(overlaps_of(cloth_at_mesh(height)).empty()) << height;
    }
}

TEST(StartOverlaps, CountsWhoIsInsideAndHowDeep)
{
    for (const SceneDescription& scene : {cloth_at(-0.04), cloth_at_mesh(-0.04)}) {
        const auto found = overlaps_of(scene);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].inside, 7 * 7);
        EXPECT_EQ(found[0].too_near, 0);
        EXPECT_NEAR(found[0].deepest, 0.04, 1e-12);
        EXPECT_EQ(text_of(found[0], scene),
                  "49 of the 121 particles of cloth \"cloth\" start inside obstacle \"box\", up to 0.04 m deep");
    }
}

TEST(StartOverlaps, CountsWhoIsTooNear)
{
    for (const SceneDescription& scene : {cloth_at(0.004), cloth_at_mesh(0.004)}) {
        const auto found = overlaps_of(scene);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].inside, 0);
        EXPECT_EQ(found[0].too_near, 7 * 7);
        EXPECT_NEAR(found[0].nearest, 0.004, 1e-12);
    }
}

TEST(StartOverlaps, KnowsPairsPinsAndWhereTheObstacleIsAtTheStart)
{
    SceneDescription scene = cloth_at(0.01);
    scene.obstacles[0].thickness = 0.02;
    EXPECT_EQ(overlaps_of(scene).size(), 1U);
    scene.contact_pairs.push_back({.cloth = "cloth", .obstacle = "box", .thickness = 0.005});
    EXPECT_TRUE(overlaps_of(scene).empty());

    scene.obstacles[0].motion.keyframes = {{.time = 0, .translation = {0, 0, 0.1}}};
    ASSERT_EQ(overlaps_of(scene).size(), 1U);
    EXPECT_NEAR(overlaps_of(scene)[0].deepest, 0.09, 1e-12);
    scene.cloths[0].pins.push_back({.where = PinBox{{-1, -1, -1}, {1, 1, 1}}});
    EXPECT_TRUE(overlaps_of(scene).empty());
}

TEST(StartOverlaps, AMeshThatLooksInwardIsARoom)
{
    SceneDescription scene = cloth_at_mesh(-0.35, /*is_room=*/true);
    std::get<GridDescription>(scene.cloths[0].shape).size = {0.5, 0.5};
    EXPECT_TRUE(overlaps_of(scene).empty());
}

TEST(StartOverlaps, AreNamedWhenARunFailsAtOnce)
{
    const auto message_of = [](const SceneDescription& scene) {
        return Simulation(scene).explain(
            {.status = StepStatus::exploded, .time = 0.02, .dt = 0.01, .worst_particle = 3});
    };
    EXPECT_NE(message_of(cloth_at(-0.04)).find("start inside obstacle \"box\""), std::string::npos);
    EXPECT_EQ(message_of(cloth_at(-0.04)).find("integrator.dt"), std::string::npos);
    EXPECT_NE(message_of(cloth_at(0.04)).find("integrator.dt"), std::string::npos);
}

}  // namespace
}  // namespace tulle
