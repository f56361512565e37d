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

/// What the bare methods are made from.
struct MethodParts {
    const IntegratorSettings& settings;
    const SolverSettings& solver;
    const ForceField& forces;
    StageTimes& times;
    VelocityFilter*& filter;

    [[nodiscard]] std::size_t particle_count() const { return forces.particle_count(); }
    /// For a method that applies the filter by itself. The filter then no longer acts from outside.
    [[nodiscard]] VelocityFilter* take_filter() const { return std::exchange(filter, nullptr); }
};

using MadeMethod = std::unique_ptr<Integrator>;

template <class T>
MadeMethod make_explicit(const MethodParts& parts)
{
    return std::make_unique<T>(parts.particle_count(), parts.times);
}

/// Explicit methods that apply the filter within their step.
template <class T>
MadeMethod make_filtering(const MethodParts& parts)
{
    return std::make_unique<T>(parts.particle_count(), parts.times, parts.take_filter());
}

/// Methods with an implicit stage.
template <class T>
MadeMethod make_solving(const MethodParts& parts)
{
    return std::make_unique<T>(parts.settings, parts.solver, parts.forces, parts.times);
}

template <ImplicitEuler::Kind kind>
MadeMethod make_implicit_euler(const MethodParts& parts)
{
    return std::make_unique<ImplicitEuler>(kind, parts.settings, parts.solver, parts.forces, parts.times);
}

MadeMethod make_multistep(const MethodParts& parts)
{
    const auto formula = std::ranges::find(imex_formulas(), parts.settings.method, &ImexFormula::name);
    return std::make_unique<ImexMultistep>(*formula, parts.solver, parts.forces, parts.times);
}

#ifdef TULLE_HAS_BOOST
MadeMethod make_odeint(const MethodParts& parts)
{
    return make_odeint_method(parts.settings, parts.particle_count(), parts.times, parts.take_filter());
}
#endif

/// A method: its entry in integrator_choices(), and how it is made without error control and, unless it applies the
/// filter by itself, without filter.
struct Method {
    IntegratorChoice choice;
    MadeMethod (*make)(const MethodParts& parts);
};

constexpr bool controls_error = true, fixed_steps = false;
constexpr int varying_order = 0;

// `tulle list integrators` explains these words below its table.
constexpr std::string_view any_step = "any; longer ones damp more";
constexpr std::string_view turns_slowly = "any, but cloth turns too slowly at more than 1/w";
constexpr std::string_view two_over_w = "shorter than 2/w, and shorter still with damping";
constexpr std::string_view as_error_asks = "found by the method; very many where springs are stiff";

