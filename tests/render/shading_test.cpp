#include "render/shading.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "render/scene_samples.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

RenderScene cloth_over_floor()
{
    RenderScene scene;
    scene.cloths.push_back(level_cloth(5, 0.4));
    scene.ground = 0;
    scene.center = Vec3(0, 0, 0.2);
    return scene;
}

const Ray down{Vec3f(0.11F, 0.07F, 2), -Vec3f::UnitZ()};
constexpr float pixel_angle = 0.001F;

TEST(Shading, ClothThenFloorThenNothing)
{
    const RenderScene scene = cloth_over_floor();
    const Shading shading(scene, pixel_angle);
    const auto cloth = shading.element(down, false);
    ASSERT_TRUE(cloth);
    EXPECT_NEAR(cloth->above.z(), 0.2F, 1e-3F);
    EXPECT_GT(cloth->transmission, 0);
    const auto floor = shading.element({Vec3f(1.5F, 0, 2), -Vec3f::UnitZ()}, true);
    ASSERT_TRUE(floor);
    EXPECT_NEAR(floor->above.z(), -0.2F, 1e-3F);
    EXPECT_TRUE((floor->albedo == scene.backdrop.ground).all());
    EXPECT_FALSE(shading.element({Vec3f(0, 0, 1), Vec3f::UnitZ()}, true));
    EXPECT_FALSE(shading.element({Vec3f(0, 0, -1), -Vec3f::UnitZ()}, true)) << "the floor is not there from below";
}

TEST(Shading, GrainGoesWithTheWood)
{
    const ObstacleDescription table{.name = "table", .shape = BoxShape{.size = Vec3(1, 1, 0.2)}};
    RigidPose pose;
    pose.rotation = rotation_about(Vec3::UnitZ(), 90);
    pose.translation = Vec3(3, -2, 0.5);
    const auto albedo_at = [&](const RigidPose& taken, const Vec3& place) {
        RenderScene scene;
        ObstacleModel& model = scene.obstacles.emplace_back();
        model.mesh = obstacle_mesh(table, 1);
        for (Vec3& x : model.mesh.positions) x = taken.apply(x);
        model.pose = taken;
        model.finish = Finish::wood;
        scene.ground = -1;
        const Vec3 above = taken.apply(place) + Vec3(0, 0, 1);
        const auto element = Shading(scene, pixel_angle).element({above.cast<float>(), -Vec3f::UnitZ()}, true);
        EXPECT_TRUE(element);
        return element ? element->albedo : Colour(Colour::Zero());
    };
    const Colour here = albedo_at({}, Vec3(0.1, 0.23, 0.1));
    EXPECT_LT((here - albedo_at(pose, Vec3(0.1, 0.23, 0.1))).abs().maxCoeff(), 1e-3F);
    EXPECT_GT((here - albedo_at({}, Vec3(0.23, -0.1, 0.1))).abs().maxCoeff(), 2e-3F) << "not the same everywhere";
}

TEST(Shading, TheFloorFadesIntoTheBackground)
{
    const RenderScene scene = cloth_over_floor();
    const Shading shading(scene, pixel_angle);
    float last = 0;
    for (const float x : {1.0F, 3.0F, 5.0F, 20.0F}) {
        const auto floor = shading.element({Vec3f(x, 0, 2), -Vec3f::UnitZ()}, true);
        ASSERT_TRUE(floor);
        EXPECT_GE(floor->haze, last);
        last = floor->haze;
    }
    EXPECT_EQ(last, 1);
}

TEST(Shading, NumbersHaveTheirColoursWhenSeenAndNoneInReflections)
{
    RenderScene scene = cloth_over_floor();
    for (const Vec3& p : scene.cloths[0].positions) scene.cloths[0].values.push_back(p.x());
    scene.colours = ColourScale{-0.5, 0.5, false};
    const Shading shading(scene, pixel_angle);
    const auto seen = shading.element(down, true);
    ASSERT_TRUE(seen && seen->is_coloured);
    EXPECT_LT((seen->albedo - scene.colours->colour(0.11)).abs().maxCoeff(), 1e-3F);
    const auto bounced = shading.element(down, false);
    EXPECT_FALSE(bounced->is_coloured);
    EXPECT_EQ(bounced->albedo[0], bounced->albedo[2]);
}

TEST(Shading, TheWireframeIsDrawnOnMeshEdgesOnly)
{
    RenderScene scene = cloth_over_floor();
    scene.edges = true;
    const Shading shading(scene, pixel_angle);
    const auto albedo = [&](float x, float y) {
        return luminance(shading.element({Vec3f(x, y, 2), -Vec3f::UnitZ()}, true)->albedo);
    };
    const float plain = albedo(0.125F, 0.1F);  // cells are 0.25 m wide; this is on no edge and no diagonal
    EXPECT_LT(albedo(0.25F, 0.1F), 0.5F * plain);
    EXPECT_LT(albedo(0.1F, 0.0F), 0.5F * plain);
    EXPECT_FLOAT_EQ(albedo(0.0625F, 0.0625F), plain) << "diagonal";
    EXPECT_FLOAT_EQ(albedo(0.0625F, 0.1875F), plain) << "diagonal";
}

}  // namespace
}  // namespace tulle
