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

struct Outcome {
    double error = 0;  // m, of the worst particle at the end
    int steps = 0;
    double smallest = testing::swinging_time, largest = 0;  // s
    StepStatus status = StepStatus::ok;                     // of the worst step
};

Outcome swing(const IntegratorSettings& settings, const testing::GridOptions& grid, const ParticleState& exact)
{
    testing::SpringSystem system = testing::swinging_grid(grid);
    system.use(settings, testing::precise_solver());
    Outcome outcome;
    constexpr double part = testing::swinging_time / 8;  // s
    for (int k = 0; k < 8; ++k) {
        const StepReport report = system.step(part);
        outcome.status = std::max(outcome.status, report.status);
        EXPECT_LE(report.smallest_dt, report.largest_dt);
        EXPECT_LE(report.largest_dt, part);
        outcome.steps += report.substeps;
        outcome.smallest = std::min(outcome.smallest, report.smallest_dt);
        outcome.largest = std::max(outcome.largest, report.largest_dt);
    }
    outcome.error = testing::largest_distance(system.state.position, exact.position);
    return outcome;
}

ParticleState swung(const testing::GridOptions& grid)
{
    testing::SpringSystem exact = testing::swinging_grid(grid);
    testing::follow_reference(exact, testing::swinging_time);
    return exact.state;
}

/// How much the error at the end falls with the tolerance: every step has an error of the tolerance, so that there are
/// tolerance^-1/(p+1) of them, and their errors add up.
double expected_fall(double tolerances, int order) { return std::pow(tolerances, order / (order + 1.0)); }

class ErrorControlled : public ::testing::TestWithParam<std::string> {};

TEST_P(ErrorControlled, FollowsTheReferenceAsCloselyAsTheToleranceAsks)
{
    static const ParticleState exact = swung({});
    const auto choices = integrator_choices();
    const int order =
        std::find_if(choices.begin(), choices.end(), [](const auto& c) { return c.name == GetParam(); })->order;
    constexpr int order_where_it_varies = 8;
    double error_before = 1;
    int steps_before = 0;
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
        const Outcome outcome = swing(testing::settings_of(GetParam(), tolerance), {}, exact);
        ASSERT_EQ(outcome.status, StepStatus::ok);
        EXPECT_LT(outcome.error, error_before / (0.75 * expected_fall(100, order > 0 ? order : order_where_it_varies)))
            << tolerance;
        EXPECT_GT(outcome.steps, steps_before) << tolerance;
        EXPECT_LE(outcome.steps * outcome.smallest, testing::swinging_time * (1 + 1e-9));
        EXPECT_GE(outcome.steps * outcome.largest, testing::swinging_time * (1 - 1e-9));
        error_before = outcome.error;
        steps_before = outcome.steps;
    }
    EXPECT_LT(error_before, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Methods, ErrorControlled, ::testing::ValuesIn(names([](const IntegratorChoice& c) {
                             return c.can.adaptive || c.controls_error;
                         })),
                         label);

/// Formulas that leave the turning of springs explicit, beside those that do not.
struct Pair {
    IntegratorSettings with, without;
    int order;
    double most;  // times the error of the other at the same tolerance
};

TEST(ErrorControl, FormulasWithExplicitTurningKeepToTheToleranceInStiffCloth)
{
    testing::GridOptions grid = testing::stiff_grid;
    grid.at_rest = true;
    const ParticleState exact = swung(grid);
    Pair euler{testing::settings_of("imex-euler", 0), testing::settings_of("backward-euler", 0), 1, 20};
    euler.with.update = UpdateKind::none;
    for (const Pair& pair : {Pair{testing::settings_of("sbdf1", 0), testing::settings_of("backward-euler", 0), 1, 20},
                             Pair{testing::settings_of("sbdf2", 0), testing::settings_of("bdf2", 0), 2, 4}, euler}) {
        double error_before = 0;
        for (const double tolerance : {1e-3, 1e-4}) {
            const auto run = [&](IntegratorSettings settings) {
                settings.relative_tolerance = tolerance;
                settings.absolute_tolerance = 1e-2 * tolerance;
                return swing(settings, grid, exact);
            };
            const Outcome outcome = run(pair.with);
            const Outcome other = run(pair.without);
            EXPECT_LT(outcome.error, pair.most * other.error) << pair.with.method << ' ' << tolerance;
            if (error_before > 0) {
                EXPECT_GT(error_before / outcome.error, 0.75 * expected_fall(10, pair.order)) << pair.with.method;
            }
            error_before = outcome.error;
            // Where the drag of explicit turning needs far more steps than the motion, it is said.
            EXPECT_EQ(outcome.status, pair.order == 1 ? StepStatus::imprecise : StepStatus::ok);
        }
    }
}

