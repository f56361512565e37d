#include "study/common/methods.hpp"

#include "scene/suggestion.hpp"

#include <tulle/choices.hpp>
#include <tulle/error.hpp>

#include <algorithm>
#include <iterator>

namespace tulle {

std::vector<StudyMethod> study_methods()
{
    std::vector<StudyMethod> fixed, controlled;
    for (const IntegratorChoice& choice : integrator_choices()) {
        const StudyMethod method{.name = std::string(choice.name),
                                 .integrator = std::string(choice.name),
                                 .family = std::string(name_of(choice.family)),
                                 .order = choice.order,
                                 .controls_error = choice.controls_error};
        (choice.controls_error ? controlled : fixed).push_back(method);
        if (!choice.can.adaptive) continue;
        controlled.push_back(method);
        controlled.back().name += "-adaptive";
        controlled.back().adaptive = controlled.back().controls_error = true;
    }
    std::ranges::move(controlled, std::back_inserter(fixed));
    return fixed;
}

std::vector<StudyMethod> study_methods(std::span<const std::string> names)
{
    std::vector<StudyMethod> methods = study_methods();
    if (names.empty()) return methods;

    std::vector<std::string_view> known;
    known.reserve(methods.size());
    for (const StudyMethod& method : methods) known.push_back(method.name);
    std::vector<Problem> problems;
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) != known.end()) continue;
        const auto nearest = suggest(name, known);
        problems.push_back({.key = "--methods",
                            .message = "there is no method \"" + name + "\"" +
                                       (nearest ? ", did you mean " + std::string(*nearest) + "?"
                                                : "; tulle list integrators shows them")});
    }
    if (!problems.empty()) throw InputError(std::move(problems));
    std::erase_if(methods, [&](const StudyMethod& m) { return std::ranges::find(names, m.name) == names.end(); });
    return methods;
}

}  // namespace tulle
