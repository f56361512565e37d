// The hash of a scene depends on every value of the scene and on the contents of the files that it names.

#include "run/scene_hash.hpp"

#include "run/shipped_scenes.hpp"

#include <tulle/solid.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// Whether the hash differs after `change`. The text of the scene, which has only the name of a file, stays the same.
template <class Change>
bool notices(SceneFile file, const Change& change)
{
    const std::uint64_t before = hash_of(file);
    change(file.scene);
    return hash_of(file) != before;
}

SceneFile with_body(BodyDescription body)
{
    SceneFile file;
    file.scene.bodies = {std::move(body)};
    return file;
}

SceneFile with_net()
{
    SpringNetDescription net;
    net.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    net.masses = {1, 2, 3};
    net.springs = {{.name = "a", .stiffness = 5, .damping = 0.1, .between = {{0, 1}, {1, 2}}}};
    net.faces = {{0, 1, 2}};
    return with_body({.kind = net});
}

TEST(SceneHash, IsTheSameForTheSameScene)
{
    EXPECT_EQ(hash_of(with_net()), hash_of(with_net()));
    EXPECT_FALSE(notices(with_net(), [](SceneDescription&) {}));
}

TEST(SceneHash, NoticesEveryValueOfTheFileOfANet)
{
    const auto notices_in_net = [](const auto& change) {
        return notices(with_net(),
                       [&](SceneDescription& scene) { change(std::get<SpringNetDescription>(scene.bodies[0].kind)); });
    };
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.nodes[1].x() = 1.5; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.masses[1] = 4; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.faces[0] = {0, 2, 1}; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.dry_faces = {{0, 2, 1}}; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.springs[0].name = "b"; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.springs[0].stiffness = 6; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.springs[0].damping = 0.2; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.springs[0].law = TensionLaw::stvk; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.springs[0].cubic.stretched = 1.2; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.springs[0].cubic.stretched_factor = 7; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.springs[0].cubic.compressed = 0.8; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.springs[0].cubic.compressed_factor = 3; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.springs[0].between[0] = {0, 2}; }));
    EXPECT_TRUE(notices_in_net([](SpringNetDescription& net) { net.springs[0].rest_lengths = {1, 1}; }));
}

TEST(SceneHash, NoticesTheMeshesOfBodies)
{
    const SceneFile solid =
        with_body({.kind = make_elastic_solid(LatticeDescription{.particles = {2, 2, 2}}, {.density = 100})});
    EXPECT_TRUE(notices(solid, [](SceneDescription& scene) {
        std::swap(std::get<ElasticSolidDescription>(scene.bodies[0].kind).tetrahedra[0],
                  std::get<ElasticSolidDescription>(scene.bodies[0].kind).tetrahedra[1]);
    }));
    MeshDescription mesh;
    mesh.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.mesh.faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    EXPECT_TRUE(notices(with_body({.kind = RigidBodyDescription{.shape = mesh}}), [](SceneDescription& scene) {
        std::get<MeshDescription>(std::get<RigidBodyDescription>(scene.bodies[0].kind).shape).mesh.positions[3].z() = 2;
    }));
}

TEST(SceneHash, NoticesEveryNumberOfAFabric)
{
    const auto notices_in_fabric = [](const auto& change) {
        SceneFile file;
        ClothDescription& cloth = file.scene.cloths.emplace_back();
        cloth.fabric.emplace();
        return notices(file, [&](SceneDescription& scene) { change(*scene.cloths[0].fabric); });
    };
    EXPECT_TRUE(notices_in_fabric([](FabricDescription& fabric) { fabric.areal_density = 0.3; }));
    EXPECT_TRUE(notices_in_fabric([](FabricDescription& fabric) { fabric.thickness = 0.001; }));
    EXPECT_TRUE(notices_in_fabric([](FabricDescription& fabric) { fabric.friction = 0.4; }));
    EXPECT_TRUE(notices_in_fabric([](FabricDescription& fabric) { fabric.drag_coefficients[2] = 1; }));
    EXPECT_TRUE(notices_in_fabric([](FabricDescription& fabric) { fabric.warp.strength = 1000; }));
    EXPECT_TRUE(notices_in_fabric(
        [](FabricDescription& fabric) { std::get<KesTension>(fabric.warp.tension).resilience = 0.5; }));
    EXPECT_TRUE(
        notices_in_fabric([](FabricDescription& fabric) { std::get<KesBending>(fabric.weft.bending).width = 0.1; }));
    EXPECT_TRUE(
        notices_in_fabric([](FabricDescription& fabric) { std::get<KesShear>(fabric.shear).width_5_degrees = 0.1; }));
    EXPECT_TRUE(notices_in_fabric([](FabricDescription& fabric) {
        fabric.shear = MeasuredLoop{.loading = {{0, 0}, {0.1, 5}}, .unloading = {{0, 0}, {0.1, 4}}};
    }));
}

TEST(SceneHash, NoticesTheTextureCoordinatesOfCloth)
{
    const SceneFile file = shipped_scene("skirt");
    ASSERT_TRUE(std::holds_alternative<MeshDescription>(file.scene.cloths[0].shape));
    EXPECT_TRUE(notices(file, [](SceneDescription& scene) {
        std::get<MeshDescription>(scene.cloths[0].shape).mesh.uvs.emplace_back(0.5, 0.5);
    }));
}

}  // namespace
}  // namespace tulle
