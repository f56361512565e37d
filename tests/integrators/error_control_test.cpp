// Methods that choose their steps: their estimates are right, their errors follow the tolerance, and a step that was
// undone leaves no trace.

#include "integrators/error_control.hpp"
#include "analysis/reference_solution.hpp"
#include "support/swinging_net.hpp"

#include <tulle/choices.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

void follow_reference(testing::SpringSystem& system, double time)
{
    solve_reference(*system.forces, system.state.mass, system.constraints->filter().fixed, system.state.position,
                    system.state.velocity, time);
}

double distance(std::span<const Vec3> a, std::span<const Vec3> b)
{
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
    return largest;
}

std::vector<std::string> names(bool (*wanted)(const IntegratorChoice&))
{
    std::vector<std::string> found;
    for (const IntegratorChoice& choice : integrator_choices())
        if (wanted(choice)) found.emplace_back(choice.name);
    return found;
}

std::string label(const ::testing::TestParamInfo<std::string>& name)
{
    std::string text = name.param;
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

IntegratorSettings settings_of(const std::string& method, double tolerance)
{
    IntegratorSettings settings;
    settings.method = method;
    settings.adaptive = true;
    settings.relative_tolerance = tolerance;
    settings.absolute_tolerance = 1e-3 * tolerance;
    settings.tolerance = 1e-10;
    return settings;
}

class Estimate : public ::testing::TestWithParam<std::string> {};

TEST_P(Estimate, IsWithinAFactorOfFiveOfTheTrueErrorOfAStep)
{
    // Steps along the reference: every one starts from exact states, so that its error is its own.
    testing::SpringSystem exact = testing::swinging_net();
    IntegratorSettings settings = settings_of(GetParam(), 1);
    settings.adaptive = false;
    exact.use(settings, testing::precise_solver());
    constexpr double h = 1e-3;
    ParticleState before = exact.state;
    for (int k = 0; k < 30; ++k) {
        testing::SpringSystem method = testing::swinging_net();
        method.use(settings, testing::precise_solver());
        const ParticleState start = exact.state;
        // Two steps, the first of which is put right by the reference, give a multistep formula an exact past.
        method.state = before;
        method.state.previous_step = h;
        static_cast<void>(method.step(h));
        method.state.position = start.position;
        method.state.velocity = start.velocity;
        method.state.previous_velocity = before.velocity;
        if (k > 0) static_cast<void>(method.step(h));
        follow_reference(exact, h);
        if (k > 1) {
            const LocalError local = method.integrator->local_error(1);
            double estimate = 0;
            for (std::size_t i = 0; i < start.size(); ++i) {
                Vec3 derivative = (method.state.velocity[i] - start.velocity[i]) / h;
                if (local.order == 2) derivative = (derivative - (start.velocity[i] - before.velocity[i]) / h) / h;
                estimate = std::max(estimate, local.constant * std::pow(h, local.order + 1) * derivative.norm());
            }
            const double error = distance(method.state.position, exact.state.position);
            EXPECT_LT(estimate, 5 * error) << "step " << k;
            EXPECT_GT(estimate, error / 5) << "step " << k;
        }
        before = start;
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, Estimate,
                         ::testing::ValuesIn(names([](const IntegratorChoice& c) { return c.adaptive; })), label);

class ErrorControlled : public ::testing::TestWithParam<std::string> {};

TEST_P(ErrorControlled, FollowsTheReferenceAsCloselyAsTheToleranceAsks)
{
    testing::SpringSystem exact = testing::swinging_net();
    follow_reference(exact, testing::swinging_time);
    double error_before = 1;
    int steps_before = 0;
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
        testing::SpringSystem system = testing::swinging_net();
        system.use(settings_of(GetParam(), tolerance), testing::precise_solver());
        int steps = 0;
        double smallest = testing::swinging_time;
        double largest = 0;
        for (int k = 0; k < 8; ++k) {
            const StepReport report = system.step(testing::swinging_time / 8);
            ASSERT_EQ(report.status, StepStatus::ok);
            EXPECT_LE(report.smallest_dt, report.largest_dt);
            EXPECT_LE(report.largest_dt, testing::swinging_time / 8);
            steps += report.substeps;
            smallest = std::min(smallest, report.smallest_dt);
            largest = std::max(largest, report.largest_dt);
        }
        const double error = distance(system.state.position, exact.state.position);
        EXPECT_LT(error, 0.5 * error_before) << tolerance;
        EXPECT_GT(steps, steps_before) << tolerance;
        EXPECT_LE(steps * smallest, testing::swinging_time * (1 + 1e-9));
        EXPECT_GE(steps * largest, testing::swinging_time * (1 - 1e-9));
        error_before = error;
        steps_before = steps;
    }
    EXPECT_LT(error_before, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Methods, ErrorControlled, ::testing::ValuesIn(names([](const IntegratorChoice& c) {
                             return c.adaptive || c.controls_error;
                         })),
                         label);

/// Passes everything on and remembers the steps that were not undone.
class Recorder final : public Integrator {
public:
    struct Step {
        double h, end_time;  // s
    };
    Recorder(std::unique_ptr<Integrator> method, std::vector<Step>& steps, int& undone)
        : method_(std::move(method)), steps_(steps), undone_(undone)
    {}
    [[nodiscard]] std::string_view name() const override { return method_->name(); }
    [[nodiscard]] int order() const override { return method_->order(); }
    [[nodiscard]] LocalError local_error(double ratio) const override { return method_->local_error(ratio); }
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override
    {
        steps_.push_back({h, end_time});
        return method_->step(h, end_time, forces, constraints, state);
    }
    void undo_step() override
    {
        steps_.pop_back();
        ++undone_;
        method_->undo_step();
    }

private:
    std::unique_ptr<Integrator> method_;
    std::vector<Step>& steps_;
    int& undone_;
};

class Adaptive : public ::testing::TestWithParam<std::string> {};

TEST_P(Adaptive, AStepThatWasUndoneLeavesNoTrace)
{
    IntegratorSettings settings = settings_of(GetParam(), 1e-4);
    settings.adaptive = false;
    std::vector<Recorder::Step> steps;
    int undone = 0;
    testing::SpringSystem adaptive = testing::swinging_net();
    adaptive.integrator = std::make_unique<ErrorControl>(
        std::make_unique<Recorder>(
            make_integrator(settings, testing::precise_solver(), *adaptive.forces, adaptive.times), steps, undone),
        settings, adaptive.state.size());
    const StepReport report = adaptive.step(testing::swinging_time);
    EXPECT_GT(undone, 0);
    EXPECT_EQ(report.rejected_steps, undone);
    EXPECT_EQ(report.substeps, static_cast<int>(steps.size()));

    testing::SpringSystem plain = testing::swinging_net();
    plain.use(settings, testing::precise_solver());
    for (const auto& [h, end_time] : steps)
        static_cast<void>(plain.integrator->step(h, end_time, *plain.forces, *plain.constraints, plain.state));
    for (std::size_t i = 0; i < plain.state.size(); ++i) {
        EXPECT_EQ(plain.state.position[i], adaptive.state.position[i]);
        EXPECT_EQ(plain.state.velocity[i], adaptive.state.velocity[i]);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, Adaptive,
                         ::testing::ValuesIn(names([](const IntegratorChoice& c) { return c.adaptive; })), label);

TEST_P(Adaptive, AStepThatCannotBeSolvedIsTakenAndCounted)
{
    // A tolerance below rounding: shorter steps do not help, and there must be an end to trying.
    IntegratorSettings settings = settings_of(GetParam(), 1e-2);
    settings.tolerance = 1e-30;
    SolverSettings solver;
    solver.tolerance = 1e-30;
    solver.max_iterations = 2;
    testing::SpringSystem system = testing::swinging_net();
    system.use(settings, solver);
    const StepReport report = system.step(0.05);
    EXPECT_EQ(report.status, StepStatus::not_converged);
    EXPECT_LT(report.substeps + report.rejected_steps, 500);
}

TEST_P(Adaptive, WhatIsNotFiniteStalls)
{
    testing::SpringSystem system = testing::swinging_net();
    system.use(settings_of(GetParam(), 1e-2));
    system.state.velocity[5].x() = std::nan("");
    EXPECT_TRUE(is_failure(system.step(0.05).status));
}

TEST(ErrorControl, SaysSoWhenNoStepIsShortEnough)
{
    for (const std::string& method : names([](const IntegratorChoice& c) { return c.controls_error; })) {
        testing::SpringSystem system = testing::swinging_net();
        IntegratorSettings settings = settings_of(method, 1e-6);
        system.use(settings);
        system.state.velocity[5].x() = std::nan("");
        EXPECT_TRUE(is_failure(system.step(0.01).status) || !system.state.position[5].allFinite()) << method;
    }
}

}  // namespace
}  // namespace tulle
