#pragma once
// Small scenes built in code, shared by tests.

#include <tulle/description.hpp>

namespace tulle::testing {

/// A square cloth of 1 m, side x side particles, horizontal at height z.
inline ClothDescription square_cloth(int side, double z = 0)
{
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {1, 1}, .particles = {side, side}, .center = {0, 0, z}};
    return cloth;
}

/// Hanging from two corners.
inline SceneDescription hanging(int side)
{
    SceneDescription scene;
    ClothDescription cloth = square_cloth(side);
    cloth.pins.push_back({.where = PinCorner{false, false}});
    cloth.pins.push_back({.where = PinCorner{true, false}});
    scene.cloths.push_back(cloth);
    return scene;
}

/// Hanging in all the air there is: wind, gusts and a jet.
inline SceneDescription in_gusts(int side)
{
    SceneDescription scene = hanging(side);
    scene.air.emplace();
    scene.air->wind = {1, 2, 3};
    scene.air->gust = GustDescription{.strength = 0.5, .period = 0.3};
    scene.air->jets.push_back({.from = {-1, 0, 0}, .speed = 3, .radius = 0.3});
    return scene;
}

/// Falling on a square table whose top is at z = 0.
inline SceneDescription table(int side)
{
    SceneDescription scene;
    scene.cloths.push_back(square_cloth(side, 0.02));
    scene.obstacles.push_back({.name = "table", .shape = BoxShape{.center = {0, 0, -0.25}, .size = {0.5, 0.5, 0.5}}});
    return scene;
}

}  // namespace tulle::testing
