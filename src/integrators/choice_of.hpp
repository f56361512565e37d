#pragma once
// The abilities of a method, by its name in scenes.

#include <tulle/choices.hpp>
#include <tulle/description.hpp>

namespace tulle {

/// `method` is one of integrator_choices().
[[nodiscard]] inline const IntegratorChoice& choice_of(std::string_view method) { return *find_integrator(method); }

/// Returns the abilities of a method. If the name is unknown, every ability is false.
[[nodiscard]] inline IntegratorAbilities abilities_of(std::string_view method)
{
    const IntegratorChoice* choice = find_integrator(method);
    return choice == nullptr ? IntegratorAbilities{} : choice->can;
}

/// Returns whether the method solves the equation of implicit Euler: backward-euler or imex-euler.
[[nodiscard]] inline bool is_implicit_euler(std::string_view method)
{
    const IntegratorChoice* choice = find_integrator(method);
    return choice != nullptr && choice->can.iterates && choice->order == 1;
}

/// Returns whether imex-euler takes a fixed number of updates per step (UpdateKind::limited), whatever residual is
/// left.
[[nodiscard]] inline bool takes_limited_updates(const IntegratorSettings& settings)
{
    return abilities_of(settings.method).updates && settings.update == UpdateKind::limited;
}

}  // namespace tulle
