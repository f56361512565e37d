// Every integrator meets the order it declares, on a problem with a closed-form solution.

#include "support/spring_system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tulle {
namespace {

struct Method {
    const char* label;
    IntegratorSettings settings;
};

Method method(const char* label, const char* name, NewtonKind newton, UpdateKind update)
{
    IntegratorSettings settings;
    settings.method = name;
    settings.newton = newton;
    settings.update = update;
    settings.tolerance = 1e-10;
    return {label, settings};
}

/// Error after `steps` steps over 0.3 periods of a particle that oscillates along its spring. Not a whole period: there
/// symplectic Euler's first-order error cancels and it passes for second order.
double error_of(const IntegratorSettings& settings, int steps)
{
    constexpr double mass = 0.02;      // kg
    constexpr double stiffness = 3.0;  // N/m
    constexpr double amplitude = 0.2;  // m
    const double omega = std::sqrt(stiffness / mass);
    const double end = 0.3 * 2 * std::numbers::pi / omega;
    testing::SpringSystem system = testing::tethered_particle(Vec3(1 + amplitude, 0, 0), mass, stiffness, Vec3::Zero());
    SolverSettings solver;
    solver.tolerance = 1e-12;
    system.use(settings, solver);
    for (int k = 0; k < steps; ++k) static_cast<void>(system.step(end / steps));
    const double exact_x = 1 + amplitude * std::cos(omega * end);
    const double exact_v = -amplitude * omega * std::sin(omega * end);
    return std::hypot(system.state.position[1].x() - exact_x, (system.state.velocity[1].x() - exact_v) / omega);
}

class EveryIntegrator : public ::testing::TestWithParam<Method> {};

TEST_P(EveryIntegrator, ConvergesAtTheOrderItDeclares)
{
    const IntegratorSettings& settings = GetParam().settings;
    testing::SpringSystem system = testing::tethered_particle(Vec3(1, 0, 0), 1, 1, Vec3::Zero());
    system.use(settings);
    const double coarse = error_of(settings, 400);
    const double fine = error_of(settings, 800);
    EXPECT_NEAR(std::log2(coarse / fine), system.integrator->order(), 0.1) << coarse << ' ' << fine;
    EXPECT_EQ(system.integrator->name(), settings.method);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, EveryIntegrator,
    ::testing::Values(method("symplectic", "symplectic-euler", NewtonKind::converged, UpdateKind::none),
                      method("backward_converged", "backward-euler", NewtonKind::converged, UpdateKind::none),
                      method("backward_once", "backward-euler", NewtonKind::once, UpdateKind::none),
                      method("imex_plain", "imex-euler", NewtonKind::converged, UpdateKind::none),
                      method("imex_bare", "imex-euler", NewtonKind::converged, UpdateKind::bare),
                      method("imex_accelerated", "imex-euler", NewtonKind::converged, UpdateKind::accelerated)),
    [](const auto& method_info) { return method_info.param.label; });

}  // namespace
}  // namespace tulle
