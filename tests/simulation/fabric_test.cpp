// Cloth of a measured fabric in whole simulations.

#include "support/fabrics.hpp"
#include "support/same_bits.hpp"
#include "support/sheet_meshes.hpp"

#include <tulle/choices.hpp>
#include <tulle/error.hpp>
#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

using testing::expect_threads_and_resume_change_no_bit;
using testing::plain_fabric;
using testing::sheet_mesh;

/// A napkin that falls on a ball.
SceneDescription napkin(const std::string& method, bool of_triangles = false)
{
    ClothDescription cloth;
    const double side = 0.24;
    if (of_triangles) {
        TriangleMesh mesh = sheet_mesh({side, side}, {8, 8}, 0.2);
        for (Vec3& p : mesh.positions) p += Vec3(-0.5 * side, -0.5 * side, 0.061);
        cloth.shape = MeshDescription{.mesh = mesh, .file = "", .placement = {}};
    } else {
        cloth.shape = GridDescription{.size = {side, side}, .particles = {9, 9}, .center = {0, 0, 0.061}};
    }
    cloth.fabric = plain_fabric();
    cloth.areal_density = cloth.fabric->areal_density;
    cloth.thickness = 0.001;
    SceneDescription scene;
    scene.cloths.push_back(cloth);
    scene.obstacles.push_back({.name = "ball", .shape = SphereShape{.center = {0, 0, 0}, .radius = 0.06}});
    scene.simulation.fps = 50;
    scene.simulation.duration = 1;
    scene.integrator.method = method;
    scene.integrator.dt = 0.01;
    return scene;
}

TEST(FabricSimulation, ThreadsAndResumeChangeNoBitWithHistory)
{
    for (const char* method : {"backward-euler", "imex-euler", "bdf2"}) {
        SCOPED_TRACE(method);
        expect_threads_and_resume_change_no_bit(napkin(method), 6, 4);
    }
    expect_threads_and_resume_change_no_bit(napkin("backward-euler", true), 6, 4);
}

TEST(FabricSimulation, AdaptiveAndExplicitStepsKeepTheirHistoryToo)
{
    SceneDescription adaptive = napkin("bdf2");
    adaptive.integrator.adaptive = true;
    expect_threads_and_resume_change_no_bit(adaptive, 5, 2);
    SceneDescription controlled = napkin("cash-karp");
    controlled.simulation.fps = 200;
    expect_threads_and_resume_change_no_bit(controlled, 6, 2);
}

/// A sheet held at one edge, softly bent: all methods tell the same story, with loops and all.
TEST(FabricSimulation, ExplicitAndImplicitMethodsAgree)
{
    const auto end = [](const std::string& method, double dt) {
        SceneDescription scene = napkin(method);
        scene.obstacles.clear();
        scene.cloths[0].shape = GridDescription{.size = {0.06, 0.06}, .particles = {5, 5}, .center = {0, 0, 0}};
        scene.cloths[0].pins = {{.where = PinEdge{.axis = 0, .max = false}}};
        scene.cloths[0].damping_time = 1e-4;
        scene.integrator.dt = dt;
        scene.integrator.tolerance = 1e-9;
        scene.simulation.fps = 20;
        Simulation simulation(scene);
        for (int frame = 0; frame < 2; ++frame) EXPECT_FALSE(is_failure(simulation.advance_frame().status)) << method;
        return std::vector<Vec3>(simulation.positions().begin(), simulation.positions().end());
    };
    const auto reference = end("symplectic-euler", 2e-6);
    for (const auto& [method, dt] : {std::pair("rk4", 1e-5), {"backward-euler", 1e-4}, {"bdf2", 2e-4}}) {
        const auto x = end(method, dt);
        double apart = 0;
        for (std::size_t i = 0; i < x.size(); ++i) apart = std::max(apart, (x[i] - reference[i]).norm());
        EXPECT_LT(apart, 3e-4) << method;
    }
    EXPECT_LT(reference.back().z(), -0.01);
}