constexpr std::array all_methods{
    Method{{"imex-euler",
            imex_method,
            1,
            fixed_steps,
            any_step,
            "the default: cloth of any stiffness that drapes and comes to rest, contacts included; solves a step "
            "by updates with one constant matrix (EEH00), or by Newton's method where those crawl",
            {.adaptive = true, .iterates = true, .updates = true, .barriers = true}},
           make_implicit_euler<ImplicitEuler::Kind::imex>},
    Method{{"backward-euler",
            implicit_method,
            1,
            fixed_steps,
            any_step,
            "the same cloth and the same result, by Newton's method alone",
            {.adaptive = true, .iterates = true, .newton_kinds = true, .barriers = true}},
           make_implicit_euler<ImplicitEuler::Kind::backward>},
    Method{{"bdf2",
            implicit_method,
            2,
            fixed_steps,
            "any; only unresolved vibrations are damped",
            "cloth of any stiffness that should go on swinging: at the cost of backward-euler, but hardly damped",
            {.adaptive = true, .iterates = true, .barriers = true}},
           make_solving<Bdf2>},
    Method{{"implicit-midpoint",
            implicit_method,
            2,
            fixed_steps,
            "any while springs turn slowly, else shorter ones; nothing is damped",
            "motion whose energy should last, few contacts: stiff springs go on ringing",
            {.adaptive = true, .iterates = true}},
           make_solving<ImplicitMidpoint>},
    Method{
        {"sbdf1",
         imex_method,
         1,
         fixed_steps,
         "any, but stiff cloth nearly stands still",
         "comparison with EEH00, whose plain step it is: imex-euler without updates; adaptive steps become very many "
         "where springs are stiff, with ten times backward-euler's error still",
         {.adaptive = true}},
        make_multistep},
    Method{{"sbdf2",
            imex_method,
            2,
            fixed_steps,
            turns_slowly,
            "comparison with EEH00: one linear system a step, always with the same matrix; verlet is cheaper and "
            "more exact at the steps that it needs",
            {.adaptive = true}},
           make_multistep},
    Method{{"sbdf3", imex_method, 3, fixed_steps, "shorter than about 0.3/w",
            "comparison, as sbdf2; smooth motion of soft cloth"},
           make_multistep},
    Method{{"sbdf4", imex_method, 4, fixed_steps, "shorter than about 0.3/w",
            "comparison, as sbdf2; smooth motion of soft cloth"},
           make_multistep},
    Method{{"cnab", imex_method, 2, fixed_steps, turns_slowly, "comparison, as sbdf2; hardly damps, so the scene must"},
           make_multistep},
    Method{{"mcnab", imex_method, 2, fixed_steps, turns_slowly,
            "comparison, as sbdf2; damps stiff springs that ring a little"},
           make_multistep},
    Method{{"cnlf", imex_method, 2, fixed_steps, "any without damping, short ones with it: it makes it grow",
            "comparison, as sbdf2; cloth without damping"},
           make_multistep},
    Method{{"symplectic-euler",
            explicit_method,
            1,
            fixed_steps,
            two_over_w,
            "soft cloth in small steps: the cheapest of all steps, and energy is kept well",
            {.stable_steps = true}},
           make_filtering<SymplecticEuler>},
    Method{{"verlet",
            explicit_method,
            2,
            fixed_steps,
            two_over_w,
            "soft cloth or few particles, exact motion: nearly as cheap, energy is kept well",
            {.stable_steps = true}},
           make_filtering<Verlet>},
    Method{{"rk4",
            explicit_method,
            4,
            fixed_steps,
            "shorter than 2.8/w",
            "soft cloth to high accuracy, in equal steps",
            {.stable_steps = true}},
           make_explicit<RungeKutta4>},
#ifdef TULLE_HAS_BOOST
    Method{{"cash-karp", explicit_method, 5, controls_error, as_error_asks,
            "soft cloth to a tolerance that you give (EWS96)"},
           make_odeint},
    Method{{"bulirsch-stoer", explicit_method, varying_order, controls_error, as_error_asks,
            "smooth motion to very small tolerances (EWS96); its order varies"},
           make_odeint},
#endif
    Method{{"forward-euler", explicit_method, 1, fixed_steps, "none, unless damping outweighs its growth",
            "comparison only"},
           make_explicit<ForwardEuler>},
};

constexpr auto all_choices = [] {
    std::array<IntegratorChoice, all_methods.size()> choices{};
    std::ranges::transform(all_methods, choices.begin(), &Method::choice);
    return choices;
}();

MadeMethod make_method(const MethodParts& parts)
{
    const std::string& name = parts.settings.method;
    for (const Method& method : all_methods)
        if (method.choice.name == name) return method.make(parts);
    throw InputError(Problem{.key = "integrator.method", .message = "unknown method \"" + name + "\""});
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

std::span<const IntegratorChoice> integrator_choices() { return all_choices; }

const IntegratorChoice* find_integrator(std::string_view name)
{
    const auto found = std::ranges::find(all_choices, name, &IntegratorChoice::name);
    return found == all_choices.end() ? nullptr : &*found;
}

std::unique_ptr<Integrator> make_integrator(const IntegratorSettings& settings, const SolverSettings& solver,
                                            const ForceField& forces, StageTimes& times, VelocityFilter* filter)
{
    if (!settings.adaptive) {
        std::unique_ptr<Integrator> method = make_method({settings, solver, forces, times, filter});
        if (filter == nullptr) return method;
        return std::make_unique<FilteredSteps>(std::move(method), *filter);
    }
    IntegratorSettings exact = settings;
    exact.tolerance = std::min(exact.tolerance, solved_to(settings));
    SolverSettings exact_solver = solver;
    exact_solver.tolerance = std::min(exact_solver.tolerance, solved_to(settings));
    std::unique_ptr<Integrator> method = make_method({exact, exact_solver, forces, times, filter});
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
