#include "scene/unused_keys.hpp"

#include <tulle/choices.hpp>
#include <tulle/description.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tulle {
namespace {

bool follows_error(const IntegratorChoice& method) { return method.can.adaptive || method.controls_error; }
bool solves_matrices(const IntegratorChoice& method) { return method.family != IntegratorFamily::explicit_method; }
bool iterates(const IntegratorChoice& method) { return method.can.iterates; }

struct Usage {
    std::string_view key;
    std::string_view purpose;
    bool (*used_by)(const IntegratorChoice& method);
};

constexpr std::array usages{
    Usage{"integrator.relative_tolerance", "how exact steps are whose size follows their error", follows_error},
    Usage{"integrator.absolute_tolerance", "how exact steps are whose size follows their error", follows_error},
    Usage{"integrator.tolerance", "when the equations of a step count as solved", iterates},
    Usage{"integrator.velocity_tolerance", "when the equations of a step count as solved", iterates},
    Usage{"integrator.max_iterations", "how often the solution of a step is bettered", iterates},
    Usage{"integrator.newton", "how backward-euler solves a step",
          [](const IntegratorChoice& method) { return method.can.newton_kinds; }},
    Usage{"integrator.update", "how imex-euler solves a step",
          [](const IntegratorChoice& method) { return method.can.updates; }},
    Usage{"integrator.updates", "how many updates a step of imex-euler with update = \"limited\" takes",
          [](const IntegratorChoice& method) { return method.can.updates; }},
    Usage{"integrator.jacobian", "how Newton's method sees compressed springs", iterates},
    Usage{"solver.method", "how linear systems are solved", solves_matrices},
    Usage{"solver.preconditioner", "how linear systems are solved", solves_matrices},
    Usage{"solver.tolerance", "how linear systems are solved", solves_matrices},
    Usage{"solver.max_iterations", "how linear systems are solved", solves_matrices},
};

std::string users_of(const Usage& usage)
{
    std::string names;
    for (const IntegratorChoice& method : integrator_choices())
        if (usage.used_by(method)) names += (names.empty() ? "" : ", ") + std::string(method.name);
    return names;
}

}  // namespace

bool is_of_use(std::string_view key, std::string_view method)
{
    const auto usage = std::ranges::find(usages, key, &Usage::key);
    const auto choices = integrator_choices();
    const auto choice = std::ranges::find(choices, method, &IntegratorChoice::name);
    return usage == usages.end() || choice == choices.end() || usage->used_by(*choice);
}

UnusedKeys find_unused_keys(SceneDocument& document)
{
    UnusedKeys found;
    const toml::node* named = document.find("integrator.method");
    const std::string name =
        named == nullptr ? IntegratorSettings{}.method : named->value<std::string>().value_or(std::string());
    const auto choices = integrator_choices();
    const auto method = std::ranges::find(choices, name, &IntegratorChoice::name);
    if (method == choices.end()) return found;  // the reader reports this
    const toml::node* dt = document.find("integrator.dt");
    const bool adaptive = dt != nullptr && dt->value<std::string_view>() == "adaptive";
    const toml::node* update = document.find("integrator.update");
    const bool limited = method->can.updates && update != nullptr && update->value<std::string_view>() == "limited";

    for (const Usage& usage : usages) {
        const toml::node* value = document.find(usage.key);
        if (value == nullptr) continue;
        const bool takes_equal_steps = usage.used_by == follows_error && !adaptive && !method->controls_error;
        const bool is_of_updates = usage.key == "integrator.updates";
        const bool has_other_update = is_of_updates ? !limited : limited && usage.used_by == iterates;
        const bool is_used = usage.used_by(*method);
        if (is_used && !takes_equal_steps && !has_other_update) continue;
        // True if the file was valid until an override chose another method, step or update.
        const toml::node* reason = !is_used ? named : takes_equal_steps ? dt : update;
        const bool left_behind = !document.is_override(*value) && reason != nullptr && document.is_override(*reason);
        std::string why = fmt::format("{} has no use for it", name);
        if (is_used && takes_equal_steps) why = fmt::format("{} uses it with dt = \"adaptive\" only", name);
        if (is_used && has_other_update)
            why = fmt::format("{} uses it {} update = \"limited\"{}", name, is_of_updates ? "with" : "not with",
                              is_of_updates ? " only" : ", which takes as many as updates says");
        const std::string text = fmt::format(
            "says {}, and {}: {} (it is for {})", usage.purpose, why,
            left_behind ? "it is not used in this run" : "leave it out, or take another method", users_of(usage));
        (left_behind ? found.warnings : found.problems).push_back(document.problem_at(std::string(usage.key), text));
        if (left_behind) document.remove(usage.key);
    }
    return found;
}

}  // namespace tulle
