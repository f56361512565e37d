#pragma once
// What is known of a method, by its name in scenes.

#include <tulle/choices.hpp>

#include <algorithm>

namespace tulle {

/// `method` is one of integrator_choices().
[[nodiscard]] inline const IntegratorChoice& choice_of(std::string_view method)
{
    return *std::ranges::find(integrator_choices(), method, &IntegratorChoice::name);
}

}  // namespace tulle