TEST(FabricSimulation, StepsWithoutNewtonsHelpStillConverge)
{
    for (const char* method : {"backward-euler", "imex-euler", "bdf2", "implicit-midpoint"}) {
        Simulation simulation(napkin(method));
        int not_converged = 0;
        for (int frame = 0; frame < 12; ++frame) {
            const FrameReport report = simulation.advance_frame();
            ASSERT_FALSE(is_failure(report.status)) << method;
            not_converged += report.not_converged_steps;
        }
        EXPECT_EQ(not_converged, 0) << method;
        EXPECT_LT(simulation.measure().largest_stretch, 0.02) << method;
    }
}

/// A cloth that hangs from two corners.
SceneDescription curtain(bool of_triangles)
{
    SceneDescription scene = napkin("imex-euler", of_triangles);
    scene.obstacles.clear();
    scene.cloths[0].damping_time = 1e-3;
    scene.cloths[0].pins = {{.where = PinBox{.min = {-1, -0.13, 0}, .max = {-0.11, -0.11, 0.1}}},
                            {.where = PinBox{.min = {0.11, -0.13, 0}, .max = {1, -0.11, 0.1}}}};
    scene.simulation.fps = 25;
    return scene;
}

struct Hanging {
    double height = 0;                // m, the mean at the end
    double nonlinear_iterations = 0;  // a step
    double residual = 0;
    std::vector<Vec3> positions;
};

Hanging hang(const SceneDescription& scene)
{
    Simulation simulation(scene);
    Hanging end;
    int steps = 0;
    for (int frame = 0; frame < 12; ++frame) {
        const FrameReport report = simulation.advance_frame();
        EXPECT_EQ(report.status, StepStatus::ok);
        EXPECT_EQ(report.not_converged_steps, 0);
        end.nonlinear_iterations += static_cast<double>(report.nonlinear_iterations);
        end.residual = std::max(end.residual, report.residual);
        steps += report.steps;
    }
    end.nonlinear_iterations /= steps;
    end.positions.assign(simulation.positions().begin(), simulation.positions().end());
    for (const Vec3& x : end.positions) end.height += x.z() / static_cast<double>(end.positions.size());
    return end;
}

/// Few iterations, and the cloth hangs where it does when its equations are solved to the last digits.
TEST(FabricSimulation, StepsAreSolvedByVelocity)
{
    for (const bool of_triangles : {false, true}) {
        SceneDescription scene = curtain(of_triangles);
        const Hanging usual = hang(scene);
        EXPECT_LT(usual.nonlinear_iterations, 4) << of_triangles;
        scene.integrator.tolerance = 1e-8;
        const Hanging solved = hang(scene);
        EXPECT_LE(solved.residual, 1e-8);
        EXPECT_GT(solved.nonlinear_iterations, usual.nonlinear_iterations);
        const double fallen = 0.061 - solved.height;
        EXPECT_GT(fallen, 0.05);
        EXPECT_NEAR(usual.height, solved.height, 0.005 * fallen) << of_triangles;
    }
}

TEST(FabricSimulation, TheResidualDecidesWhereItIsAskedFor)
{
    SceneDescription scene = curtain(false);
    scene.integrator.automatic_velocity_tolerance = false;
    scene.integrator.velocity_tolerance = 0;
    EXPECT_LE(hang(scene).residual, scene.integrator.tolerance);
    scene.integrator.tolerance = 1e-6;
    const Hanging off = hang(scene);
    scene.integrator.automatic_velocity_tolerance = true;
    EXPECT_EQ(hang(scene).positions, off.positions) << "a tightened tolerance switches it off";
    // Any other force may be solved by velocity too, where the scene asks for it.
    SceneDescription springs = curtain(false);
    springs.cloths[0].fabric.reset();
    const Hanging by_residual = hang(springs);
    EXPECT_LE(by_residual.residual, springs.integrator.tolerance);
    springs.integrator.automatic_velocity_tolerance = false;
    springs.integrator.velocity_tolerance = 0.05;
    EXPECT_LT(hang(springs).nonlinear_iterations, by_residual.nonlinear_iterations);
}

/// Directions that conjugate gradients could not finish are short, but not because a step is solved.
TEST(FabricSimulation, UnfinishedDirectionsSolveNothing)
{
    SceneDescription scene = curtain(false);
    scene.solver.method = SolverMethod::cg;
    scene.solver.max_iterations = 1;
    scene.integrator.max_iterations = 3;
    Simulation simulation(scene);
    int not_converged = 0;
    for (int frame = 0; frame < 3; ++frame) not_converged += simulation.advance_frame().not_converged_steps;
    EXPECT_GT(not_converged, 0);
}

