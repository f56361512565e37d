#include "analysis/step_growth.hpp"

#include "analysis/stability.hpp"
#include "forces/springs.hpp"
#include "support/random_values.hpp"
#include "support/spring_system.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

/// Springs at rest and who is near whom: what StepGrowth is asked about, and what then takes real steps.
struct SteppedNet {
    SteppedNet(std::vector<Vec3> positions, std::vector<double> masses, std::vector<Spring> all,
               const SpringSettings& given, std::vector<int> held = {})
        : x(std::move(positions)),
          mass(std::move(masses)),
          springs(std::move(all)),
          settings(given),
          pinned(std::move(held)),
          fixed(x.size(), 0)
    {
        auto force = std::make_unique<Springs>(x.size());
        force->add(springs, 0, settings);
        std::vector<std::unique_ptr<Force>> forces;
        forces.push_back(std::move(force));
        field = std::make_unique<ForceField>(x.size(), std::move(forces));
        for (const int p : pinned) fixed[static_cast<std::size_t>(p)] = 1;
    }

    void use_filter(const FilterSettings& given)
    {
        std::vector<ParticlePair> pairs;
        double length = 0;
        int count = 0;
        for (const Spring& spring : springs) {
            pairs.push_back({spring.i, spring.j});
            if (spring.kind != SpringKind::structural) continue;
            length += spring.rest_length;
            ++count;
        }
        std::vector<double> inverse_mass;
        for (std::size_t i = 0; i < x.size(); ++i) inverse_mass.push_back(fixed[i] != 0 ? 0 : 1 / mass[i]);
        filter.emplace(given, joined(x.size(), pairs), std::vector<double>(x.size(), length / count), inverse_mass);
        filter->weigh(x);
    }

    [[nodiscard]] NetAtRest at_rest() const { return {*field, x, mass, fixed, filter ? &*filter : nullptr}; }
    [[nodiscard]] double unfiltered() const { return symplectic_step_limit(*field, x, mass, fixed); }
    [[nodiscard]] double limit(const std::string& method, double precision = 0.003) const
    {
        StepGrowth growth(at_rest(), method);
        return find_step_limit(growth, unfiltered(), precision);
    }

    /// By what factor the energy of a tiny start has grown, at most, in 10 000 steps with the springs themselves.
    [[nodiscard]] double growth(const std::string& method, double h) const
    {
        testing::SpringSystem system(x, mass, {}, settings, pinned, Vec3::Zero(), nullptr);
        std::optional<VelocityFilter> own = filter;
        IntegratorSettings integrator;
        integrator.method = method;
        const auto method_itself = make_integrator(integrator, {}, *field, system.times, own ? &*own : nullptr);
        testing::RandomValues random(3);
        const auto energy = [&] {
            double sum = field->energy(system.state.position);
            for (std::size_t i = 0; i < x.size(); ++i) sum += 0.5 * mass[i] * system.state.velocity[i].squaredNorm();
            return sum;
        };
        for (std::size_t i = 0; i < x.size(); ++i)
            if (fixed[i] == 0) system.state.velocity[i] = random.vector(1e-9 / h);
        const double start = energy();
        double largest = start;
        for (int step = 0; step < 10000 && largest < 1e8 * start; ++step) {
            static_cast<void>(method_itself->step(h, h, *field, *system.constraints, system.state));
            if (step % 20 == 0) largest = std::max(largest, energy());
        }
        return largest / start;
    }

    std::vector<Vec3> x;
    std::vector<double> mass;
    std::vector<Spring> springs;
    SpringSettings settings;
    std::vector<int> pinned;
    std::vector<unsigned char> fixed;
    std::unique_ptr<ForceField> field;
    std::optional<VelocityFilter> filter;
};

SpringSettings alike(double k, double damping_time)
{
    SpringSettings settings;
    settings.stretch_stiffness = settings.shear_stiffness = settings.bending_stiffness = k;
    settings.stretch_damping = settings.shear_damping = settings.bending_damping = damping_time * k;
    return settings;
}

/// PHYSICS section 6: 12 x 12 particles of equal mass at unit distance, structural springs and both diagonals, k/m = 1.
SteppedNet unit_grid()
{
    const ClothMesh mesh =
        make_cloth_mesh(GridDescription{.size = {11, 11}, .particles = {12, 12}, .center = Vec3::Zero()});
    std::vector<Spring> springs;
    for (const Spring& spring : mesh.springs)
        if (spring.kind != SpringKind::bending) springs.push_back(spring);
    return {mesh.positions, std::vector<double>(mesh.positions.size(), 1.0), springs, alike(1, 0)};
}

