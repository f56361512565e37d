#include "integrators/integrator.hpp"

#include "integrators/bdf2.hpp"
#include "integrators/error_control.hpp"
#include "integrators/explicit_methods.hpp"
#include "integrators/filtered_steps.hpp"
#include "integrators/imex_multistep.hpp"
#include "integrators/implicit_euler.hpp"
#include "integrators/implicit_midpoint.hpp"
#include "integrators/odeint_methods.hpp"
#include "integrators/symplectic_euler.hpp"

#include <tulle/choices.hpp>
#include <tulle/error.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace tulle {
namespace {

using enum IntegratorFamily;

constexpr bool controls_error = true, fixed_steps = false;
constexpr int varying_order = 0;

// `tulle list integrators` explains these words below its table.
constexpr std::string_view any_step = "any; longer ones damp more";
constexpr std::string_view turns_slowly = "any, but cloth turns too slowly at more than 1/w";
constexpr std::string_view two_over_w = "shorter than 2/w, and shorter still with damping";
constexpr std::string_view as_error_asks = "found by the method; very many where springs are stiff";

constexpr std::array all_integrators{
    IntegratorChoice{"imex-euler",
                     imex_method,
                     1,
                     fixed_steps,
                     any_step,
                     "the default: cloth of any stiffness that drapes and comes to rest, contacts included; solves a "
                     "step by updates with one constant matrix (EEH00), or by Newton's method where those crawl",
                     {.adaptive = true, .iterates = true, .updates = true, .barriers = true}},
    IntegratorChoice{"backward-euler",
                     implicit_method,
                     1,
                     fixed_steps,
                     any_step,
                     "the same cloth and the same result, by Newton's method alone",
                     {.adaptive = true, .iterates = true, .newton_kinds = true, .barriers = true}},
    IntegratorChoice{"bdf2",
                     implicit_method,
                     2,
                     fixed_steps,
                     "any; only unresolved vibrations are damped",
                     "cloth of any stiffness that should go on swinging: at the cost of backward-euler, but hardly "
                     "damped",
                     {.adaptive = true, .iterates = true, .barriers = true}},
    IntegratorChoice{"implicit-midpoint",
                     implicit_method,
                     2,
                     fixed_steps,
                     "any while springs turn slowly, else shorter ones; nothing is damped",
                     "motion whose energy should last, few contacts: stiff springs go on ringing",
                     {.adaptive = true, .iterates = true}},
    IntegratorChoice{
        "sbdf1",
        imex_method,
        1,
        fixed_steps,
        "any, but stiff cloth nearly stands still",
        "comparison with EEH00, whose plain step it is: imex-euler without updates; adaptive steps become very many "
        "where springs are stiff, with ten times backward-euler's error still",
        {.adaptive = true}},
    IntegratorChoice{"sbdf2",
                     imex_method,
                     2,
                     fixed_steps,
                     turns_slowly,
                     "comparison with EEH00: one linear system a step, always with the same matrix; verlet is cheaper "
                     "and more exact at the steps that it needs",
                     {.adaptive = true}},
    IntegratorChoice{"sbdf3", imex_method, 3, fixed_steps, "shorter than about 0.3/w",
                     "comparison, as sbdf2; smooth motion of soft cloth"},
    IntegratorChoice{"sbdf4", imex_method, 4, fixed_steps, "shorter than about 0.3/w",
                     "comparison, as sbdf2; smooth motion of soft cloth"},
    IntegratorChoice{"cnab", imex_method, 2, fixed_steps, turns_slowly,
                     "comparison, as sbdf2; hardly damps, so the scene must"},
    IntegratorChoice{"mcnab", imex_method, 2, fixed_steps, turns_slowly,
                     "comparison, as sbdf2; damps stiff springs that ring a little"},
    IntegratorChoice{"cnlf", imex_method, 2, fixed_steps, "any without damping, short ones with it: it makes it grow",
                     "comparison, as sbdf2; cloth without damping"},
    IntegratorChoice{"symplectic-euler",
                     explicit_method,
                     1,
                     fixed_steps,
                     two_over_w,
                     "soft cloth in small steps: the cheapest of all steps, and energy is kept well",
                     {.stable_steps = true}},
    IntegratorChoice{"verlet",
                     explicit_method,
                     2,
                     fixed_steps,
                     two_over_w,
                     "soft cloth or few particles, exact motion: nearly as cheap, energy is kept well",
                     {.stable_steps = true}},
    IntegratorChoice{"rk4",
                     explicit_method,
                     4,
                     fixed_steps,
                     "shorter than 2.8/w",
                     "soft cloth to high accuracy, in equal steps",
                     {.stable_steps = true}},
#ifdef TULLE_HAS_BOOST
    IntegratorChoice{"cash-karp", explicit_method, 5, controls_error, as_error_asks,
                     "soft cloth to a tolerance that you give (EWS96)"},
    IntegratorChoice{"bulirsch-stoer", explicit_method, varying_order, controls_error, as_error_asks,
                     "smooth motion to very small tolerances (EWS96); its order varies"},
#endif
    IntegratorChoice{"forward-euler", explicit_method, 1, fixed_steps, "none, unless damping outweighs its growth",
                     "comparison only"},
};

/// Makes the bare method. A method that applies the filter by itself takes `filter` and sets it to null.
std::unique_ptr<Integrator> make_method(const IntegratorSettings& settings, const SolverSettings& solver,
                                        const ForceField& forces, StageTimes& times, VelocityFilter*& filter)
{
    const std::size_t n = forces.particle_count();
    const std::string& method = settings.method;
    if (method == "imex-euler")
        return std::make_unique<ImplicitEuler>(ImplicitEuler::Kind::imex, settings, solver, forces, times);
    if (method == "backward-euler")
        return std::make_unique<ImplicitEuler>(ImplicitEuler::Kind::backward, settings, solver, forces, times);
    if (method == "bdf2") return std::make_unique<Bdf2>(settings, solver, forces, times);
    if (method == "implicit-midpoint") return std::make_unique<ImplicitMidpoint>(settings, solver, forces, times);
    if (method == "symplectic-euler")
        return std::make_unique<SymplecticEuler>(n, times, std::exchange(filter, nullptr));
    if (method == "forward-euler") return std::make_unique<ForwardEuler>(n, times);
    if (method == "verlet") return std::make_unique<Verlet>(n, times, std::exchange(filter, nullptr));
    if (method == "rk4") return std::make_unique<RungeKutta4>(n, times);
#ifdef TULLE_HAS_BOOST
    if (method == "cash-karp" || method == "bulirsch-stoer")
        return make_odeint_method(settings, n, times, std::exchange(filter, nullptr));
#endif
    for (const ImexFormula& formula : imex_formulas())
        if (method == formula.name) return std::make_unique<ImexMultistep>(formula, solver, forces, times);
    throw InputError(Problem{.key = "integrator.method", .message = "unknown method \"" + method + "\""});
}

/// Returns the solver tolerance of adaptive steps: a tenth of the error tolerance. A larger residual of the solver
/// would count as an error of the step. It could also hide the error of the step: if the solver accepts the guess as it
/// is, the estimate shows no error at all.
double solved_to(const IntegratorSettings& settings)
{
    constexpr double part_of_tolerance = 0.1;
    constexpr double longest_motion = 1;  // m, longest motion of a particle in a step
    constexpr double rounding = 1e-11;    // of residuals relative to the right-hand side
    const double tolerance = settings.relative_tolerance + settings.absolute_tolerance / longest_motion;
    return std::max(part_of_tolerance * tolerance, rounding);
}

}  // namespace

