#pragma once
// Scenes of tests in which barriers act between cloth and a mesh.

#include <tulle/description.hpp>

#include <string>
#include <utility>

namespace tulle::testing {

inline ObstacleDescription obstacle_of(MeshDescription mesh, const std::string& name = "mesh")
{
    ObstacleDescription obstacle;
    obstacle.name = name;
    obstacle.shape = std::move(mesh);
    return obstacle;
}

/// A cloth falls onto a mesh around the origin.
inline SceneDescription above(const MeshDescription& mesh, int side = 12)
{
    SceneDescription scene;
    scene.simulation.fps = 30;
    scene.integrator.dt = 1.0 / 60;
    scene.contact.method = ContactMethod::barrier;
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {0.3, 0.3}, .particles = {side, side}, .center = {0.003, 0.002, 0.02}};
    cloth.thickness = 0.005;
    cloth.areal_density = 0.2;
    scene.cloths = {cloth};
    scene.obstacles = {obstacle_of(mesh)};
    return scene;
}

}  // namespace tulle::testing
