#pragma once
// What scene files may name, one line of description each.

#include <span>
#include <string_view>

namespace tulle {

struct Choice {
    std::string_view name;
    std::string_view description;
};

enum class IntegratorFamily { explicit_method, implicit_method, imex_method };

struct IntegratorChoice {
    std::string_view name;
    IntegratorFamily family;
    int order;                   // 0 where it varies
    bool controls_error;         // always chooses its steps by their error
    bool adaptive;               // takes dt = "adaptive"
    std::string_view stability;  // which steps are stable; w is the fastest vibration of the net [1/s]
    std::string_view use;        // when to take it
};

/// "explicit", "implicit" or "IMEX"
[[nodiscard]] std::string_view name_of(IntegratorFamily family);

/// Values of integrator.method.
[[nodiscard]] std::span<const IntegratorChoice> integrator_choices();

/// Values of output.formats. Part of Tulle::scene.
[[nodiscard]] std::span<const Choice> output_choices();

}  // namespace tulle
