#pragma once
// The values that scene files may choose from: integrators and output formats, with one line of description each.

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
    int order;                   // 0 if the order varies
    bool controls_error;         // the method always chooses its step size by an error estimate
    bool adaptive;               // the method accepts dt = "adaptive"
    std::string_view stability;  // which steps are stable; w: rate of the fastest vibration of the mesh [1/s]
    std::string_view use;        // when to choose the method
};

/// Returns "explicit", "implicit" or "IMEX".
[[nodiscard]] std::string_view name_of(IntegratorFamily family);

/// Values of integrator.method.
[[nodiscard]] std::span<const IntegratorChoice> integrator_choices();

/// Values of output.formats. Part of Tulle::scene.
[[nodiscard]] std::span<const Choice> output_choices();

}  // namespace tulle