struct Attempt {
    double h, end_time;                    // s
    std::vector<Vec3> x, v, x_end, v_end;  // m, m/s, m, m/s
    bool has_past;
    double acting = 0;  // s, how long an error of the velocities is taken to act; 0 where none is judged
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
    [[nodiscard]] std::span<const Vec3> stiff_error(const StepVelocities& v, ForceField& forces,
                                                    const MotionConstraints& constraints, const ParticleState& state,
                                                    StepReport& report) override
    {
        return method_->stiff_error(v, forces, constraints, state, report);
    }
    [[nodiscard]] Defect defect(ForceField& forces, const ParticleState& state) override
    {
        const Defect defect = method_->defect(forces, state);
        if (defect.velocity.empty()) return defect;
        Attempt& step = attempts_.back();
        StepStart start(state.size());
        start.v = step.v;
        BlockReducer<double> sum;
        step.acting = std::max(defect.eta, acting_time(start, step.h, state, sum));
        return defect;
    }
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override
    {
        attempts_.push_back({h, end_time, state.position, state.velocity, {}, {}, state.previous_step > 0});
        const StepReport report = method_->step(h, end_time, forces, constraints, state);
        attempts_.back().x_end = state.position;
        attempts_.back().v_end = state.velocity;
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

Recording record(const IntegratorSettings& settings, const testing::GridOptions& grid, double time)
{
    Recording run{testing::swinging_grid(grid), {}, {}};
    testing::SpringSystem& system = run.system;
    system.integrator = std::make_unique<ErrorControl>(
        std::make_unique<Recorder>(make_integrator(settings, testing::precise_solver(), *system.forces, system.times),
                                   run.attempts),
        settings, system.state.size());
    run.report = system.step(time);
    return run;
}

class Adaptive : public ::testing::TestWithParam<testing::NamedMethod> {};

void expect_right_decisions(IntegratorSettings settings, double tolerance, const testing::GridOptions& grid)
{
    settings.relative_tolerance = 0;
    settings.absolute_tolerance = tolerance;
    const Recording run = record(settings, grid, 0.2);
    EXPECT_TRUE(run.report.status == StepStatus::ok || run.report.status == StepStatus::imprecise);
    const std::size_t every = 1 + run.attempts.size() / 25;  // of the steps taken; there are up to a thousand
    for (std::size_t k = 0; k < run.attempts.size(); k += run.attempts[k].undone ? 1 : every) {
        const Attempt& step = run.attempts[k];
        const auto [x_true, v_true] = testing::true_end(grid, step.x, step.v, step.h);
        const double error = testing::largest_distance(step.x_end, x_true);
        if (!step.undone) {
            EXPECT_LT(error, 5 * tolerance) << "step " << k << " of " << grid.stiffness;
        } else if (step.has_past) {  // without, a step is judged with the caution of a first one
            const double to_come = step.acting * testing::largest_distance(step.v_end, v_true);
            EXPECT_GT(error + to_come, tolerance / 5) << "step " << k << " of " << grid.stiffness;
        }
    }
}

TEST_P(Adaptive, TakesNoStepThatIsTooWrongAndUndoesNoneThatIsRightEnough)
{
    // Where all is at rest and stiff, formulas with explicit turning hardly set out, and must notice.
    testing::GridOptions stiff_at_rest = testing::stiff_grid;
    stiff_at_rest.at_rest = true;
    for (const double tolerance : {1e-4, 1e-5})  // m
        for (const testing::GridOptions& grid : {testing::GridOptions{}, testing::stiff_grid, stiff_at_rest})
            expect_right_decisions(GetParam().settings, tolerance, grid);
}

TEST_P(Adaptive, AStepThatWasUndoneLeavesNoTrace)
{
    IntegratorSettings settings = GetParam().settings;
    settings.relative_tolerance = 1e-4;
    settings.absolute_tolerance = 1e-7;
    const Recording adaptive = record(settings, {}, testing::swinging_time);

    testing::SpringSystem plain = testing::swinging_grid();
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
    testing::SpringSystem system = testing::swinging_grid();
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
    testing::SpringSystem system = testing::swinging_grid();
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
    testing::SpringSystem system = testing::swinging_grid();
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
    testing::SpringSystem system = testing::swinging_grid();
    IntegratorSettings settings = GetParam().settings;
    settings.adaptive = true;
    system.use(settings);
    system.state.velocity[5].x() = std::nan("");
    EXPECT_TRUE(is_failure(system.step(0.05).status));
}

TEST(ErrorControl, SaysSoWhenNoStepIsShortEnough)
{
    for (const std::string& method : names([](const IntegratorChoice& c) { return c.controls_error; })) {
        testing::SpringSystem system = testing::swinging_grid();
        IntegratorSettings settings = testing::settings_of(method, 1e-6);
        system.use(settings);
        system.state.velocity[5].x() = std::nan("");
        EXPECT_TRUE(is_failure(system.step(0.01).status) || !system.state.position[5].allFinite()) << method;
    }
}

}  // namespace
}  // namespace tulle
