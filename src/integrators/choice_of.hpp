#pragma once
// The abilities of a method, by its name in scenes.

#include <tulle/choices.hpp>
#include <tulle/description.hpp>

namespace tulle {

/// `method` is one of integrator_choices().
[[nodiscard]] inline const IntegratorChoice& choice_of(std::string_view method) { return *find_integrator(method); }

/// Abilities of a method; none where the name is unknown.
[[nodiscard]] inline IntegratorAbilities abilities_of(std::string_view method)
{
    const IntegratorChoice* choice = find_integrator(method);
    return choice == nullptr ? IntegratorAbilities{} : choice->can;
}

/// Whether the method is implicit Euler's formula, solved in one way or another.
[[nodiscard]] inline bool is_implicit_euler(std::string_view method)
{
    const IntegratorChoice* choice = find_integrator(method);
    return choice != nullptr && choice->can.iterates && choice->order == 1;
}

/// Whether steps take a given number of updates, whatever these leave unsolved.
[[nodiscard]] inline bool takes_limited_updates(const IntegratorSettings& settings)
{
    return abilities_of(settings.method).updates && settings.update == UpdateKind::limited;
}

}  // namespace tulle
