#include "integrators/step_estimate.hpp"
#include "support/adaptive_methods.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>

namespace tulle {
namespace {

/// Exact states at the ends of steps whose sizes change by the factors of 1, 1.5 and 0.5.
struct Trajectory {
    std::vector<double> h;  // s, from one state to the next
    std::vector<ParticleState> state;
};

Trajectory exact_trajectory(const testing::GridOptions& grid, double h)
{
    constexpr std::array ratios{1.0, 1.0, 1.5, 0.5, 1.5};
    Trajectory trajectory;
    testing::SpringSystem exact = testing::swinging_grid(grid);
    trajectory.state.push_back(exact.state);
    for (int k = 0; k < 20; ++k) {
        h *= ratios[k % ratios.size()];
        testing::follow_reference(exact, h);
        trajectory.h.push_back(h);
        trajectory.state.push_back(exact.state);
    }
    return trajectory;
}

struct Comparison {
    double estimate = 0, error = 0;  // m, of the particle with the largest
};

/// Takes step k, from exact states and with an exact past, so that its error is its own.
Comparison compare(const IntegratorSettings& settings, const testing::GridOptions& grid, const Trajectory& exact,
                   std::size_t k)
{
    testing::SpringSystem system = testing::swinging_grid(grid);
    system.use(settings, testing::precise_solver());
    // The step before, put right afterwards, is the past of a multistep formula.
    system.state = exact.state[k - 1];
    static_cast<void>(system.step(exact.h[k - 1]));
    system.state.position = exact.state[k].position;
    system.state.velocity = exact.state[k].velocity;
    StepStart start(system.state.size());
    start.keep(system.state, system.constraints->contacts());
    static_cast<void>(system.step(exact.h[k]));

    StepReport report;
    StepErrors errors(system.state.size());
    constexpr double at_its_end = 0;  // s that an error of the velocities acts beyond it
    estimate_errors(*system.integrator, start, exact.h[k], *system.forces, *system.constraints, system.state,
                    at_its_end, errors, report);
    double estimate = 0;
    for (std::size_t i = 0; i < system.state.size(); ++i) estimate = std::max(estimate, errors.total(i));
    return {estimate, testing::largest_distance(system.state.position, exact.state[k + 1].position)};
}

class Estimate : public ::testing::TestWithParam<testing::NamedMethod> {
protected:
    static void expect_right(const testing::GridOptions& grid, const Trajectory& exact)
    {
        for (std::size_t k = 1; k + 1 < exact.state.size(); ++k) {
            const auto [estimate, error] = compare(GetParam().settings, grid, exact, k);
            const double ratio = exact.h[k] / exact.h[k - 1];
            EXPECT_LT(estimate, 5 * error) << "step " << k << ", " << ratio << " times as long as the one before";
            EXPECT_GT(estimate, error / 5) << "step " << k << ", " << ratio << " times as long as the one before";
        }
    }
};

TEST_P(Estimate, IsWithinAFactorOfFiveOfTheTrueErrorOfAStep)
{
    static const Trajectory exact = exact_trajectory({}, 1e-3);
    expect_right({}, exact);
}

TEST_P(Estimate, IsWithinAFactorOfFiveWhereSpringsAreHardlyResolved)
{
    // The fastest of them swing at sqrt(8 k/m) = 560 1/s: two steps of 1.5 to 3 ms turn them by a radian or more.
    static const Trajectory exact = exact_trajectory(testing::stiff_grid, 1.5e-3);
    expect_right(testing::stiff_grid, exact);
}

INSTANTIATE_TEST_SUITE_P(Methods, Estimate, ::testing::ValuesIn(testing::adaptive_methods()),
                         [](const auto& method_info) { return method_info.param.label; });

/// Those that are solved by one linear system are not their formula's any more at steps as long as these.
std::vector<testing::NamedMethod> methods_that_solve_their_formula()
{
    std::vector<testing::NamedMethod> methods = testing::adaptive_methods();
    std::erase_if(methods, [](const testing::NamedMethod& method) {
        return method.label.ends_with("once") || method.label.starts_with("sbdf");
    });
    return methods;
}

class StiffEstimate : public Estimate {};

INSTANTIATE_TEST_SUITE_P(Methods, StiffEstimate, ::testing::ValuesIn(methods_that_solve_their_formula()),
                         testing::label_of);

TEST_P(StiffEstimate, IsWithinAFactorOfFiveWhereSpringsAreNotResolvedAtAll)
{
    // A grid that gravity sets going, with springs that swing at up to 5200 1/s; their damping ends that soon.
    constexpr testing::GridOptions grid{.stiffness = 4e4, .damping = 2, .at_rest = true};
    for (const double h : {10 / 5200.0, 26 / 5200.0, 50 / 5200.0}) {  // s, of the first step; 0.7 to 1.7 times later
        static std::map<double, Trajectory> known;
        const auto [found, is_new] = known.try_emplace(h);
        if (is_new) found->second = exact_trajectory(grid, h);
        expect_right(grid, found->second);
    }
}

TEST(StepStart, PutsBackWhatItKept)
{
    testing::SpringSystem system = testing::swinging_grid();
    system.use(testing::settings_of("backward-euler", 1e-3));
    static_cast<void>(system.step(1e-3));
    const ParticleState before = system.state;
    StepStart start(before.size());
    start.keep(system.state, system.constraints->contacts());
    static_cast<void>(system.step(2e-3));
    EXPECT_NE(system.state.position, before.position);
    start.put_back(system.state, system.constraints->contacts());
    EXPECT_EQ(system.state.position, before.position);
    EXPECT_EQ(system.state.velocity, before.velocity);
    EXPECT_EQ(system.state.previous_velocity, before.previous_velocity);
    EXPECT_EQ(system.state.previous_step, before.previous_step);
}

}  // namespace
}  // namespace tulle
