#pragma once
// Looks up the properties of an integrator by its name in scenes.

#include <tulle/choices.hpp>

#include <algorithm>

namespace tulle {

/// Returns the entry of integrator_choices() with this name, which must exist.
[[nodiscard]] inline const IntegratorChoice& choice_of(std::string_view method)
{
    return *std::ranges::find(integrator_choices(), method, &IntegratorChoice::name);
}

}  // namespace tulle
