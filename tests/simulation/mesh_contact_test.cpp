// Cloth against obstacles of triangles: nothing gets through, and a table of triangles is a table.

#include "shots.hpp"

#include <tulle/simulation.hpp>

#include "support/mesh_obstacles.hpp"
#include "support/same_bits.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

class EveryShot : public ::testing::TestWithParam<testing::Shot> {};

TEST_P(EveryShot, NoParticleGetsThroughAThinPlate)
{
    SceneDescription scene;
    ClothDescription cloth = testing::square_cloth(14, 0.3);
    cloth.shape = GridDescription{.size = {0.4, 0.4}, .particles = {14, 14}, .center = {0, 0, 0.3}};
    cloth.velocity = {0, 0, -20};
    cloth.thickness = 0.002;
    scene.cloths.push_back(cloth);
    scene.obstacles.push_back({.name = "plate", .shape = testing::open_square(0.3)});
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

INSTANTIATE_TEST_SUITE_P(
    Shots, EveryShot,
    ::testing::Values(testing::Shot{"backward-euler", 1.0 / 60}, testing::Shot{"backward-euler", 1.0 / 240},
                      testing::Shot{"imex-euler", 1.0 / 60}, testing::Shot{"imex-euler", 1.0 / 240},
                      testing::Shot{"symplectic-euler", 1.0 / 60}, testing::Shot{"symplectic-euler", 1.0 / 240},
                      testing::Shot{"bdf2", 1.0 / 60}, testing::Shot{"sbdf2", 1.0 / 240}),
    [](const auto& shot) { return testing::name_of(shot.param); });

/// Wide enough for the cloth: beyond an edge, cloth of triangles touches with its edges too, which a box does not see.
SceneDescription on_table(int side, bool of_triangles)
{
    SceneDescription scene = testing::table(side);
    std::get<BoxShape>(scene.obstacles[0].shape).size = {1.2, 1.2, 0.5};
    scene.cloths[0].velocity = {0.5, 0.2, 0};
    if (of_triangles) scene.obstacles[0].shape = testing::as_mesh(std::get<BoxShape>(scene.obstacles[0].shape));
    scene.simulation.duration = 1;
    return scene;
}

TEST(MeshContact, ATableOfTrianglesIsATable)
{
    const auto tight = [](SceneDescription scene) {
        scene.contact.method = ContactMethod::velocity_constraint;  // as that of triangles is
        scene.integrator.tolerance = 1e-7;                          // at a looser one corners buckle this way or that
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
    scene.obstacles[0].shape = testing::as_mesh(std::get<BoxShape>(scene.obstacles[0].shape));
    scene.simulation.duration = 1;
    testing::expect_threads_and_resume_change_no_bit(scene, 4, 3);
}

}  // namespace
}  // namespace tulle
