// imex-euler with update = "limited": a given number of updates, whatever residual they leave.

#include "support/random_state.hpp"
#include "support/spring_system.hpp"

#include <Eigen/Cholesky>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

struct LimitedUpdates : ::testing::Test {
    static constexpr double h = 0.01;         // s
    static constexpr double stiffness = 200;  // N/m
    static constexpr double mass = 0.01;      // kg, of a particle
    static inline const Vec3 gravity{0, 0, -9.81};

    struct ClothOfSprings {
        std::vector<Spring> springs;
        testing::SpringSystem system;
    };

    /// A crumpled cloth of 5 x 5 on two pins, which nothing has pulled at before but gravity.
    static ClothOfSprings moving_cloth()
    {
        const ClothMesh mesh =
            make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {5, 5}, .center = Vec3::Zero()});
        SpringSettings settings;
        settings.stretch_stiffness = settings.shear_stiffness = settings.bending_stiffness = stiffness;
        settings.stretch_damping = settings.shear_damping = settings.bending_damping = 0;
        testing::RandomVectors random(21);
        std::vector<Vec3> x = mesh.positions;
        for (Vec3& p : x) p += random.vector(0.02);
        ClothOfSprings cloth{mesh.springs, testing::SpringSystem(x, std::vector<double>(x.size(), mass), mesh.springs,
                                                                 settings, {0, 4}, gravity)};
        ParticleState& state = cloth.system.state;
        state.velocity = random.vectors(x.size());
        for (const int pinned : {0, 4}) state.velocity[pinned].setZero();
        for (std::size_t i = 0; i < x.size(); ++i) state.previous_velocity[i] = state.velocity[i] - h * gravity;
        state.previous_step = h;
        return cloth;
    }

    static IntegratorSettings limited(int updates)
    {
        IntegratorSettings settings;
        settings.update = UpdateKind::limited;
        settings.updates = updates;
        return settings;
    }

    static SolverSettings direct()
    {
        SolverSettings solver;
        solver.method = SolverMethod::direct;
        return solver;
    }

    /// |M(v+ - v) - h f(x+, v+)| over free particles [N s].
    static double residual_after(const ClothOfSprings& cloth, const std::vector<Vec3>& v_before)
    {
        const ParticleState& state = cloth.system.state;
        std::vector<Vec3> f(state.size());
        cloth.system.forces->force(state.position, state.velocity, f);
        double sum = 0;
        for (std::size_t i = 0; i < state.size(); ++i)
            if (state.inverse_mass[i] > 0)
                sum += (state.mass[i] * (state.velocity[i] - v_before[i]) - h * f[i]).squaredNorm();
        return std::sqrt(sum);
    }

    /// After one step with so many updates.
    static double residual_of(int updates, const SolverSettings& solver)
    {
        ClothOfSprings cloth = moving_cloth();
        cloth.system.use(limited(updates), solver);
        const std::vector<Vec3> before = cloth.system.state.velocity;
        const StepReport report = cloth.system.step(h);
        EXPECT_EQ(report.status, StepStatus::ok);
        EXPECT_EQ(report.nonlinear_iterations, updates);
        return residual_after(cloth, before);
    }

    /// A particle between two pins on springs that are a tenth longer than at rest, out of line.
    static testing::SpringSystem taut_string(double k, double out)
    {
        SpringSettings settings;
        settings.stretch_stiffness = k;
        settings.stretch_damping = 0;
        constexpr double rest = 1 / 1.1;  // m
        return testing::SpringSystem(
            {Vec3(-1, 0, 0), Vec3(0, 0, out), Vec3(1, 0, 0)}, {1, 1, 1},
            {Spring{0, 1, rest, SpringKind::structural}, Spring{1, 2, rest, SpringKind::structural}}, settings, {0, 2},
            Vec3::Zero());
    }
};

