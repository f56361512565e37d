#pragma once
// What scene files may name, one line of description each.

#include <span>
#include <string_view>

namespace tulle {

struct Choice {
    std::string_view name;
    std::string_view description;
};

/// Values of integrator.method.
[[nodiscard]] std::span<const Choice> integrator_choices();

/// Values of output.formats. Part of Tulle::scene.
[[nodiscard]] std::span<const Choice> output_choices();

}  // namespace tulle