struct Printed {
    FilterKind kind;
    double lambda;
    double paper, truth;  // relative to no filter
};
constexpr std::array physics_numbers{
    Printed{FilterKind::plain, 1, 1.885, 1.623}, Printed{FilterKind::plain, 2, 1.500, 1.281},
    Printed{FilterKind::plain, 3, 1.152, 1.079}, Printed{FilterKind::averaged, 1, 1.396, 1.215},
    Printed{FilterKind::averaged, 2, 1.179, 1.093}};

TEST(StepGrowth, GivesTheNumbersOfThePhysics)
{
    SteppedNet net = unit_grid();
    const double unfiltered = net.unfiltered();
    EXPECT_NEAR(net.limit("symplectic-euler", 2e-4), unfiltered, 1e-3 * unfiltered);
    EXPECT_NEAR(paper_step_limit(net.at_rest()), unfiltered, 1e-4 * unfiltered);
    for (const Printed& printed : physics_numbers) {
        net.use_filter({.kind = printed.kind, .lambda = printed.lambda});
        EXPECT_NEAR(paper_step_limit(net.at_rest()) / unfiltered, printed.paper, 0.002) << printed.lambda;
        EXPECT_NEAR(net.limit("symplectic-euler", 2e-4) / unfiltered, printed.truth, 0.002) << printed.lambda;
    }
}

TEST(StepGrowth, OfRungeKuttaIsRootEight)
{
    const SteppedNet net = unit_grid();
    EXPECT_NEAR(net.limit("rk4") / net.unfiltered(), std::sqrt(2.0), 0.006);
}

TEST(StepGrowth, OfForwardEulerIsDampingOverStiffness)
{
    // h <= c/k where every mode vibrates: strongly damped, that it shows soon
    SpringSettings settings = alike(1, 0.3);
    settings.damping_kind = DampingKind::projected;
    const SteppedNet grid = unit_grid();
    const SteppedNet net(grid.x, grid.mass, grid.springs, settings);
    EXPECT_NEAR(net.limit("forward-euler") / 0.3, 1, 0.02);
}

/// The net of a triangle mesh without any order: jittered places, lengths and masses that vary.
SteppedNet irregular(const SpringSettings& settings)
{
    const ClothMesh mesh =
        make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {5, 5}, .center = Vec3::Zero()});
    testing::RandomValues random(11);
    std::vector<Vec3> x = mesh.positions;
    for (Vec3& place : x) place += random.vector(0.06);
    std::vector<double> mass;
    for (const double area : mesh.areas) mass.push_back(0.2 * area * random.number(0.5, 2));
    std::vector<Spring> springs = mesh.springs;
    for (Spring& spring : springs)
        spring.rest_length = (x[static_cast<std::size_t>(spring.i)] - x[static_cast<std::size_t>(spring.j)]).norm();
    return {x, mass, springs, settings, {0, 4}};
}

class TrueLimit : public ::testing::TestWithParam<std::tuple<std::string, int, double>> {};

TEST_P(TrueLimit, IsWhereRealStepsBeginToGrow)
{
    const auto [method, filter, damping_time] = GetParam();
    SteppedNet net = irregular(alike(100, damping_time));
    constexpr std::array kinds{FilterKind::plain, FilterKind::averaged, FilterKind::momentum};
    if (filter > 0) net.use_filter({.kind = kinds.at(static_cast<std::size_t>(filter) - 1), .lambda = 1});
    const double h = net.limit(method);
    ASSERT_GT(h, 0);
    ASSERT_TRUE(std::isfinite(h));
    EXPECT_LT(net.growth(method, 0.99 * h), 1e4);
    EXPECT_GT(net.growth(method, 1.02 * h), 1e6);
}

INSTANTIATE_TEST_SUITE_P(OfMethods, TrueLimit,
                         ::testing::Combine(::testing::Values("symplectic-euler", "verlet", "rk4"),
                                            ::testing::Values(0, 1, 2, 3), ::testing::Values(0.0, 0.002)));

}  // namespace
}  // namespace tulle