TEST_F(LimitedUpdates, OneIsAStepOfTheLocalGlobalMethod)
{
    // Liu, Bargteil, O'Brien and Kavan 2013, from free motion: springs keep the directions that they have there, and
    //     (M + h^2 L) x = M y + h^2 sum k rest_length u,    y = x + h v + h^2 g.
    ClothOfSprings cloth = moving_cloth();
    ParticleState& state = cloth.system.state;
    const int n = static_cast<int>(state.size());
    std::vector<Vec3> y = state.position;
    for (int i = 0; i < n; ++i)
        if (state.inverse_mass[i] > 0) y[i] += h * state.velocity[i] + h * h * gravity;
    Eigen::MatrixXd A = mass * Eigen::MatrixXd::Identity(n, n);
    Eigen::MatrixXd b(n, 3);
    for (int i = 0; i < n; ++i) b.row(i) = mass * y[i].transpose();
    const double weight = h * h * stiffness;
    for (const Spring& s : cloth.springs) {
        A(s.i, s.i) += weight;
        A(s.j, s.j) += weight;
        A(s.i, s.j) -= weight;
        A(s.j, s.i) -= weight;
        const Vec3 rest = s.rest_length * (y[s.i] - y[s.j]).normalized();
        b.row(s.i) += weight * rest.transpose();
        b.row(s.j) -= weight * rest.transpose();
    }
    for (const int pinned : {0, 4}) {
        A.row(pinned).setZero();
        A(pinned, pinned) = 1;
        b.row(pinned) = y[pinned].transpose();
    }
    const Eigen::MatrixXd x = A.partialPivLu().solve(b);

    cloth.system.use(limited(1), direct());
    const std::vector<Vec3> start = state.position;
    ASSERT_EQ(cloth.system.step(h).status, StepStatus::ok);
    double way = 0;
    for (int i = 0; i < n; ++i) way = std::max(way, (state.position[i] - start[i]).norm());
    for (int i = 0; i < n; ++i)  // a factor in single precision
        EXPECT_LT((state.position[i] - x.row(i).transpose()).norm(), 1e-5 * way) << i;
}

TEST_F(LimitedUpdates, MoreOfThemComeNearerToTheSolution)
{
    double last = std::numeric_limits<double>::infinity();
    for (const int updates : {1, 3, 10, 30}) {
        const double residual = residual_of(updates, direct());
        EXPECT_LT(residual, 0.5 * last) << updates;
        last = residual;
    }
    EXPECT_LT(residual_of(200, direct()), 1e-10 * residual_of(1, direct())) << "and reach it";
}

TEST_F(LimitedUpdates, IterativeSolversLeaveAboutAsMuch)
{
    SolverSettings cg;
    cg.method = SolverMethod::cg;
    cg.preconditioner = PreconditionerKind::ic0;
    for (const int updates : {1, 3}) {
        const double exact = residual_of(updates, direct());
        EXPECT_NEAR(residual_of(updates, cg), exact, 0.1 * exact) << updates;
    }
}

TEST_F(LimitedUpdates, OneMovesAStringAsTheoryHasIt)
{
    // Across, the string has the stiffness 2 k (1 - 1/1.1), and the matrix believes 2 k. With K and A of one step, h^2
    // times these and with the mass, free motion y = 2 x - x_before and the change c that springs made to it,
    //     c+ = (1 - (1 + K)/A) c/2 - K/A y,    x+ = y + c+
    // (docs/theory/implicit-euler.md), which fades by a hundredth per step and never grows.
    for (const double believed : {1.0, 100.0, 1e4}) {
        constexpr double out = 1e-4;  // m; so little that the string does not feel that it is longer
        testing::SpringSystem system = taut_string(believed / (2 * h * h), out);
        system.use(limited(1), direct());
        const double A = 1 + believed, K = believed * (1 - 1 / 1.1);
        double x = out, x_before = out, c = 0;
        for (int step = 0; step < 200; ++step) {
            ASSERT_EQ(system.step(h).status, StepStatus::ok);
            const double y = 2 * x - x_before;
            c = (1 - (1 + K) / A) * c / 2 - K / A * y;
            x_before = x;
            x = y + c;
            ASSERT_NEAR(system.state.position[1].z(), x, 1e-3 * out) << believed << ", step " << step;
        }
        EXPECT_NE(x, 0);
    }
}

TEST_F(LimitedUpdates, NeverGiveAStringEnergy)
{
    for (const int updates : {1, 2, 3, 5, 10})
        for (const double ratio : {0.1, 1.0, 10.0, 1e3, 1e5}) {
            testing::SpringSystem system = taut_string(ratio / (2 * h * h), 0.01);
            system.use(limited(updates), direct());
            double highest = 0;
            for (int step = 0; step < 2000; ++step) {
                ASSERT_EQ(system.step(h).status, StepStatus::ok);
                highest = std::max(highest, std::abs(system.state.position[1].z()));
            }
            EXPECT_LT(highest, 0.0102) << updates << " updates, " << ratio;
        }
}

}  // namespace
}  // namespace tulle
