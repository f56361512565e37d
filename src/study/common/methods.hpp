#pragma once
// List of the methods that a study compares: every integrator with fixed steps, and a second time with error-controlled
// (adaptive) steps if the integrator supports them.

#include <tulle/description.hpp>

#include <span>
#include <string>
#include <vector>

namespace tulle {

struct StudyMethod {
    std::string name{};        // integrator.method, with the suffix "-adaptive" when `adaptive`
    std::string integrator{};  // integrator.method
    std::string family{};      // explicit, implicit or IMEX
    int order = 0;
    bool controls_error = false;  // chooses its steps: a tolerance sets the accuracy instead of dt
    bool adaptive = false;        // dt = "adaptive"
};

/// Returns all methods, in the order of integrator_choices(); methods that control their error come last.
[[nodiscard]] std::vector<StudyMethod> study_methods();

/// Returns the named methods in the order of study_methods(), or all methods if `names` is empty. Throws InputError
/// that lists every unknown name.
[[nodiscard]] std::vector<StudyMethod> study_methods(std::span<const std::string> names);

}  // namespace tulle
