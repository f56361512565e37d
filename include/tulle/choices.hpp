#pragma once
// The values that scene files may choose from: integrators and output formats, with one line of description each.
// Thread safety: all functions may be called from any thread at any time; the lists are constants.

#include <span>
#include <string_view>

namespace tulle {

struct Choice {
    std::string_view name;
    std::string_view description;
};

enum class IntegratorFamily { explicit_method, implicit_method, imex_method };

/// What a method can do besides equal steps of a given length.
struct IntegratorAbilities {
    bool adaptive = false;      // takes dt = "adaptive": steps follow their error
    bool stable_steps = false;  // takes dt = "auto": as long as is stable, found anew for every frame
    bool iterates = false;      // solves the nonlinear equations of a step to a tolerance
    bool updates = false;       // takes integrator.update: updates with a constant matrix, or Newton's method
    bool newton_kinds = false;  // takes integrator.newton: to convergence, or one linear system a step
    bool barriers = false;      // solves with barriers among its forces, and moves rigid bodies
};

struct IntegratorChoice {
    std::string_view name;
    IntegratorFamily family;
    int order;                   // 0 if the order varies
    bool controls_error;         // the method always chooses its step size by an error estimate
    std::string_view stability;  // which steps are stable; w: rate of the fastest vibration of the mesh [1/s]
    std::string_view use;        // when to choose the method
    IntegratorAbilities can{};
};

/// Returns "explicit", "implicit" or "IMEX".
[[nodiscard]] std::string_view name_of(IntegratorFamily family);

/// Values of integrator.method.
[[nodiscard]] std::span<const IntegratorChoice> integrator_choices();
/// Returns the method of this name; null if there is none.
[[nodiscard]] const IntegratorChoice* find_integrator(std::string_view name);

/// Values of output.formats. Part of Tulle::scene.
[[nodiscard]] std::span<const Choice> output_choices();

}  // namespace tulle
