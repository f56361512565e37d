#pragma once
// The methods that a study compares: every integrator with fixed steps, and once more with steps that follow the error
// where it can.

#include <tulle/description.hpp>

#include <span>
#include <string>
#include <vector>

namespace tulle {

struct StudyMethod {
    std::string name{};        // integrator.method, with "-adaptive" behind it when `adaptive`
    std::string integrator{};  // integrator.method
    std::string family{};      // explicit, implicit or IMEX
    int order = 0;
    bool controls_error = false;  // chooses its steps: a tolerance says how exact it is, instead of dt
    bool adaptive = false;        // dt = "adaptive"
};

/// All there are, in the order of integrator_choices(); those that control their error come last.
[[nodiscard]] std::vector<StudyMethod> study_methods();

/// Those named, in the order of study_methods(); all for no names. Throws InputError with every unknown name.
[[nodiscard]] std::vector<StudyMethod> study_methods(std::span<const std::string> names);

}  // namespace tulle
