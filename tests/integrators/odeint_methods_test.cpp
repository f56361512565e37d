// The embedded estimates of Cash-Karp and Bulirsch-Stoer, seen from outside: a step is taken at once where its estimate
// is below the tolerance, and taken again, shorter, where it is not.

#include "integrators/odeint_methods.hpp"
#include "support/adaptive_methods.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// One step of h from an exact state at `time`, with any error below `tolerance` [m, m/s] in order.
struct Trial {
    bool taken = false;  // at the first attempt
    double error = 0;    // m, m/s: largest of all components
};

struct NetAndStep {
    testing::NetOptions net;
    double h;  // s
};

ParticleState exact_state(const testing::NetOptions& net, double time)
{
    testing::SpringSystem system = testing::swinging_net(net);
    testing::follow_reference(system, time);
    return system.state;
}

Trial try_step(const char* method, const NetAndStep& one, double tolerance, const ParticleState& start,
               const ParticleState& exact)
{
    IntegratorSettings settings = testing::settings_of(method, 0);
    settings.absolute_tolerance = tolerance;
    testing::SpringSystem system = testing::swinging_net(one.net);
    system.use(settings);
    system.state = start;
    const StepReport report = system.step(one.h);
    Trial trial{report.rejected_steps == 0, 0};
    for (std::size_t i = 0; i < start.size(); ++i) {
        const double x = (system.state.position[i] - exact.position[i]).lpNorm<Eigen::Infinity>();
        const double v = (system.state.velocity[i] - exact.velocity[i]).lpNorm<Eigen::Infinity>();
        trial.error = std::max({trial.error, x, v});
    }
    return trial;
}

TEST(CashKarp, EstimatesItsErrorWithinAFactorOfFive)
{
    // Steps whose errors are those people ask for, 1e-7 to 1e-2. The estimate is that of the formula of fourth order
    // inside; the shorter the step the better the fifth order that goes on is than it, and the estimate is too careful.
    for (const NetAndStep& one : {NetAndStep{{}, 0.01}, NetAndStep{{}, 0.02}, NetAndStep{{}, 0.04},
                                  NetAndStep{testing::stiff_net, 0.002}, NetAndStep{testing::stiff_net, 0.004}}) {
        for (const double time : {0.01, 0.03, 0.06}) {
            const ParticleState start = exact_state(one.net, time);
            const ParticleState exact = exact_state(one.net, time + one.h);
            constexpr double anything = 1e9;
            const Trial free = try_step("cash-karp", one, anything, start, exact);
            ASSERT_TRUE(free.taken);
            EXPECT_TRUE(try_step("cash-karp", one, 5 * free.error, start, exact).taken) << one.h << ' ' << time;
            EXPECT_FALSE(try_step("cash-karp", one, free.error / 5, start, exact).taken) << one.h << ' ' << time;
        }
    }
}

TEST(BulirschStoer, TakesNoStepWhoseErrorIsFiveTimesTheTolerance)
{
    // It adds columns to its table until the estimate is small enough: what it ends with depends on the tolerance.
    int taken = 0;
    for (const NetAndStep& one : {NetAndStep{{}, 0.02}, NetAndStep{{}, 0.04}, NetAndStep{testing::stiff_net, 0.002},
                                  NetAndStep{testing::stiff_net, 0.005}}) {
        for (const double time : {0.01, 0.03}) {
            const ParticleState start = exact_state(one.net, time);
            const ParticleState exact = exact_state(one.net, time + one.h);
            for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
                const Trial trial = try_step("bulirsch-stoer", one, tolerance, start, exact);
                if (!trial.taken) continue;
                ++taken;
                EXPECT_LT(trial.error, 5 * tolerance) << one.h << ' ' << time;
            }
        }
    }
    EXPECT_GT(taken, 10);
}

}  // namespace
}  // namespace tulle
