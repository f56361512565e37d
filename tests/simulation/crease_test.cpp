// Creased fabric in whole simulations.

#include "support/fabrics.hpp"
#include "support/same_bits.hpp"
#include "support/sheet_meshes.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace tulle {
namespace {

using testing::lossless;
using testing::plain_fabric;
using testing::sheet_mesh;

const Vec2 sheet_size{0.12, 0.06};  // m

/// A flat sheet that floats, with one crease.
SceneDescription floating_sheet(std::array<int, 2> cells, bool of_triangles, const CreaseDescription& crease)
{
    ClothDescription cloth;
    if (of_triangles) {
        cloth.shape = MeshDescription{.mesh = sheet_mesh(sheet_size, cells, 0), .file = "", .placement = {}};
    } else {
        cloth.shape =
            GridDescription{.size = sheet_size, .particles = {cells[0] + 1, cells[1] + 1}, .center = {0.06, 0.03, 0}};
    }
    cloth.fabric = lossless(plain_fabric());
    cloth.areal_density = cloth.fabric->areal_density;
    cloth.damping_time = 0.05;
    cloth.creases = {crease};
    SceneDescription scene;
    scene.cloths.push_back(cloth);
    scene.simulation.gravity = Vec3::Zero();
    scene.simulation.fps = 50;
    scene.simulation.duration = 2;
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = 0.02;
    scene.integrator.tolerance = 1e-4;
    return scene;
}

/// Degrees between the planes of the lower left and the upper right corner; positive when both come towards the normal.
double angle_between_corners(const SceneDescription& scene, std::array<int, 2> cells)
{
    const ThreadLimit limit(1);
    Simulation simulation(scene);
    for (int frame = 0; frame < 80; ++frame) static_cast<void>(simulation.advance_frame());
    const auto x = simulation.positions();
    const int row = cells[0] + 1, last = row * (cells[1] + 1) - 1;
    const Vec3 left = (x[2] - x[0]).cross(x[2 * row] - x[0]).normalized();
    const Vec3 right = (x[last - 2] - x[last]).cross(x[last - 2 * row] - x[last]).normalized();
    const Vec3 across = (x[last] - x[0]).normalized();
    // Normals lean towards each other when the sheet is a valley.
    const double sign = left.dot(across) > 0 ? 1 : -1;
    return sign * std::atan2(left.cross(right).norm(), left.dot(right)) * 180 / std::numbers::pi;
}

TEST(CreaseSimulation, AFlatSheetFoldsToItsAngle)
{
    struct Case {
        std::array<int, 2> cells;
        bool of_triangles;
        double angle;  // degrees
    };
    for (const auto& [cells, of_triangles, angle] :
         {Case{{8, 4}, false, 60}, Case{{12, 6}, false, -125}, Case{{8, 4}, true, -125}, Case{{12, 6}, true, 60}}) {
        const CreaseDescription crease{{0.5, 0}, {0.5, 1}, angle};
        EXPECT_NEAR(angle_between_corners(floating_sheet(cells, of_triangles, crease), cells), angle,
                    0.01 * std::abs(angle))
            << cells[0] << (of_triangles ? " triangles" : " grid");
    }
}

TEST(CreaseSimulation, SoItDoesAskew)
{
    const std::array<int, 2> cells{12, 6};
    const CreaseDescription crease{{0.3, 1}, {0.65, 0}, 75};
    EXPECT_NEAR(angle_between_corners(floating_sheet(cells, false, crease), cells), 75, 0.75);
}

TEST(CreaseSimulation, ThreadsAndResumeChangeNoBit)
{
    for (const bool of_triangles : {false, true}) {
        SceneDescription scene = floating_sheet({8, 4}, of_triangles, CreaseDescription{{0.5, 0}, {0.5, 1}, -100});
        scene.cloths[0].fabric = plain_fabric();
        scene.cloths[0].thickness = 0.001;
        scene.simulation.gravity = {0, 0, -9.81};
        scene.integrator.method = "bdf2";
        scene.integrator.dt = 0.01;
        scene.obstacles.push_back(
            {.name = "ball", .shape = SphereShape{.center = {0.06, 0.03, -0.031}, .radius = 0.03}});
        testing::expect_threads_and_resume_change_no_bit(scene, 3, 2);
    }
}

TEST(CreaseSimulation, WhatIsWrongWithACreaseIsSaid)
{
    const auto problems = [](const CreaseDescription& crease, bool of_triangles, bool of_springs = false) {
        SceneDescription scene = floating_sheet({12, 6}, of_triangles, crease);
        if (of_springs) scene.cloths[0].fabric.reset();
        std::string all;
        for (const Problem& problem : check(scene)) all += problem.key + ": " + problem.message + "\n";
        return all;
    };
    const Vec2 from(0.5, 0), to(0.5, 1);
    EXPECT_EQ(problems({from, to, 90}, false), "");
    EXPECT_EQ(problems({from, to, 90}, true), "");
    EXPECT_EQ(problems({from, to, 171}, true),
              "cloth[0].crease[0].angle: expected a number from -170 to 170 degrees, found 171\n");
    EXPECT_EQ(problems({from, from, 90}, true),
              "cloth[0].crease[0].to: expected another point than from, found [0.5, 0]\n");
    EXPECT_EQ(problems({from, Vec2(0.5, 1.5), 90}, false),
              "cloth[0].crease[0].to: expected a point of the cloth, 2 numbers from 0 to 1 along its axes, found [0.5, "
              "1.5]\n");
    EXPECT_EQ(problems({Vec2(2, 2), Vec2(2, 3), 90}, true).substr(0, 60),
              "cloth[0].crease[0]: no edge of the mesh runs along the line,");
    EXPECT_EQ(problems({from, to, 90}, false, true),
              "cloth[0].crease: only a measured fabric keeps a crease: give the cloth a fabric instead of springs\n");
}

}  // namespace
}  // namespace tulle
