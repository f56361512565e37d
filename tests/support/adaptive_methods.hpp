#pragma once
// What tests of error control share: the methods, with their ways to solve a step that change its error, and states
// along a trajectory of SUNDIALS CVODE.

#include "analysis/reference_solution.hpp"
#include "support/methods.hpp"
#include "support/swinging_grid.hpp"

#include <tulle/choices.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace tulle::testing {

inline void follow_reference(SpringSystem& system, double time)
{
    solve_reference(*system.forces, system.state.mass, system.constraints->filter().fixed, system.state.position,
                    system.state.velocity, time);
}

inline double largest_distance(std::span<const Vec3> a, std::span<const Vec3> b)
{
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
    return largest;
}

/// Where a step of h from this state really leads.
struct TrueEnd {
    std::vector<Vec3> x, v;  // m, m/s
};

inline TrueEnd true_end(const GridOptions& grid, std::span<const Vec3> x, std::span<const Vec3> v, double h)
{
    SpringSystem exact = swinging_grid(grid);
    exact.state.position.assign(x.begin(), x.end());
    exact.state.velocity.assign(v.begin(), v.end());
    follow_reference(exact, h);
    return {exact.state.position, exact.state.velocity};
}

inline IntegratorSettings settings_of(const std::string& method, double tolerance)
{
    IntegratorSettings settings;
    settings.method = method;
    settings.adaptive = true;
    settings.relative_tolerance = tolerance;
    settings.absolute_tolerance = 1e-3 * tolerance;
    settings.tolerance = 1e-10;
    return settings;
}

/// All that take dt = "adaptive", and those again that can do with one linear solve. Their steps are fixed here.
inline std::vector<NamedMethod> adaptive_methods()
{
    std::vector<NamedMethod> methods;
    for (const IntegratorChoice& choice : integrator_choices()) {
        if (!choice.can.adaptive) continue;
        NamedMethod method{method_label(std::string(choice.name)), settings_of(std::string(choice.name), 0)};
        method.settings.adaptive = false;
        methods.push_back(method);
        method.label += "_once";
        method.settings.newton = NewtonKind::once;
        method.settings.update = UpdateKind::none;
        if (choice.name == "imex-euler" || choice.name == "backward-euler") methods.push_back(method);
    }
    return methods;
}

}  // namespace tulle::testing