/// A single linear step damps as much as a solved one: much damping lets a sheet down slowly.
TEST(FabricSimulation, LinearStepsAreDampedToo)
{
    const auto fallen = [](NewtonKind newton, double damping_time) {
        SceneDescription scene = curtain(false);
        scene.integrator.method = "backward-euler";
        scene.integrator.newton = newton;
        scene.integrator.dt = 5e-4;
        scene.cloths[0].damping_time = damping_time;
        scene.cloths[0].shape = GridDescription{
            .size = {0.24, 0.24}, .particles = {5, 5}, .center = {0, 0, 0}, .plane = GridDescription::Plane::xz};
        scene.cloths[0].pins = {{.where = PinEdge{.axis = 1, .max = true}}};
        Simulation simulation(scene);
        const double before = simulation.positions()[0].z();
        EXPECT_FALSE(is_failure(simulation.advance_frame().status));
        return before - simulation.positions()[0].z();
    };
    const double solved = fallen(NewtonKind::converged, 0.2), linear = fallen(NewtonKind::once, 0.2);
    EXPECT_NEAR(linear, solved, 0.2 * solved);
    EXPECT_LT(solved, 0.5 * fallen(NewtonKind::converged, 1e-4)) << "damping matters here";
}

/// After a step, too, forces follow from the positions and velocities that are asked for.
TEST(FabricSimulation, ForcesFollowFromTheVelocitiesThatAreAskedFor)
{
    Simulation simulation(curtain(false));
    ASSERT_EQ(simulation.advance_frame().status, StepStatus::ok);
    const std::vector<Vec3> x(simulation.positions().begin(), simulation.positions().end());
    std::vector<Vec3> still(x.size(), Vec3::Zero()), apart = x, f_still(x.size()), f_apart(x.size());
    simulation.forces(x, still, f_still);
    simulation.forces(x, apart, f_apart);  // all moves away from the origin: threads lengthen
    EXPECT_NE(f_still, f_apart);
}

/// What hangs still takes next to no iterations, and its history does not creep.
TEST(FabricSimulation, RestIsCheapAndLasts)
{
    SceneDescription scene = curtain(false);
    scene.cloths[0].shape = GridDescription{
        .size = {0.24, 0.24}, .particles = {9, 9}, .center = {0, 0, 0}, .plane = GridDescription::Plane::xz};
    scene.cloths[0].pins = {{.where = PinCorner{false, true}}, {.where = PinCorner{true, true}}};
    scene.simulation.duration = 10;
    Simulation simulation(scene);
    while (simulation.frame() < 200) static_cast<void>(simulation.advance_frame());
    const std::vector<Vec3> before(simulation.positions().begin(), simulation.positions().end());
    long iterations = 0;
    int steps = 0;
    while (simulation.frame() < 250) {
        const FrameReport report = simulation.advance_frame();
        iterations += report.nonlinear_iterations;
        steps += report.steps;
    }
    EXPECT_LE(iterations, 2 * steps);
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_LT((simulation.positions()[i] - before[i]).norm(), 1e-6) << i;  // m in two seconds
}

TEST(FabricSimulation, WhatIsWrongWithAFabricIsSaid)
{
    SceneDescription scene = napkin("bdf2");
    std::get<KesBending>(scene.cloths[0].fabric->warp.bending).rigidity = -1e-6;
    const std::vector<Problem> problems = check(scene);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].key, "cloth[0].fabric.warp.bending");
    EXPECT_NE(problems[0].message.find("lower than the point before"), std::string::npos) << problems[0].message;

    SceneDescription bare = napkin("bdf2", true);
    auto& mesh = std::get<MeshDescription>(bare.cloths[0].shape).mesh;
    mesh.uvs.clear();
    mesh.uv_faces.clear();
    ASSERT_EQ(check(bare).size(), 1U);
    EXPECT_EQ(check(bare)[0].key, "cloth[0].fabric");
    EXPECT_NE(check(bare)[0].message.find("texture coordinates"), std::string::npos);
}

}  // namespace
}  // namespace tulle
