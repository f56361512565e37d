#include "integrators/integrator.hpp"

#include "integrators/bdf2.hpp"
#include "integrators/error_control.hpp"
#include "integrators/explicit_methods.hpp"
#include "integrators/imex_multistep.hpp"
#include "integrators/implicit_euler.hpp"
#include "integrators/implicit_midpoint.hpp"
#include "integrators/odeint_methods.hpp"
#include "integrators/symplectic_euler.hpp"

#include <tulle/choices.hpp>
#include <tulle/error.hpp>

#include <algorithm>
#include <array>

namespace tulle {
namespace {

using enum IntegratorFamily;

constexpr bool controls_error = true, fixed_steps = false;
constexpr bool adaptive = true, not_adaptive = false;

constexpr std::array choices{
    IntegratorChoice{
        "imex-euler", imex_method, 1, fixed_steps, adaptive, "any step, with its updates",
        "the default: robust draping; one constant matrix, updated (EEH00), or Newton where updates crawl"},
    IntegratorChoice{"backward-euler", implicit_method, 1, fixed_steps, adaptive, "any step",
                     "stiff cloth with contacts; damps motion it does not resolve"},
    IntegratorChoice{"bdf2", implicit_method, 2, fixed_steps, adaptive, "any step",
                     "stiff cloth that keeps swinging: far less damping than backward-euler at the same cost"},
    IntegratorChoice{"implicit-midpoint", implicit_method, 2, fixed_steps, adaptive, "any step for linear springs",
                     "conserving energy over long times; stiff springs ring on, so little for contacts"},
    IntegratorChoice{"sbdf1", imex_method, 1, fixed_steps, adaptive, "any step, but stiff cloth nearly stands still",
                     "EEH00's plain step: imex-euler without updates, for comparison"},
    IntegratorChoice{"sbdf2", imex_method, 2, fixed_steps, adaptive, "mild; stiff cloth turns slowly at large steps",
                     "one linear solve a step with a constant matrix: moderate stiffness, many steps"},
    IntegratorChoice{"sbdf3", imex_method, 3, fixed_steps, not_adaptive, "less than sbdf2",
                     "smooth motion to high accuracy"},
    IntegratorChoice{"sbdf4", imex_method, 4, fixed_steps, not_adaptive, "less than sbdf3",
                     "smooth motion to high accuracy"},
    IntegratorChoice{"cnab", imex_method, 2, fixed_steps, not_adaptive, "hardly damps stiff modes",
                     "little numerical damping; needs damping in the scene"},
    IntegratorChoice{"mcnab", imex_method, 2, fixed_steps, not_adaptive, "damps stiff modes a little",
                     "cnab where stiff springs ring"},
    IntegratorChoice{"cnlf", imex_method, 2, fixed_steps, not_adaptive, "damping makes it grow unless steps are small",
                     "undamped motion; for comparison"},
    IntegratorChoice{"symplectic-euler", explicit_method, 1, fixed_steps, not_adaptive,
                     "h < 2/sqrt(k0), less with damping",
                     "soft cloth at small steps; conserves energy well, cheapest step"},
    IntegratorChoice{"verlet", explicit_method, 2, fixed_steps, not_adaptive, "h < 2/sqrt(k0), less with damping",
                     "soft cloth, second order, conserves energy well"},
    IntegratorChoice{"rk4", explicit_method, 4, fixed_steps, not_adaptive, "h < sqrt(8/k0)",
                     "soft cloth to high accuracy at a fixed step"},
#ifdef TULLE_HAS_BOOST
    IntegratorChoice{"cash-karp", explicit_method, 5, controls_error, not_adaptive, "finds its steps, many when stiff",
                     "soft cloth to a given tolerance (EWS96)"},
    IntegratorChoice{"bulirsch-stoer", explicit_method, 8, controls_error, not_adaptive,
                     "finds its steps, many when stiff", "very high accuracy of smooth motion (EWS96)"},
#endif
    IntegratorChoice{"forward-euler", explicit_method, 1, fixed_steps, not_adaptive,
                     "grows at any step unless damping outweighs it", "for comparison only"},
};

std::unique_ptr<Integrator> make_method(const IntegratorSettings& settings, const SolverSettings& solver,
                                        const ForceField& forces, StageTimes& times)
{
    const std::size_t n = forces.pattern()->rows();
    const std::string& method = settings.method;
    if (method == "imex-euler")
        return std::make_unique<ImplicitEuler>(ImplicitEuler::Kind::imex, settings, solver, forces, times);
    if (method == "backward-euler")
        return std::make_unique<ImplicitEuler>(ImplicitEuler::Kind::backward, settings, solver, forces, times);
    if (method == "bdf2") return std::make_unique<Bdf2>(settings, solver, forces, times);
    if (method == "implicit-midpoint") return std::make_unique<ImplicitMidpoint>(settings, solver, forces, times);
    if (method == "symplectic-euler") return std::make_unique<SymplecticEuler>(n, times);
    if (method == "forward-euler") return std::make_unique<ForwardEuler>(n, times);
    if (method == "verlet") return std::make_unique<Verlet>(n, times);
    if (method == "rk4") return std::make_unique<RungeKutta4>(n, times);
#ifdef TULLE_HAS_BOOST
    if (method == "cash-karp" || method == "bulirsch-stoer") return make_odeint_method(settings, n, times);
#endif
    for (const ImexFormula& formula : imex_formulas())
        if (method == formula.name) return std::make_unique<ImexMultistep>(formula, solver, forces, times);
    throw InputError(Problem{.key = "integrator.method", .message = "unknown method \"" + method + "\""});
}

/// Where steps follow their error they are solved a digit better than that: what a solver leaves would pass for the
/// error of the step, or hide it, as a guess that is good enough for the solver shows no error at all.
double solved_to(const IntegratorSettings& settings)
{
    constexpr double part_of_tolerance = 0.1;
    constexpr double longest_way = 1;   // m that a particle moves in a step
    constexpr double rounding = 1e-11;  // of residuals relative to the right-hand side
    const double tolerance = settings.relative_tolerance + settings.absolute_tolerance / longest_way;
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

std::span<const IntegratorChoice> integrator_choices() { return choices; }

std::unique_ptr<Integrator> make_integrator(const IntegratorSettings& settings, const SolverSettings& solver,
                                            const ForceField& forces, StageTimes& times)
{
    if (!settings.adaptive) return make_method(settings, solver, forces, times);
    IntegratorSettings exact = settings;
    exact.tolerance = std::min(exact.tolerance, solved_to(settings));
    SolverSettings exact_solver = solver;
    exact_solver.tolerance = std::min(exact_solver.tolerance, solved_to(settings));
    std::unique_ptr<Integrator> method = make_method(exact, exact_solver, forces, times);
    if (method->controls_error()) return method;
    return std::make_unique<ErrorControl>(std::move(method), settings, forces.pattern()->rows());
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
