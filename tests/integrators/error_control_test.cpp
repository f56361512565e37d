// Methods that choose their steps: their estimates are right, their errors follow the tolerance, and a step that was
// undone leaves no trace.

#include "integrators/error_control.hpp"
#include "support/adaptive_methods.hpp"

#include <tulle/choices.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

std::vector<std::string> names(bool (*wanted)(const IntegratorChoice&))
{
    std::vector<std::string> found;
    for (const IntegratorChoice& choice : integrator_choices())
        if (wanted(choice)) found.emplace_back(choice.name);
    return found;
}

std::string label(const ::testing::TestParamInfo<std::string>& name) { return testing::method_label(name.param); }

class ErrorControlled : public ::testing::TestWithParam<std::string> {};

TEST_P(ErrorControlled, FollowsTheReferenceAsCloselyAsTheToleranceAsks)
{
    testing::SpringSystem exact = testing::swinging_net();
    testing::follow_reference(exact, testing::swinging_time);
    double error_before = 1;
    int steps_before = 0;
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
        testing::SpringSystem system = testing::swinging_net();
        system.use(testing::settings_of(GetParam(), tolerance), testing::precise_solver());
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
        const double error = testing::largest_distance(system.state.position, exact.state.position);
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

struct Attempt {
    double h, end_time;             // s
    std::vector<Vec3> x, v, x_end;  // m, m/s, m
    bool has_past;
    bool undone = false;
};

/// Passes everything on and remembers every step that was tried.
class Recorder final : public Integrator {
public:
    Recorder(std::unique_ptr<Integrator> method, std::vector<Attempt>& attempts)
        : method_(std::move(method)), attempts_(attempts)
    {}
    [[nodiscard]] std::string_view name() const override { return method_->name(); }
    [[nodiscard]] int order() const override { return method_->order(); }
    [[nodiscard]] LocalError local_error(double ratio) const override { return method_->local_error(ratio); }
    [[nodiscard]] std::span<const Vec3> defect(ForceField& forces, const ParticleState& state) override
    {
        return method_->defect(forces, state);
    }
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override
    {
        attempts_.push_back({h, end_time, state.position, state.velocity, {}, state.previous_step > 0});
        const StepReport report = method_->step(h, end_time, forces, constraints, state);
        attempts_.back().x_end = state.position;
        return report;
    }
    void undo_step() override
    {
        attempts_.back().undone = true;
        method_->undo_step();
    }

private:
    std::unique_ptr<Integrator> method_;
    std::vector<Attempt>& attempts_;
};

struct Recording {
    testing::SpringSystem system;
    std::vector<Attempt> attempts;
    StepReport report;
};

Recording record(const IntegratorSettings& settings, const testing::NetOptions& net, double time)
{
    Recording run{testing::swinging_net(net), {}, {}};
    testing::SpringSystem& system = run.system;
    system.integrator = std::make_unique<ErrorControl>(
        std::make_unique<Recorder>(make_integrator(settings, testing::precise_solver(), *system.forces, system.times),
                                   run.attempts),
        settings, system.state.size());
    run.report = system.step(time);
    return run;
}

class Adaptive : public ::testing::TestWithParam<testing::NamedMethod> {};

void expect_right_decisions(IntegratorSettings settings, double tolerance, const testing::NetOptions& net)
{
    settings.relative_tolerance = 0;
    settings.absolute_tolerance = tolerance;
    const Recording run = record(settings, net, 0.2);
    EXPECT_EQ(run.report.status, StepStatus::ok);
    const std::size_t every = 1 + run.attempts.size() / 25;  // of the steps taken; there are up to a thousand
    for (std::size_t k = 0; k < run.attempts.size(); k += run.attempts[k].undone ? 1 : every) {
        const Attempt& step = run.attempts[k];
        const double error =
            testing::largest_distance(step.x_end, testing::true_positions(net, step.x, step.v, step.h));
        if (!step.undone) {
            EXPECT_LT(error, 5 * tolerance) << "step " << k << " of " << net.stiffness;
        } else if (step.has_past) {  // without, a step is judged with the caution of a first one
            EXPECT_GT(error, tolerance / 5) << "step " << k << " of " << net.stiffness;
        }
    }
}

TEST_P(Adaptive, TakesNoStepThatIsTooWrongAndUndoesNoneThatIsRightEnough)
{
    // Where all is at rest and stiff, formulas with explicit turning hardly set out, and must notice.
    testing::NetOptions stiff_at_rest = testing::stiff_net;
    stiff_at_rest.at_rest = true;
    for (const double tolerance : {1e-4, 1e-5})  // m
        for (const testing::NetOptions& net : {testing::NetOptions{}, testing::stiff_net, stiff_at_rest})
            expect_right_decisions(GetParam().settings, tolerance, net);
}

TEST_P(Adaptive, AStepThatWasUndoneLeavesNoTrace)
{
    IntegratorSettings settings = GetParam().settings;
    settings.relative_tolerance = 1e-4;
    settings.absolute_tolerance = 1e-7;
    const Recording adaptive = record(settings, {}, testing::swinging_time);

    testing::SpringSystem plain = testing::swinging_net();
    plain.use(settings, testing::precise_solver());
    int taken = 0;
    for (const Attempt& step : adaptive.attempts) {
        if (step.undone) continue;
        ++taken;
        static_cast<void>(
            plain.integrator->step(step.h, step.end_time, *plain.forces, *plain.constraints, plain.state));
    }
    const int undone = static_cast<int>(adaptive.attempts.size()) - taken;
    EXPECT_GT(undone, 0);
    EXPECT_EQ(adaptive.report.rejected_steps, undone);
    EXPECT_EQ(adaptive.report.substeps, taken);
    for (std::size_t i = 0; i < plain.state.size(); ++i) {
        EXPECT_EQ(plain.state.position[i], adaptive.system.state.position[i]);
        EXPECT_EQ(plain.state.velocity[i], adaptive.system.state.velocity[i]);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, Adaptive, ::testing::ValuesIn(testing::adaptive_methods()),
                         [](const auto& method_info) { return method_info.param.label; });

TEST_P(Adaptive, AStepThatCannotBeSolvedIsTakenAndCounted)
{
    // A tolerance below rounding: shorter steps do not help, and there must be an end to trying.
    IntegratorSettings settings = GetParam().settings;
    settings.adaptive = true;
    settings.relative_tolerance = 1e-2;
    settings.absolute_tolerance = 1e-5;
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

TEST_P(Adaptive, FewStepsAreUndoneWhereTheSolverIsLessExactThanTheSteps)
{
    IntegratorSettings settings = GetParam().settings;
    settings.adaptive = true;
    settings.relative_tolerance = settings.absolute_tolerance = 1e-9;
    const bool first_order =
        GetParam().settings.method.find("euler") != std::string::npos || settings.method == "sbdf1";
    settings.tolerance = IntegratorSettings{}.tolerance;
    testing::SpringSystem system = testing::swinging_net();
    system.use(settings, SolverSettings{});
    const StepReport report = system.step(first_order ? 1e-3 : 0.05);
    EXPECT_EQ(report.status, StepStatus::ok);
    EXPECT_GT(report.substeps, 100);
    EXPECT_LT(report.rejected_steps, report.substeps / 10);
}

/// Steps with an error of the size given by the test, and nothing else to them.
class Erring final : public Integrator {
public:
    explicit Erring(double (*acceleration)(double h)) : acceleration_(acceleration) {}
    [[nodiscard]] std::string_view name() const override { return "erring"; }
    [[nodiscard]] int order() const override { return 1; }
    [[nodiscard]] LocalError local_error(double) const override { return {1, 0.5}; }
    [[nodiscard]] StepReport step(double h, double, ForceField&, MotionConstraints&, ParticleState& state) override
    {
        for (std::size_t i = 1; i < state.size(); ++i) {
            state.previous_velocity[i] = state.velocity[i];
            state.velocity[i] += Vec3(0, 0, h * acceleration_(h));
        }
        state.previous_step = h;
        return {};
    }

private:
    double (*acceleration_)(double h);
};

StepReport control(double (*acceleration)(double h))
{
    testing::SpringSystem system = testing::swinging_net();
    IntegratorSettings settings = testing::settings_of("backward-euler", 0);
    settings.absolute_tolerance = 1e-6;
    system.integrator =
        std::make_unique<ErrorControl>(std::make_unique<Erring>(acceleration), settings, system.state.size());
    return system.step(1.0);
}

TEST(ErrorControl, TellsErrorsThatFallFromThoseThatDoNot)
{
    // 0.5 h^2 |dv/dt| = 1e-3 m whatever h is: a thousand times too much, and no way to less.
    const StepReport noise = control([](double h) { return 2e-3 / (h * h); });
    EXPECT_EQ(noise.status, StepStatus::imprecise);
    EXPECT_LT(noise.rejected_steps, 20);
    EXPECT_LT(noise.substeps, 20000);
    // Errors that fall, if slowly and from far away, are followed down.
    EXPECT_EQ(control([](double h) { return 2e-3 / h; }).status, StepStatus::ok);
    EXPECT_EQ(control([](double) { return 2e3; }).status, StepStatus::ok);
}

TEST_P(Adaptive, WhatIsNotFiniteStalls)
{
    testing::SpringSystem system = testing::swinging_net();
    IntegratorSettings settings = GetParam().settings;
    settings.adaptive = true;
    system.use(settings);
    system.state.velocity[5].x() = std::nan("");
    EXPECT_TRUE(is_failure(system.step(0.05).status));
}

TEST(ErrorControl, SaysSoWhenNoStepIsShortEnough)
{
    for (const std::string& method : names([](const IntegratorChoice& c) { return c.controls_error; })) {
        testing::SpringSystem system = testing::swinging_net();
        IntegratorSettings settings = testing::settings_of(method, 1e-6);
        system.use(settings);
        system.state.velocity[5].x() = std::nan("");
        EXPECT_TRUE(is_failure(system.step(0.01).status) || !system.state.position[5].allFinite()) << method;
    }
}

}  // namespace
}  // namespace tulle
