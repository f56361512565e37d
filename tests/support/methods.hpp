#pragma once
// All integrators as test parameters, each with a step at which it runs the small scenes of scenes.hpp.

#include <tulle/choices.hpp>
#include <tulle/description.hpp>
#include <tulle/report.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace tulle::testing {

struct NamedMethod {
    std::string label;
    IntegratorSettings settings;
};

inline void PrintTo(const NamedMethod& method, std::ostream* out) { *out << method.label; }

/// Names of tests have no dashes.
inline std::string method_label(std::string text)
{
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

/// Every method of integrator_choices() with fixed steps, with adaptive ones where it takes them, and imex-euler with
/// a limited number of updates.
inline std::vector<NamedMethod> every_method()
{
    std::vector<NamedMethod> methods;
    for (const IntegratorChoice& choice : integrator_choices()) {
        NamedMethod method;
        method.label = method_label(std::string(choice.name));
        method.settings.method = choice.name;
        // Explicit methods need small steps, and IMEX formulas of higher order hardly larger ones.
        if (choice.family == IntegratorFamily::explicit_method) method.settings.dt = 2e-4;
        if (choice.family == IntegratorFamily::imex_method && choice.order > 2) method.settings.dt = 5e-4;
        if (choice.name == "forward-euler") method.settings.dt = 1e-5;  // where damping outweighs its growth
        if (choice.controls_error) method.settings.dt = 0.01;
        methods.push_back(method);
        if (choice.name == "imex-euler") {
            NamedMethod limited = method;
            limited.label += "_limited";
            limited.settings.update = UpdateKind::limited;
            methods.push_back(limited);
        }
        if (!choice.can.adaptive) continue;
        method.label += "_adaptive";
        method.settings.adaptive = true;
        methods.push_back(method);
    }
    return methods;
}

/// Whether a step went as it should. Adaptive sbdf1 may say that it cannot keep its tolerance in stiff cloth.
inline bool is_well(StepStatus status, const IntegratorSettings& settings)
{
    const bool may_be_imprecise = settings.adaptive && settings.method == "sbdf1";
    return status == StepStatus::ok || (may_be_imprecise && status == StepStatus::imprecise);
}

inline std::string label_of(const ::testing::TestParamInfo<NamedMethod>& method) { return method.param.label; }

}  // namespace tulle::testing
