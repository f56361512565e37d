#include "integrators/integrator.hpp"

#include "integrators/implicit_euler.hpp"
#include "integrators/symplectic_euler.hpp"

#include <tulle/choices.hpp>
#include <tulle/error.hpp>

#include <array>

namespace tulle {
namespace {

constexpr std::array choices{
    Choice{
        "imex-euler",
        "first order; stiff springs implicit with one constant matrix, updated (EEH00), or Newton where updates crawl"},
    Choice{"backward-euler", "first order; fully implicit, Newton with line search, or one linearisation"},
    Choice{"symplectic-euler", "first order; explicit, conserves energy well, needs small steps"},
};

}  // namespace

std::span<const Choice> integrator_choices() { return choices; }

std::unique_ptr<Integrator> make_integrator(const IntegratorSettings& settings, const SolverSettings& solver,
                                            const ForceField& forces, StageTimes& times)
{
    if (settings.method == "symplectic-euler")
        return std::make_unique<SymplecticEuler>(forces.pattern()->rows(), times);
    if (settings.method == "backward-euler")
        return std::make_unique<ImplicitEuler<Mat3>>(settings, solver, forces, times);
    if (settings.method == "imex-euler")
        return std::make_unique<ImplicitEuler<double>>(settings, solver, forces, times);
    throw InputError(Problem{.key = "integrator.method", .message = "unknown method \"" + settings.method + "\""});
}

}  // namespace tulle
