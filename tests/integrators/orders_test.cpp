// Orders with the settings that people use. Every pair of halved steps shows the order that a method declares, until
// errors are below 1e-7 m, on an irregular mesh, against a trajectory of SUNDIALS CVODE. Linear tolerances are the
// usual ones; methods that solve non-linear equations have `integrator.tolerance` tightened and nothing else.

#include "analysis/reference_solution.hpp"
#include "support/irregular_mesh.hpp"

#include <tulle/choices.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

namespace tulle {
namespace {

constexpr double deepest = 1e-7;  // m

struct OrderedMethod {
    std::string label;
    IntegratorSettings settings;
    SolverSettings solver;
    int order = 0;
    int steps = 0;  // of the coarsest run
};

void PrintTo(const OrderedMethod& method, std::ostream* out) { *out << method.label; }

/// How long the mesh is followed [s]. First order would take some ten million steps to 1e-7 m in 0.3 s, which is half a
/// swing. A hundredth of a second takes thirty thousand, with h w down to 2e-5.
double duration_of(int order) { return order == 1 ? 0.01 : 0.3; }

/// The mesh after `duration` [s], by CVODE with this relative and absolute tolerance.
ParticleState by_cvode(double duration, double tolerance)
{
    testing::SpringSystem system = testing::irregular_mesh();
    ReferenceOptions options;
    options.relative_tolerance = options.absolute_tolerance = tolerance;
    solve_reference(*system.forces, system.state.mass, system.constraints->filter().fixed, system.state.position,
                    system.state.velocity, duration, options);
    return system.state;
}

/// What the methods of this order are compared with.
const ParticleState& reference(int order)
{
    static std::map<double, ParticleState> known;
    const double duration = duration_of(order);
    if (const auto found = known.find(duration); found != known.end()) return found->second;
    return known.emplace(duration, by_cvode(duration, 1e-12)).first->second;
}

/// Root of the sum of squares [m].
double distance(const ParticleState& one, const ParticleState& other)
{
    double squares = 0;
    for (std::size_t i = 0; i < one.size(); ++i) squares += (one.position[i] - other.position[i]).squaredNorm();
    return std::sqrt(squares);
}

/// At the end of the run [m].
double error_after(const OrderedMethod& method, int steps)
{
    const double h = duration_of(method.order) / steps;
    testing::SpringSystem system = testing::irregular_mesh();
    system.use(method.settings, method.solver);
    for (int k = 0; k < steps; ++k) static_cast<void>(system.step(h));
    return distance(system.state, reference(method.order));
}

/// Of the coarsest run, which is where the order begins to show: for cash-karp that is below 1e-7 m already.
int first_steps(const IntegratorChoice& choice) { return choice.name == "rk4" || choice.order > 4 ? 50 : 150; }

std::vector<OrderedMethod> methods()
{
    std::vector<OrderedMethod> all;
    const auto add = [&](const IntegratorChoice& choice, const std::string& variant) {
        OrderedMethod method;
        method.label = std::string(choice.name) + variant;
        std::replace(method.label.begin(), method.label.end(), '-', '_');
        method.settings.method = choice.name;
        // Where any error will do, every step is as long as it may be.
        if (choice.controls_error) method.settings.relative_tolerance = 1e9;
        method.order = choice.order;
        method.steps = first_steps(choice);
        all.push_back(method);
        return &all.back();
    };
    const auto by_jacobi = [](OrderedMethod* method) {
        method->solver.method = SolverMethod::cg;
        method->solver.preconditioner = PreconditionerKind::jacobi;
    };
    for (const IntegratorChoice& choice : integrator_choices()) {
        if (choice.name == "bulirsch-stoer") continue;  // has no one order
        const bool is_multistep = choice.family == IntegratorFamily::imex_method && choice.name != "imex-euler";
        if (is_multistep) {
            add(choice, "");
            by_jacobi(add(choice, "_by_jacobi"));
            // A direct factor solves exactly, but only in steps whose guess is not taken as it is.
            add(choice, "_by_factor")->solver.method = SolverMethod::direct;
        } else if (choice.family == IntegratorFamily::explicit_method) {
            add(choice, "");
        } else {
            add(choice, "")->settings.tolerance = 1e-12;
        }
        if (choice.name == "imex-euler") {
            OrderedMethod* bare = add(choice, "_bare");
            bare->settings.update = UpdateKind::bare;
            bare->settings.tolerance = 1e-12;
            add(choice, "_none")->settings.update = UpdateKind::none;
            OrderedMethod* none = add(choice, "_none_by_jacobi");
            none->settings.update = UpdateKind::none;
            by_jacobi(none);
        }
        if (choice.name == "backward-euler") {
            add(choice, "_once")->settings.newton = NewtonKind::once;
            OrderedMethod* once = add(choice, "_once_by_jacobi");
            once->settings.newton = NewtonKind::once;
            by_jacobi(once);
        }
    }
    return all;
}

class UsualTolerances : public ::testing::TestWithParam<OrderedMethod> {};

TEST_P(UsualTolerances, KeepTheOrderDownToTinyErrors)
{
    const OrderedMethod& method = GetParam();
    int steps = method.steps;
    double before = error_after(method, steps);
    constexpr int most_halvings = 12;
    for (int k = 0; k == 0 || (k < most_halvings && before > deepest); ++k) {
        steps *= 2;
        const double error = error_after(method, steps);
        ASSERT_NEAR(std::log2(before / error), method.order, 0.1)
            << before << " m, then " << error << " m in " << steps;
        before = error;
    }
    EXPECT_LE(before, deepest);
}

TEST(OrdersReference, IsFarMoreExactThanTheSmallestErrors)
{
    for (const int order : {1, 2})
        EXPECT_LT(distance(reference(order), by_cvode(duration_of(order), 1e-14)), 1e-4 * deepest);
}

INSTANTIATE_TEST_SUITE_P(Methods, UsualTolerances, ::testing::ValuesIn(methods()),
                         [](const auto& method_info) { return method_info.param.label; });

}  // namespace
}  // namespace tulle
