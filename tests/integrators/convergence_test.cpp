// Every method meets the order it declares on a grid of springs that turn, stretch and are damped, against a trajectory
// of SUNDIALS CVODE.

#include "analysis/reference_solution.hpp"
#include "integrators/imex_formulas.hpp"
#include "support/swinging_grid.hpp"

#include <tulle/choices.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

namespace tulle {
namespace {

ParticleState solution(const testing::GridOptions& options)
{
    testing::SpringSystem system = testing::swinging_grid(options);
    solve_reference(*system.forces, system.state.mass, system.constraints->filter().fixed, system.state.position,
                    system.state.velocity, testing::swinging_time);
    return system.state;
}

const ParticleState& reference()
{
    static const ParticleState state = solution({});
    return state;
}

const ParticleState& shaken_reference()
{
    static const ParticleState state = solution({.shaken = true});
    return state;
}

struct Errors {
    double position = 0;  // m, root of the sum of squares
    double velocity = 0;  // m/s
};

Errors errors_of(const ParticleState& state, const ParticleState& exact = reference())
{
    double x = 0;
    double v = 0;
    for (std::size_t i = 0; i < state.size(); ++i) {
        x += (state.position[i] - exact.position[i]).squaredNorm();
        v += (state.velocity[i] - exact.velocity[i]).squaredNorm();
    }
    return {std::sqrt(x), std::sqrt(v)};
}

struct Method {
    std::string label;
    IntegratorSettings settings;
    int steps = 400;  // of the coarser run: where its order shows
};

void PrintTo(const Method& method, std::ostream* out) { *out << method.label; }

std::vector<Method> fixed_step_methods()
{
    // Fewer steps where the error would fall to that of rounding.
    const std::map<std::string_view, int> steps{{"rk4", 100}, {"cash-karp", 50}, {"sbdf3", 400}, {"sbdf4", 400}};
    std::vector<Method> methods;
    const auto add = [&](const std::string& label, const IntegratorChoice& choice, NewtonKind newton,
                         UpdateKind update) {
        Method method;
        method.label = label;
        std::replace(method.label.begin(), method.label.end(), '-', '_');
        method.settings.method = choice.name;
        method.settings.newton = newton;
        method.settings.update = update;
        method.settings.tolerance = 1e-13;
        if (const auto found = steps.find(choice.name); found != steps.end()) method.steps = found->second;
        if (choice.order == 1) method.steps = 1600;
        // Where any error will do, every step is as long as it may be.
        if (choice.controls_error) method.settings.relative_tolerance = 1e9;
        methods.push_back(method);
    };
    for (const IntegratorChoice& choice : integrator_choices()) {
        const std::string name(choice.name);
        if (name == "bulirsch-stoer") continue;  // has no one order
        add(name, choice, NewtonKind::converged, UpdateKind::accelerated);
        if (name == "backward-euler") add(name + "_once", choice, NewtonKind::once, UpdateKind::automatic);
        if (name == "imex-euler") add(name + "_auto", choice, NewtonKind::converged, UpdateKind::automatic);
        if (name == "imex-euler") add(name + "_bare", choice, NewtonKind::converged, UpdateKind::bare);
        if (name == "imex-euler") add(name + "_none", choice, NewtonKind::converged, UpdateKind::none);
    }
    return methods;
}

Errors run(const IntegratorSettings& settings, int steps, int restart_after = -1)
{
    testing::SpringSystem system = testing::swinging_grid();
    system.use(settings, testing::precise_solver());
    for (int k = 0; k < steps; ++k) {
        if (k == restart_after) system.integrator->restart();
        static_cast<void>(system.step(testing::swinging_time / steps));
    }
    return errors_of(system.state);
}

class EveryMethod : public ::testing::TestWithParam<Method> {};

void expect_order(const Errors& coarse, const Errors& fine, int order)
{
    EXPECT_NEAR(std::log2(coarse.position / fine.position), order, 0.1) << coarse.position << ' ' << fine.position;
    EXPECT_NEAR(std::log2(coarse.velocity / fine.velocity), order, 0.1) << coarse.velocity << ' ' << fine.velocity;
}

TEST_P(EveryMethod, ConvergesAtTheOrderItDeclares)
{
    const auto& [label, settings, steps] = GetParam();
    testing::SpringSystem system = testing::swinging_grid();
    system.use(settings);
    EXPECT_EQ(system.integrator->name(), settings.method);
    expect_order(run(settings, steps), run(settings, 2 * steps), system.integrator->order());
}

TEST_P(EveryMethod, KeepsItsOrderAfterARestart)
{
    const auto& [label, settings, steps] = GetParam();
    testing::SpringSystem system = testing::swinging_grid();
    system.use(settings);
    expect_order(run(settings, steps, steps / 2), run(settings, 2 * steps, steps), system.integrator->order());
}

Errors run_shaken(const IntegratorSettings& settings, int steps)
{
    testing::SpringSystem system = testing::swinging_grid({.shaken = true});
    system.use(settings, testing::precise_solver());
    for (int k = 0; k < steps; ++k) static_cast<void>(system.step(testing::swinging_time / steps));
    return errors_of(system.state, shaken_reference());
}

TEST_P(EveryMethod, KeepsItsOrderWhenForcesChangeWithTime)
{
    const auto& [label, settings, steps] = GetParam();
    testing::SpringSystem system = testing::swinging_grid();
    system.use(settings);
    expect_order(run_shaken(settings, steps), run_shaken(settings, 2 * steps), system.integrator->order());
}

/// Steps of 2/3 and 4/3 of the mean take turns, or the second half of the time has steps half as long.
Errors run_uneven(const IntegratorSettings& settings, int steps, bool alternating)
{
    testing::SpringSystem system = testing::swinging_grid();
    system.use(settings, testing::precise_solver());
    const double h = testing::swinging_time / steps;
    for (int k = 0; k < steps; ++k) {
        if (alternating) {
            static_cast<void>(system.step(k % 2 == 0 ? 2 * h / 3 : 4 * h / 3));
        } else if (k < steps / 2) {
            static_cast<void>(system.step(h));
        } else {
            static_cast<void>(system.step(0.5 * h));
            static_cast<void>(system.step(0.5 * h));
        }
    }
    return errors_of(system.state);
}

TEST_P(EveryMethod, KeepsItsOrderWhenTheStepChanges)
{
    const auto& [label, settings, steps] = GetParam();
    testing::SpringSystem system = testing::swinging_grid();
    system.use(settings);
    const int order = system.integrator->order();
    expect_order(run_uneven(settings, steps, false), run_uneven(settings, 2 * steps, false), order);
    // Multistep formulas other than these start anew at every change and are left with the order of their start.
    const auto formulas = imex_formulas();
    const bool starts_anew = std::any_of(formulas.begin(), formulas.end(), [&](const ImexFormula& formula) {
        return formula.name == settings.method && !formula.takes_variable_steps();
    });
    if (!starts_anew) expect_order(run_uneven(settings, steps, true), run_uneven(settings, 2 * steps, true), order);
}

TEST_P(EveryMethod, DeclaresInItsListingWhatItDoes)
{
    const IntegratorSettings& settings = GetParam().settings;
    const auto choices = integrator_choices();
    const auto choice = std::find_if(choices.begin(), choices.end(),
                                     [&](const IntegratorChoice& c) { return c.name == settings.method; });
    ASSERT_NE(choice, choices.end());
    testing::SpringSystem system = testing::swinging_grid();
    system.use(settings);
    EXPECT_EQ(system.integrator->order(), choice->order);
    EXPECT_EQ(system.integrator->controls_error(), choice->controls_error);
    static_cast<void>(system.step(1e-3));
    if (choice->can.adaptive) {
        EXPECT_GT(system.integrator->local_error(1).order, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, ::testing::ValuesIn(fixed_step_methods()),
                         [](const auto& method_info) { return method_info.param.label; });

}  // namespace
}  // namespace tulle
