#include "integrators/implicit_euler.hpp"

#include "support/random_state.hpp"
#include "support/spring_system.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

/// A 5 x 5 cloth hanging from a corner, crumpled and moving: large rotations and compression in one step.
testing::SpringSystem moving_cloth(double stiffness, DampingKind damping)
{
    const ClothMesh mesh =
        make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {5, 5}, .center = Vec3::Zero()});
    SpringSettings settings;
    settings.stretch_stiffness = stiffness;
    settings.shear_stiffness = stiffness;
    settings.bending_stiffness = 0.01 * stiffness;
    settings.stretch_damping = 0.05;
    settings.damping_kind = damping;
    testing::RandomVectors random(11);
    std::vector<Vec3> x = mesh.positions;
    for (Vec3& p : x) p += random.vector(0.02);
    testing::SpringSystem system(x, std::vector<double>(x.size(), 0.01), mesh.springs, settings, {0}, {0, 0, -9.81});
    system.state.velocity = random.vectors(x.size());
    system.state.velocity[0].setZero();
    system.state.previous_velocity = system.state.velocity;
    return system;
}

/// Norm of M(v+ - v) - h f(x+, v+) over free particles [N s], from what the step left behind.
double true_residual(testing::SpringSystem& system, const std::vector<Vec3>& v_before, double h)
{
    const ParticleState& state = system.state;
    std::vector<Vec3> f(state.size());
    system.forces->force(state.position, state.velocity, f);
    double sum = 0;
    for (std::size_t i = 1; i < state.size(); ++i)
        sum += (state.mass[i] * (state.velocity[i] - v_before[i]) - h * f[i]).squaredNorm();
    return std::sqrt(sum);
}

/// What a step's tolerance is relative to: |M v| + h |f| at its start [N s].
double residual_scale(testing::SpringSystem& system, double h)
{
    const ParticleState& state = system.state;
    std::vector<Vec3> f(state.size());
    system.forces->force(state.position, state.velocity, f);
    double momentum = 0;
    double force = 0;
    for (std::size_t i = 0; i < state.size(); ++i) {
        momentum += (state.mass[i] * state.velocity[i]).squaredNorm();
        force += f[i].squaredNorm();
    }
    return std::sqrt(momentum) + h * std::sqrt(force);
}

struct Case {
    const char* method;
    UpdateKind update;
    double stiffness;  // N/m; h^2 K/m is about 0.08 times this
    DampingKind damping;
};

class ConvergedStep : public ::testing::TestWithParam<Case> {};

TEST_P(ConvergedStep, SolvesTheFullNonLinearEquationAsTheToleranceFalls)
{
    const Case& c = GetParam();
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
        testing::SpringSystem system = moving_cloth(c.stiffness, c.damping);
        IntegratorSettings settings;
        settings.method = c.method;
        settings.update = c.update;
        settings.tolerance = tolerance;
        settings.max_iterations = 20000;
        system.use(settings);
        const std::vector<Vec3> before = system.state.velocity;
        constexpr double h = 0.01;
        // Bare updates measure against EEH00's right-hand side b = A v - R, where stiffness makes A v large.
        const double scale = residual_scale(system, h) * (c.update == UpdateKind::bare ? 10 : 1);
        const StepReport report = system.step(h);
        EXPECT_EQ(report.status, StepStatus::ok);
        EXPECT_LT(true_residual(system, before, h), 1.01 * tolerance * scale)
            << report.nonlinear_iterations << " iterations";
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, ConvergedStep,
                         ::testing::Values(Case{"backward-euler", UpdateKind::none, 100, DampingKind::relative},
                                           Case{"backward-euler", UpdateKind::none, 1e5, DampingKind::projected},
                                           Case{"imex-euler", UpdateKind::bare, 10, DampingKind::relative},
                                           Case{"imex-euler", UpdateKind::bare, 100, DampingKind::projected},
                                           Case{"imex-euler", UpdateKind::accelerated, 10, DampingKind::relative},
                                           Case{"imex-euler", UpdateKind::accelerated, 1000, DampingKind::projected},
                                           Case{"imex-euler", UpdateKind::accelerated, 1e5, DampingKind::relative}));

TEST(ImexEuler, AccelerationNeedsFewerIterationsThanTheBareUpdate)
{
    const auto iterations = [](UpdateKind update) {
        testing::SpringSystem system = moving_cloth(1000, DampingKind::relative);  // q = 0.99
        IntegratorSettings settings;
        settings.update = update;
        settings.tolerance = 1e-6;
        settings.max_iterations = 20000;
        system.use(settings);
        return system.step(0.01).nonlinear_iterations;
    };
    EXPECT_LT(5 * iterations(UpdateKind::accelerated), iterations(UpdateKind::bare));
}

TEST(ImplicitEuler, DirectAndIterativeSolversAgree)
{
    for (const char* method : {"imex-euler", "backward-euler"}) {
        IntegratorSettings settings;
        settings.method = method;
        settings.tolerance = 1e-11;
        SolverSettings direct;
        direct.method = SolverMethod::direct;
        std::vector<Vec3> reference;
        for (const SolverSettings& solver : {direct, SolverSettings{.preconditioner = PreconditionerKind::ic0},
                                             SolverSettings{.preconditioner = PreconditionerKind::multigrid},
                                             SolverSettings{.preconditioner = PreconditionerKind::jacobi},
                                             SolverSettings{.preconditioner = PreconditionerKind::none}}) {
            testing::SpringSystem system = moving_cloth(100, DampingKind::relative);
            system.use(settings, solver);
            for (int k = 0; k < 5; ++k) ASSERT_EQ(system.step(0.01).status, StepStatus::ok);
            if (reference.empty()) reference = system.state.position;
            for (std::size_t i = 0; i < reference.size(); ++i)
                EXPECT_LT((system.state.position[i] - reference[i]).norm(), 1e-8) << method;
        }
    }
}

TEST(ImplicitEuler, SaysWhenItRunsOutOfIterations)
{
    testing::SpringSystem system = moving_cloth(1000, DampingKind::relative);
    IntegratorSettings settings;
    settings.update = UpdateKind::bare;
    settings.tolerance = 1e-9;
    settings.max_iterations = 3;
    system.use(settings);
    const StepReport report = system.step(0.01);
    EXPECT_EQ(report.status, StepStatus::not_converged);
    EXPECT_EQ(report.nonlinear_iterations, 3);
    EXPECT_GT(report.residual, settings.tolerance);
}

TEST(ImplicitEuler, EveryTreatmentOfCompressionReachesTheSameStep)
{
    // The treatment is in the Jacobian only; the equation solved stays the same.
    std::vector<Vec3> reference;
    for (const JacobianTreatment treatment :
         {JacobianTreatment::clamped, JacobianTreatment::damped, JacobianTreatment::exact}) {
        testing::SpringSystem system = moving_cloth(100, DampingKind::relative);
        IntegratorSettings settings;
        settings.method = "backward-euler";
        settings.tolerance = 1e-11;
        settings.jacobian = treatment;
        system.use(settings);
        ASSERT_EQ(system.step(0.01).status, StepStatus::ok);
        if (reference.empty()) reference = system.state.position;
        for (std::size_t i = 0; i < reference.size(); ++i)
            EXPECT_LT((system.state.position[i] - reference[i]).norm(), 1e-9);
    }
}

}  // namespace
}  // namespace tulle
