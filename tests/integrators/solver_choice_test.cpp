#include "integrators/solver_choice.hpp"

#include "support/scenes.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

std::string chosen(const char* method, int side, double stiffness, const SolverSettings& solver = {},
                   bool curves = false)
{
    SceneDescription scene = testing::hanging(side);
    scene.integrator.method = method;
    scene.solver = solver;
    scene.cloths[0].springs.stretch_stiffness = stiffness;
    if (curves) scene.cloths[0].springs.stretch_curve = {{-0.1, -1}, {0, 0}, {0.1, 2}};
    return Simulation(scene).solver();
}

TEST(SolverChoice, AConstantMatrixIsFactoredOnce)
{
    EXPECT_EQ(chosen("sbdf2", 10, 500), "direct: the matrix stays the same and is factored once; 100 particles");
    EXPECT_TRUE(chosen("imex-euler", 10, 1).starts_with("direct")) << "soft enough for updates";
}

TEST(SolverChoice, AMatrixThatChangesIsIteratedOn)
{
    EXPECT_EQ(chosen("bdf2", 10, 500),
              "cg with ic0: the matrix changes in every iteration; 100 particles, too few or too soft for multigrid");
    EXPECT_TRUE(chosen("imex-euler", 10, 5000).starts_with("cg with ic0")) << "so stiff that Newton takes over";
    EXPECT_EQ(chosen("sbdf2", 10, 500, {}, true),
              "cg with ic0: the matrix changes with the pieces of the springs' curves; 100 particles");
    EXPECT_TRUE(chosen("sbdf2", 50, 500, {}, true).starts_with("cg with multigrid"));
    EXPECT_TRUE(chosen("backward-euler", 110, 5000).starts_with("cg with multigrid"));
    EXPECT_TRUE(chosen("backward-euler", 50, 5000).starts_with("cg with multigrid"));
    EXPECT_TRUE(chosen("backward-euler", 50, 200).starts_with("cg with multigrid"));
    EXPECT_TRUE(chosen("backward-euler", 30, 5000).starts_with("cg with ic0")) << "stiff, but small";
}

TEST(SolverChoice, SoftClothIsIteratedOnWithoutCoarseLevels)
{
    SceneDescription scene = testing::hanging(50);
    scene.integrator.method = "backward-euler";
    for (double* k : {&scene.cloths[0].springs.stretch_stiffness, &scene.cloths[0].springs.shear_stiffness}) *k = 5;
    EXPECT_TRUE(Simulation(scene).solver().starts_with("cg with ic0"));
}

TEST(SolverChoice, WhereThereAreObstaclesMultigridIsForStifferCloth)
{
    SceneDescription scene = testing::hanging(50);
    scene.integrator.method = "backward-euler";
    scene.obstacles.push_back({.name = "floor", .shape = PlaneShape{{0, 0, -5}}});
    const auto solver = [&](double k) {
        scene.cloths[0].springs.stretch_stiffness = k;
        return Simulation(scene).solver();
    };
    EXPECT_TRUE(solver(200).starts_with("cg with ic0"));
    EXPECT_TRUE(solver(5000).starts_with("cg with multigrid"));
}

TEST(SolverChoice, WhereClothMeetsClothMultigridIsForStifferClothToo)
{
    SceneDescription scene = testing::hanging(50);
    scene.integrator.method = "backward-euler";
    scene.self_contact.emplace();
    const auto solver = [&](double k) {
        scene.cloths[0].springs.stretch_stiffness = k;
        return Simulation(scene).solver();
    };
    EXPECT_TRUE(solver(200).starts_with("cg with ic0"));
    EXPECT_TRUE(solver(5000).starts_with("cg with multigrid"));
}

TEST(SolverChoice, AdaptiveImexEulerGetsASolverForTheStepsThatItTakes)
{
    SceneDescription scene = testing::hanging(50);
    scene.integrator.adaptive = true;
    EXPECT_EQ(Simulation(scene).solver(), "cg with multigrid: the matrix changes with the step; 2500 particles");

    scene = testing::hanging(20);
    scene.integrator.adaptive = true;
    for (const bool loose : {false, true}) {
        if (loose) {  // steps so long that updates crawl
            scene.integrator.relative_tolerance = 1;
            scene.integrator.absolute_tolerance = 1e-2;
        }
        Simulation simulation(scene);
        FrameReport report;
        for (int frame = 0; frame < 3; ++frame) report = simulation.advance_frame();
        const bool took_newton = simulation.method().starts_with("imex-euler, Newton");
        EXPECT_EQ(took_newton, loose);
        EXPECT_EQ(simulation.solver().find("in every iteration") != std::string::npos, took_newton)
            << simulation.solver();
        EXPECT_EQ(report.matrix_refills >= report.nonlinear_iterations, took_newton);
    }
}

TEST(SolverChoice, WhatTheSceneNamesIsTaken)
{
    SolverSettings direct;
    direct.method = SolverMethod::direct;
    EXPECT_EQ(chosen("bdf2", 5, 500, direct), "direct: as the scene asks");
    SolverSettings jacobi;
    jacobi.preconditioner = PreconditionerKind::jacobi;
    EXPECT_EQ(chosen("sbdf2", 5, 500, jacobi), "cg with jacobi: as the scene asks");
    EXPECT_EQ(chosen("rk4", 5, 500), "none: explicit methods solve nothing");
}

}  // namespace
}  // namespace tulle
