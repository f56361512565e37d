#include "analysis/reference_solution.hpp"

#include "support/random_state.hpp"
#include "support/spring_system.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

using testing::SpringSystem;

std::span<const unsigned char> fixed_of(const SpringSystem& system) { return system.constraints->filter().fixed; }

ReferenceReport solve(SpringSystem& system, double duration, const ReferenceOptions& options = {})
{
    return solve_reference(*system.forces, system.state.mass, fixed_of(system), system.state.position,
                           system.state.velocity, duration, options);
}

/// A grid of springs that tumbles and stretches: far from linear, without damping.
SpringSystem tumbling_grid(const std::vector<int>& pinned)
{
    constexpr int side = 4;
    testing::RandomVectors random(7);
    std::vector<Vec3> x;
    std::vector<Spring> springs;
    for (int b = 0; b < side; ++b)
        for (int a = 0; a < side; ++a) {
            const int i = a + side * b;
            x.push_back(0.1 * Vec3(a, b, 0) + random.vector(0.02));
            if (a + 1 < side) springs.push_back({i, i + 1, 0.1, SpringKind::structural});
            if (b + 1 < side) springs.push_back({i, i + side, 0.1, SpringKind::structural});
        }
    SpringSettings settings;
    settings.stretch_stiffness = 100;
    settings.stretch_damping = 0;
    SpringSystem grid(x, std::vector<double>(x.size(), 0.01), springs, settings, pinned, {0, 0, -9.81});
    for (Vec3& v : grid.state.velocity) v = random.vector(0.5);
    return grid;
}

double energy(SpringSystem& system)
{
    double sum = system.forces->energy(system.state.position);
    for (std::size_t i = 0; i < system.state.size(); ++i)
        sum += 0.5 * system.state.mass[i] * system.state.velocity[i].squaredNorm();
    return sum;
}

TEST(ReferenceSolution, IsTheDampedOscillation)
{
    constexpr double k = 40, d = 0.05, m = 0.02, start = 0.1;  // N/m, N s/m, kg, m beyond the rest length of 1 m
    SpringSettings settings;
    settings.stretch_stiffness = k;
    settings.stretch_damping = d;
    SpringSystem system({Vec3::Zero(), Vec3(0, 0, 1 + start)}, {m, m}, {Spring{0, 1, 1.0, SpringKind::structural}},
                        settings, {0}, Vec3::Zero());
    constexpr double t = 1.3;
    solve(system, t);

    const double decay = d / (2 * m), omega = std::sqrt(k / m - decay * decay);
    const double c = std::cos(omega * t), s = std::sin(omega * t), envelope = start * std::exp(-decay * t);
    EXPECT_NEAR(system.state.position[1].z(), 1 + envelope * (c + decay / omega * s), 1e-10);
    EXPECT_NEAR(system.state.velocity[1].z(), -envelope * (omega + decay * decay / omega) * s, 1e-10 * omega);
    EXPECT_EQ(system.state.position[0], Vec3::Zero());
}

/// x is an angle: x'' = -(g/l) sin x in every coordinate.
class PendulumForce final : public Force {
public:
    explicit PendulumForce(double g_over_l) : g_over_l_(g_over_l) {}
    [[nodiscard]] std::string_view name() const override { return "pendulum"; }
    [[nodiscard]] double energy(std::span<const Vec3>) override { return 0; }
    void add_force(std::span<const Vec3> x, std::span<const Vec3>, std::span<Vec3> f) override
    {
        for (std::size_t i = 0; i < x.size(); ++i) f[i] -= g_over_l_ * x[i].array().sin().matrix();
    }
    void add_jacobian(std::span<const Vec3>, std::span<const Vec3>, JacobianTreatment, double, double,
                      Csr<Mat3>&) override
    {}

private:
    double g_over_l_;
};

TEST(ReferenceSolution, SwingsBackAfterTheEllipticPeriod)
{
    constexpr double g_over_l = 9.81;
    std::vector<std::unique_ptr<Force>> forces;
    forces.push_back(std::make_unique<PendulumForce>(g_over_l));
    ForceField field(1, std::move(forces));
    const double angle = 2.0;  // rad: above the horizontal, where the period is nothing like a small swing's
    const double period = 4 / std::sqrt(g_over_l) * std::comp_ellint_1(std::sin(angle / 2));
    std::vector<Vec3> x{Vec3(angle, 0, 0)}, v{Vec3::Zero()};
    solve_reference(field, std::vector{1.0}, std::vector<unsigned char>{0}, x, v, period / 2);
    EXPECT_NEAR(x[0].x(), -angle, 1e-10);
    solve_reference(field, std::vector{1.0}, std::vector<unsigned char>{0}, x, v, period / 2);
    EXPECT_NEAR(x[0].x(), angle, 1e-10);
    EXPECT_NEAR(v[0].x(), 0, 1e-9);
}

TEST(ReferenceSolution, KeepsTheEnergyOfANetAndItsPins)
{
    SpringSystem grid = tumbling_grid({0, 3});
    grid.state.velocity[0] = grid.state.velocity[3] = Vec3::Zero();
    const std::vector<Vec3> start = grid.state.position;
    const double before = energy(grid);
    const ReferenceReport report = solve(grid, 1.0);
    EXPECT_NEAR(energy(grid), before, 1e-9 * std::abs(before));
    EXPECT_EQ(grid.state.position[0], start[0]);
    EXPECT_EQ(grid.state.position[3], start[3]);
    EXPECT_GT((grid.state.position[15] - start[15]).norm(), 0.1);  // it did move
    EXPECT_EQ(report.time, 1.0);
    EXPECT_GE(report.force_evaluations, report.steps);
}

TEST(ReferenceSolution, ComesBackWhenTimeIsReversed)
{
    SpringSystem grid = tumbling_grid({});
    const std::vector<Vec3> start = grid.state.position;
    solve(grid, 0.3);
    for (Vec3& v : grid.state.velocity) v = -v;
    solve(grid, 0.3);
    for (std::size_t i = 0; i < start.size(); ++i) EXPECT_LT((grid.state.position[i] - start[i]).norm(), 1e-9);
}

TEST(ReferenceSolution, SaysWhyItFailed)
{
    SpringSystem grid = tumbling_grid({});
    const std::vector<Vec3> start = grid.state.position;
    ReferenceOptions few;
    few.max_steps = 3;
    try {
        solve(grid, 1.0, few);
        ADD_FAILURE() << "three steps cannot be enough";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("took 3 steps"), std::string::npos) << error.what();
    }
    EXPECT_EQ(grid.state.position, start);

    grid.state.velocity[2].x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(solve(grid, 1.0), std::runtime_error);
}

TEST(ReferenceSolution, EndsWhenAskedTo)
{
    SpringSystem grid = tumbling_grid({});
    ReferenceOptions options;
    double last = 0;
    options.keep_going = [&](double time) {
        EXPECT_GT(time, last);
        last = time;
        return time < 0.1;
    };
    const ReferenceReport report = solve(grid, 1.0, options);
    EXPECT_EQ(report.time, last);
    EXPECT_GE(report.time, 0.1);
    EXPECT_LT(report.time, 0.2);
}

}  // namespace
}  // namespace tulle
