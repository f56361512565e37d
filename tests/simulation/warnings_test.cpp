#include "simulation/warnings.hpp"

#include "support/sample_meshes.hpp"

#include <tulle/tulle.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace tulle {
namespace {

using Lines = std::vector<std::string>;

/// The keys of what is doubtful after `change` was done to a cloth of one metre over a mesh of 40 cm.
Lines doubtful_after(const std::function<void(SceneDescription&)>& change)
{
    SceneDescription scene;
    ClothDescription& cloth = scene.cloths.emplace_back();
    cloth.shape = GridDescription{.size = {1, 1}, .particles = {21, 21}, .center = {0, 0, 0.5}};
    ObstacleDescription& obstacle = scene.obstacles.emplace_back();
    const testing::SampleMesh box = testing::box(0.2);
    MeshDescription mesh;
    mesh.mesh.positions = box.vertices;
    mesh.mesh.faces = box.faces;
    obstacle.shape = mesh;
    change(scene);
    for (const Problem& problem : check(scene)) ADD_FAILURE() << problem.text();
    Lines keys;
    for (const Problem& warning : warnings(scene)) keys.push_back(warning.key);
    return keys;
}

GridDescription& grid(SceneDescription& scene) { return std::get<GridDescription>(scene.cloths[0].shape); }
Placement& placement(SceneDescription& scene) { return std::get<MeshDescription>(scene.obstacles[0].shape).placement; }

TEST(Warnings, NoneForWhatPeopleDo)
{
    EXPECT_EQ(doubtful_after([](auto&) {}), Lines{});
    EXPECT_EQ(doubtful_after([](auto& s) { s.cloths[0].areal_density = 0.02; }), Lines{});  // chiffon
    EXPECT_EQ(doubtful_after([](auto& s) { s.cloths[0].areal_density = 2; }), Lines{});     // carpet
    EXPECT_EQ(doubtful_after([](auto& s) { s.cloths[0].thickness = 0.1; }), Lines{});       // coarse and careful
    EXPECT_EQ(doubtful_after([](auto& s) { grid(s).size = {12, 8}; }), Lines{});            // a sail
    EXPECT_EQ(doubtful_after([](auto& s) { placement(s) = {.scale = 40, .translation = {0, 0, -9}}; }), Lines{});
    EXPECT_EQ(doubtful_after([](auto& s) {  // three by three particles, at half their distance
                  grid(s).particles = {3, 3};
                  s.cloths[0].thickness = 0.25;
              }),
              Lines{});
    EXPECT_EQ(doubtful_after([](auto& s) {  // a doll's napkin, all else as it comes
                  grid(s).size = {0.03, 0.03};
              }),
              Lines{});
}

TEST(Warnings, OfClothTooStiffForItsUpdates)
{
    const auto with = [](int updates, double k, double dt, UpdateKind update) {
        return doubtful_after([=](auto& s) {
            s.cloths[0].springs.stretch_stiffness = k;
            s.cloths[0].areal_density = 0.2;
            s.integrator.update = update;
            s.integrator.updates = updates;
            s.integrator.dt = dt;
            s.simulation.fps = 50;
        });
    };
    constexpr double frame = 1.0 / 60;  // s
    const Lines updates{"integrator.updates"};
    EXPECT_EQ(with(2, 500, 0.01, UpdateKind::limited), Lines{}) << "the defaults";
    EXPECT_EQ(with(2, 1000, frame, UpdateKind::limited), updates);
    EXPECT_EQ(with(5, 1000, frame, UpdateKind::limited), Lines{});
    EXPECT_EQ(with(2, 1000, frame, UpdateKind::automatic), Lines{});
    EXPECT_EQ(with(2, 1000, frame / 4, UpdateKind::limited), Lines{}) << "shorter steps";
}

TEST(Warnings, OfSelfContact)
{
    EXPECT_EQ(doubtful_after([](auto& s) { s.self_contact.emplace(); }), Lines{});
    EXPECT_EQ(doubtful_after([](auto& s) { s.self_contact.emplace().thickness = 1e-7; }),
              Lines{"self_contact.thickness"});
    EXPECT_EQ(doubtful_after([](auto& s) { s.self_contact.emplace().thickness = 10; }),
              Lines{"self_contact.thickness"});
    EXPECT_EQ(doubtful_after([](auto& s) {
                  s.self_contact.emplace();
                  s.obstacles.clear();
                  s.cloths[0].thickness = 1e-9;
              }),
              Lines{"cloth[0].thickness"});
}

TEST(Warnings, OfGustsWithoutAWind)
{
    EXPECT_EQ(doubtful_after([](auto& s) { s.air.emplace().gust.emplace(); }), Lines{"air.gust"});
    EXPECT_EQ(doubtful_after([](auto& s) {
                  s.air.emplace().gust.emplace();
                  s.air->wind = {0, 1, 0};
              }),
              Lines{});
}

TEST(Warnings, OfUnitsThatAreNotOurs)
{
    EXPECT_EQ(doubtful_after([](auto& s) { s.cloths[0].areal_density = 150; }), Lines{"cloth[0].areal_density"});
    EXPECT_EQ(doubtful_after([](auto& s) { s.cloths[0].areal_density = 0.0002; }), Lines{"cloth[0].areal_density"});
    EXPECT_EQ(doubtful_after([](auto& s) {
                  s.cloths[0].thickness = 0.5;  // mm
                  grid(s).center.z() = 2;
              }),
              Lines{"cloth[0].thickness"});
    EXPECT_EQ(doubtful_after([](auto& s) {
                  grid(s).size = {100, 100};
              }),  // cm
              (Lines{"cloth[0].grid.size", "obstacle[0].mesh"}));
    EXPECT_EQ(doubtful_after([](auto& s) { grid(s).size = {0.001, 0.001}; }), Lines{"cloth[0].grid.size"});
    EXPECT_EQ(doubtful_after([](auto& s) {
                  placement(s) = {.scale = 100, .translation = {0, 0, -30}};
              }),
              Lines{"obstacle[0].mesh"});
    EXPECT_EQ(doubtful_after([](auto& s) { placement(s).scale = 0.001; }), Lines{"obstacle[0].mesh"});
}

TEST(Warnings, OfClothThatStartsInside)
{
    EXPECT_EQ(doubtful_after([](auto& s) { grid(s).center.z() = 0; }), Lines{"cloth[0].grid.center"});
    // A mesh in centimetres swallows the cloth: both are told.
    EXPECT_EQ(doubtful_after([](auto& s) { placement(s).scale = 100; }),
              (Lines{"obstacle[0].mesh", "cloth[0].grid.center"}));
}

}  // namespace
}  // namespace tulle
