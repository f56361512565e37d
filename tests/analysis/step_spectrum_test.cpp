#include "analysis/step_spectrum.hpp"

#include "analysis/stepped_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

constexpr std::array filter_kinds{FilterKind::plain, FilterKind::averaged, FilterKind::momentum};

double spectral_limit(const SteppedGrid& grid, const std::string& method, double guess)
{
    const LinearForce force(*grid.field, grid.x);
    StepSpectrum spectrum(grid.at_rest(), force, method);
    return find_step_limit(spectrum, guess);
}

TEST(LinearStep, IsThatOfTheMethodItself)
{
    constexpr double small = 1e-7;  // m, and far less than an edge: springs turn by so little
    for (const std::string method : {"symplectic-euler", "verlet", "rk4"}) {
        for (int filter = 0; filter < 4; ++filter) {
            SteppedGrid grid = irregular(alike(100, 0.002));
            if (filter > 0)
                grid.use_filter({.kind = filter_kinds.at(static_cast<std::size_t>(filter) - 1), .lambda = 1});
            const double h = 0.7 * grid.unfiltered();
            testing::SpringSystem system(grid.x, grid.mass, {}, grid.settings, grid.pinned, Vec3::Zero(), nullptr);
            IntegratorSettings integrator;
            integrator.method = method;
            const auto stepper =
                make_integrator(integrator, {}, *grid.field, system.times, grid.filter ? &*grid.filter : nullptr);

            testing::RandomValues random(5);
            Vibration from, to;
            for (std::size_t i = 0; i < grid.x.size(); ++i) {
                from.x.push_back(grid.fixed[i] != 0 ? Vec3(Vec3::Zero()) : random.vector(small));
                from.v.push_back(grid.fixed[i] != 0 ? Vec3(Vec3::Zero()) : random.vector(small / h));
                system.state.position[i] += from.x[i];
                system.state.velocity[i] = from.v[i];
            }
            const LinearForce force(*grid.field, grid.x);
            LinearStep step(grid.at_rest(), force, method);
            std::vector<Vec3> Kx(grid.x.size());
            step.stiffness(from.x, Kx);
            step.take(h, from, Kx, to);
            static_cast<void>(stepper->step(h, h, *grid.field, *system.constraints, system.state));
            // Single precision, some of it lost in sums.
            for (std::size_t i = 0; i < grid.x.size(); ++i) {
                EXPECT_LT((system.state.position[i] - grid.x[i] - to.x[i]).norm(), 1e-5 * small) << method << filter;
                EXPECT_LT((system.state.velocity[i] - to.v[i]).norm(), 1e-5 * small / h) << method << filter;
            }
        }
    }
}

/// Method, filter (0: none), damping over stiffness [s], on a grid.
class SpectralLimits : public ::testing::TestWithParam<std::tuple<std::string, int, double, bool>> {};

TEST(SpectralLimit, GivesThePrintedNumbers)
{
    // They hold to the width of the interval that is left, always on the safe side.
    SteppedGrid grid = unit_grid();
    const double unfiltered = grid.unfiltered();
    for (const Printed& printed : printed_numbers) {
        grid.use_filter({.kind = printed.kind, .lambda = printed.lambda});
        const double ratio = spectral_limit(grid, "symplectic-euler", unfiltered) / unfiltered;
        EXPECT_LT(ratio, printed.truth + 0.002) << printed.lambda;
        EXPECT_GT(ratio, printed.truth * 0.995 - 0.002) << printed.lambda;
    }
}

TEST_P(SpectralLimits, IsWhereRealStepsBeginToGrow)
{
    const auto [method, filter, damping_time, is_grid] = GetParam();
    SteppedGrid grid = is_grid ? cloth_grid(alike(100, damping_time)) : irregular(alike(100, damping_time));
    if (filter > 0) grid.use_filter({.kind = filter_kinds.at(static_cast<std::size_t>(filter) - 1), .lambda = 1});
    // Far guesses on either side lead to the same, up to the width of the interval that is left: 0.7 %.
    const double h = spectral_limit(grid, method, 3 * grid.unfiltered());
    EXPECT_NEAR(spectral_limit(grid, method, 0.5 * grid.unfiltered()), h, 0.007 * h);
    ASSERT_GT(h, 0);
    ASSERT_TRUE(std::isfinite(h));
    // The slow way: growth of 0.2 % in a step is not seen there, 0.1 % not here.
    EXPECT_NEAR(grid.limit(method), h, 0.01 * h);
    EXPECT_LT(grid.growth(method, 0.99 * h), 1e4);
    EXPECT_GT(grid.growth(method, 1.02 * h), 1e6);
}

INSTANTIATE_TEST_SUITE_P(OfMethods, SpectralLimits,
                         ::testing::Combine(::testing::Values("symplectic-euler", "verlet", "rk4"),
                                            ::testing::Values(0, 1, 2, 3), ::testing::Values(0.0, 0.002, 0.02),
                                            ::testing::Bool()));

}  // namespace
}  // namespace tulle
