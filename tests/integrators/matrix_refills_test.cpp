// When matrices are filled anew: IMEX ones when a spring changes piece, those of Newton when they no longer serve.

#include "support/scenes.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

SceneDescription stiffening_cloth(const char* method, std::vector<CurvePoint> curve)
{
    SceneDescription scene = testing::hanging(6);
    scene.cloths[0].springs.stretch_curve = std::move(curve);
    scene.integrator.method = method;
    scene.integrator.dt = 0.005;
    scene.integrator.tolerance = 1e-9;
    scene.solver.tolerance = 1e-12;
    return scene;
}

long refills(Simulation& simulation, int frames)
{
    long sum = 0;
    for (int k = 0; k < frames; ++k) {
        const FrameReport report = simulation.advance_frame();
        EXPECT_EQ(report.status, StepStatus::ok);
        sum += report.matrix_refills;
    }
    return sum;
}

TEST(ChangingModuli, TheMatrixIsKeptWhileNoSpringChangesPiece)
{
    // Pieces so wide that nothing leaves them.
    for (const char* method : {"sbdf2", "cnab"}) {
        Simulation simulation(stiffening_cloth(method, {{-0.9, -90}, {0, 0}, {0.9, 90}}));
        static_cast<void>(refills(simulation, 1));       // the start has steps of its own
        EXPECT_LE(refills(simulation, 1), 8) << method;  // springs are pulled at first
    }
    Simulation linear(stiffening_cloth("sbdf2", {}));
    EXPECT_EQ(refills(linear, 5), 2);  // one for the first step, one for the formula
}

TEST(ChangingModuli, TheMatrixFollowsThePieces)
{
    Simulation simulation(stiffening_cloth("sbdf2", {{-0.5, -5}, {0, 0}, {0.01, 0.5}, {0.05, 20}}));
    EXPECT_GT(refills(simulation, 5), 5);
    EXPECT_LT(simulation.measure().largest_stretch, 0.1);
}

TEST(LaggedJacobian, IsValidForManySmallStepsAndChangesTheResultByLessThanTheTolerance)
{
    SceneDescription scene = testing::hanging(8);
    scene.integrator.method = "bdf2";
    scene.integrator.dt = 5e-4;
    Simulation simulation(scene);
    long iterations = 0;
    long filled = 0;
    for (int frame = 0; frame < 5; ++frame) {
        const FrameReport report = simulation.advance_frame();
        ASSERT_EQ(report.status, StepStatus::ok);
        iterations += report.nonlinear_iterations;
        filled += report.matrix_refills;
    }
    EXPECT_GT(iterations, 100);
    EXPECT_LT(filled, iterations / 3);

    scene.integrator.tolerance = 1e-8;  // takes several iterations a step, for which it fills the matrix anew
    Simulation exact(scene);
    for (int frame = 0; frame < 5; ++frame) static_cast<void>(exact.advance_frame());
    for (int i = 0; i < exact.particle_count(); ++i)
        EXPECT_LT((simulation.positions()[i] - exact.positions()[i]).norm(), 1e-3);
}

TEST(LaggedJacobian, GoesFurtherBelowALooseTolerance)
{
    // A matrix of its own would: what a step leaves is then about the same with either.
    SceneDescription scene = testing::hanging(8);
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = 1e-3;
    scene.integrator.tolerance = 0.1;
    Simulation simulation(scene);
    int with_kept = 0;
    for (int step = 0; step < 300; ++step) {
        const StepReport report = simulation.step();
        ASSERT_EQ(report.status, StepStatus::ok);
        if (report.nonlinear_iterations == 0 || report.matrix_refills > 0) continue;
        ++with_kept;
        EXPECT_LE(report.residual, 0.1 * scene.integrator.tolerance) << step;
    }
    EXPECT_GT(with_kept, 30);
}

TEST(ChangingModuli, ImexUpdatesAndNewtonAgree)
{
    const std::vector<CurvePoint> curve{{-0.5, -5}, {0, 0}, {0.01, 0.5}, {0.05, 10}};
    SceneDescription scene = stiffening_cloth("imex-euler", curve);
    scene.integrator.update = UpdateKind::accelerated;
    scene.integrator.max_iterations = 5000;
    Simulation imex(scene);
    scene.integrator.method = "backward-euler";
    Simulation newton(scene);
    static_cast<void>(refills(imex, 4));
    static_cast<void>(refills(newton, 4));
    for (int i = 0; i < imex.particle_count(); ++i)
        EXPECT_LT((imex.positions()[i] - newton.positions()[i]).norm(), 1e-7);
}

}  // namespace
}  // namespace tulle