std::string_view name_of(IntegratorFamily family)
{
    switch (family) {
        case explicit_method:
            return "explicit";
        case implicit_method:
            return "implicit";
        case imex_method:
            break;
    }
    return "IMEX";
}

std::span<const IntegratorChoice> integrator_choices() { return all_integrators; }

const IntegratorChoice* find_integrator(std::string_view name)
{
    const auto found = std::ranges::find(all_integrators, name, &IntegratorChoice::name);
    return found == all_integrators.end() ? nullptr : &*found;
}

std::unique_ptr<Integrator> make_integrator(const IntegratorSettings& settings, const SolverSettings& solver,
                                            const ForceField& forces, StageTimes& times, VelocityFilter* filter)
{
    if (!settings.adaptive) {
        std::unique_ptr<Integrator> method = make_method(settings, solver, forces, times, filter);
        if (filter == nullptr) return method;
        return std::make_unique<FilteredSteps>(std::move(method), *filter);
    }
    IntegratorSettings exact = settings;
    exact.tolerance = std::min(exact.tolerance, solved_to(settings));
    SolverSettings exact_solver = solver;
    exact_solver.tolerance = std::min(exact_solver.tolerance, solved_to(settings));
    std::unique_ptr<Integrator> method = make_method(exact, exact_solver, forces, times, filter);
    if (method->controls_error()) return method;
    return std::make_unique<ErrorControl>(std::move(method), settings, forces.particle_count());
}

void predict_velocity(const ParticleState& state, double h, std::span<Vec3> predicted)
{
    const double ratio = state.previous_step > 0 ? h / state.previous_step : 1;
    parallel_for(state.size(), [&](std::size_t i) {
        predicted[i] = state.velocity[i] + ratio * (state.velocity[i] - state.previous_velocity[i]);
    });
}

void advance_velocity(ParticleState& state, double h, std::span<const Vec3> v)
{
    parallel_for(state.size(), [&](std::size_t i) {
        state.previous_velocity[i] = state.velocity[i];
        state.velocity[i] = v[i];
    });
    state.previous_step = h;
}

}  // namespace tulle
