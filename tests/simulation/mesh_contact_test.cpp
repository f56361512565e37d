// Cloth against obstacles of triangles: nothing gets through, and a table of triangles is a table.

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include "mesh/obstacle_mesh.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace tulle {
namespace {

MeshDescription as_mesh(const BoxShape& box)
{
    MeshDescription description;
    description.mesh = obstacle_mesh({.shape = box}, 1);
    return description;
}

/// An open square of two triangles, 0.6 m a side, at z = 0.
MeshDescription thin_plate()
{
    MeshDescription plate;
    plate.mesh.positions = {{-0.3, -0.3, 0}, {0.3, -0.3, 0}, {0.3, 0.3, 0}, {-0.3, 0.3, 0}};
    plate.mesh.faces = {{0, 1, 2}, {0, 2, 3}};
    return plate;
}

struct Shot {
    const char* method;
    double dt;  // s
};

class EveryShot : public ::testing::TestWithParam<Shot> {};

TEST_P(EveryShot, NoParticleGetsThroughAThinPlate)
{
    SceneDescription scene;
    ClothDescription cloth = testing::square_cloth(14, 0.3);
    cloth.shape = GridDescription{.size = {0.4, 0.4}, .particles = {14, 14}, .center = {0, 0, 0.3}};
    cloth.velocity = {0, 0, -20};
    cloth.thickness = 0.002;
    scene.cloths.push_back(cloth);
    scene.obstacles.push_back({.name = "plate", .shape = thin_plate()});
    scene.integrator.method = GetParam().method;
    scene.integrator.dt = GetParam().dt;
    scene.simulation.fps = 60;
    scene.simulation.duration = 0.5;
    scene.simulation.max_stretch = 100;  // explicit steps of 1/60 s are far beyond stability: even then
    Simulation simulation(scene);
    std::vector<Vec3> before(simulation.positions().begin(), simulation.positions().end());
    int stopped = 0;
    for (int step = 0; step < 60; ++step) {
        const StepReport report = simulation.step();
        if (is_failure(report.status)) break;
        for (std::size_t p = 0; p < before.size(); ++p) {
            const Vec3& now = simulation.positions()[p];
            if (before[p].z() * now.z() < 0) {
                const double s = before[p].z() / (before[p].z() - now.z());
                const Vec3 at = before[p] + s * (now - before[p]);
                EXPECT_GT(at.head<2>().cwiseAbs().maxCoeff(), 0.3) << "particle " << p << " in step " << step;
            }
            before[p] = now;
        }
        stopped = std::max(stopped, report.contacts);
    }
    EXPECT_GT(stopped, 100);
}

INSTANTIATE_TEST_SUITE_P(Shots, EveryShot,
                         ::testing::Values(Shot{"backward-euler", 1.0 / 60}, Shot{"backward-euler", 1.0 / 240},
                                           Shot{"imex-euler", 1.0 / 60}, Shot{"imex-euler", 1.0 / 240},
                                           Shot{"symplectic-euler", 1.0 / 60}, Shot{"symplectic-euler", 1.0 / 240},
                                           Shot{"bdf2", 1.0 / 60}, Shot{"sbdf2", 1.0 / 240}),
                         [](const auto& shot) {
                             std::string name = std::string(shot.param.method) + "_" +
                                                std::to_string(static_cast<int>(1 / shot.param.dt + 0.5));
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

/// Wide enough for the cloth: beyond an edge, cloth of triangles touches with its edges too, which a box does not see.
SceneDescription on_table(int side, bool of_triangles)
{
    SceneDescription scene = testing::table(side);
    std::get<BoxShape>(scene.obstacles[0].shape).size = {1.2, 1.2, 0.5};
    scene.cloths[0].velocity = {0.5, 0.2, 0};
    if (of_triangles) scene.obstacles[0].shape = as_mesh(std::get<BoxShape>(scene.obstacles[0].shape));
    scene.simulation.duration = 1;
    return scene;
}

TEST(MeshContact, ATableOfTrianglesIsATable)
{
    const auto tight = [](SceneDescription scene) {
        scene.integrator.tolerance = 1e-7;  // at a looser one the corners buckle this way or that
        scene.solver.tolerance = 1e-8;
        return scene;
    };
    Simulation box(tight(on_table(16, false)));
    Simulation mesh(tight(on_table(16, true)));
    for (int frame = 0; frame < 12; ++frame) {
        static_cast<void>(box.advance_frame());
        ASSERT_EQ(mesh.advance_frame().status, StepStatus::ok) << frame;
    }
    double furthest = 0;
    for (int p = 0; p < box.particle_count(); ++p)
        furthest = std::max(furthest, (box.positions()[p] - mesh.positions()[p]).norm());
    EXPECT_LT(furthest, 1e-6);
    EXPECT_EQ(mesh.measure().deepest_penetration, 0);
    EXPECT_EQ(mesh.measure().contacts, box.measure().contacts);
}

TEST(MeshContact, ThreadsAndResumeChangeNoBit)
{
    SceneDescription scene = testing::table(24);
    scene.obstacles[0].shape = as_mesh(std::get<BoxShape>(scene.obstacles[0].shape));
    scene.simulation.duration = 1;
    const auto run = [&](int threads, bool resume) {
        const ThreadLimit limit(threads);
        Simulation simulation(scene);
        for (int frame = 0; frame < 4; ++frame) static_cast<void>(simulation.advance_frame());
        if (resume) {
            std::stringstream file;
            simulation.save(file);
            simulation = Simulation(scene);
            simulation.restore(file);
        }
        for (int frame = 0; frame < 3; ++frame) static_cast<void>(simulation.advance_frame());
        return std::vector<Vec3>(simulation.positions().begin(), simulation.positions().end());
    };
    const std::vector<Vec3> one = run(1, false);
    EXPECT_EQ(one, run(2, false));
    EXPECT_EQ(one, run(2, true));
}

}  // namespace
}  // namespace tulle
