// Contact takes energy away and never adds any.

#include <tulle/simulation.hpp>

#include "support/mesh_obstacles.hpp"
#include "support/methods.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <ostream>

namespace tulle {
namespace {

struct Ground {
    const char* name;
    const char* method;
    int side = 20;     // particles
    double speed = 0;  // m/s, down, beside that of the fall
};

void PrintTo(const Ground& ground, std::ostream* out)
{
    *out << ground.name << ", " << ground.method << ", " << ground.side << " particles, " << ground.speed << " m/s";
}

/// A bed of spikes, 12 cm apart and 25 cm high, between the particles of most cloths.
MeshDescription bed_of_spikes()
{
    MeshDescription bed;
    for (int row = -2; row <= 2; ++row) {
        for (int column = -2; column <= 2; ++column) {
            const int first = static_cast<int>(bed.mesh.positions.size());
            const Vec3 tip(0.12 * column + 0.013, 0.12 * row + 0.017, 0);
            for (const Vec3& x :
                 {Vec3(0, 0, 0), Vec3(0.03, 0, -0.25), Vec3(-0.015, 0.026, -0.25), Vec3(-0.015, -0.026, -0.25)})
                bed.mesh.positions.push_back(tip + x);
            for (const Face& face : {Face{0, 1, 2}, Face{0, 2, 3}, Face{0, 3, 1}, Face{1, 3, 2}})
                bed.mesh.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
        }
    }
    return bed;
}

SceneDescription scene_on(const Ground& ground)
{
    SceneDescription scene = testing::table(ground.side);
    scene.cloths[0].shape =
        GridDescription{.size = {1, 1}, .particles = {ground.side, ground.side}, .center = {0, 0, 0.2}};
    scene.cloths[0].thickness = 0.01;
    scene.cloths[0].velocity = {0, 0, -ground.speed};
    ObstacleDescription& obstacle = scene.obstacles[0];
    const std::string name = ground.name;
    if (name == "sphere") obstacle.shape = SphereShape{.center = {0, 0, -0.3}, .radius = 0.3};
    if (name == "triangles") obstacle.shape = testing::as_mesh(std::get<BoxShape>(obstacle.shape));
    // Between particles: edges and faces of the cloth meet these.
    if (name == "edges") obstacle.edges = EdgeContact::hold;
    if (name == "facets") obstacle.shape = testing::as_mesh(SphereShape{.center = {0, 0, -0.3}, .radius = 0.3});
    if (name == "spikes") obstacle.shape = bed_of_spikes();
    scene.integrator.method = ground.method;
    scene.simulation.duration = 1;
    return scene;
}

class EveryGround : public ::testing::TestWithParam<Ground> {
protected:
    /// Largest rise in a step, in parts of the largest kinetic energy.
    double largest_rise(const SceneDescription& scene)
    {
        Simulation simulation(scene);
        double before = simulation.measure().energies.total();
        double scale = 0;    // J
        double largest = 0;  // J
        int touching = 0;
        for (int step = 0; step < 60; ++step) {
            const StepReport report = simulation.step();
            EXPECT_FALSE(is_failure(report.status));
            const Measurements now = simulation.measure();
            scale = std::max(scale, now.energies.kinetic);
            if (report.contacts > 0) {
                ++touching;
                largest = std::max(largest, now.energies.total() - before);
            }
            before = now.energies.total();
        }
        EXPECT_GT(touching, 30);
        return largest / scale;
    }
};

TEST_P(EveryGround, TotalEnergyNeverRises)
{
    SceneDescription scene = scene_on(GetParam());
    scene.integrator.tolerance = 1e-7;  // what is left of a step's equations is no contact's
    scene.solver.tolerance = 1e-8;
    EXPECT_LT(largest_rise(scene), 1e-6);
}

TEST_P(EveryGround, NorWithTheUsualTolerances)
{
    SceneDescription scene = scene_on(GetParam());
    scene.obstacles[0].friction = 0;  // which would take away what contact gives
    EXPECT_LT(largest_rise(scene), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Grounds, EveryGround,
                         ::testing::Values(Ground{"box", "backward-euler"}, Ground{"sphere", "backward-euler"},
                                           Ground{"triangles", "backward-euler"}, Ground{"box", "imex-euler"},
                                           Ground{"triangles", "imex-euler"},
                                           Ground{"triangles", "backward-euler", 8, 3},
                                           Ground{"edges", "backward-euler", 12, 3},
                                           Ground{"edges", "imex-euler", 12, 3}, Ground{"facets", "backward-euler", 8},
                                           Ground{"facets", "backward-euler", 12},
                                           Ground{"facets", "backward-euler", 10, 3}, Ground{"facets", "imex-euler", 8},
                                           Ground{"spikes", "backward-euler", 14, 3}),
                         [](const auto& ground) {
                             return std::string(ground.param.name) + "_" + testing::method_label(ground.param.method) +
                                    "_" + std::to_string(ground.param.side);
                         });

}  // namespace
}  // namespace tulle
