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

struct GridAndStep {
    testing::GridOptions grid;
    double h;  // s
};

ParticleState exact_state(const testing::GridOptions& grid, double time)
{
    testing::SpringSystem system = testing::swinging_grid(grid);
    testing::follow_reference(system, time);
    return system.state;
}

Trial try_step(const char* method, const GridAndStep& one, double tolerance, const ParticleState& start,
               const ParticleState& exact)
{
    IntegratorSettings settings = testing::settings_of(method, 0);
    settings.absolute_tolerance = tolerance;
    testing::SpringSystem system = testing::swinging_grid(one.grid);
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
    for (const GridAndStep& one : {GridAndStep{{}, 0.01}, GridAndStep{{}, 0.02}, GridAndStep{{}, 0.04},
                                   GridAndStep{testing::stiff_grid, 0.002}, GridAndStep{testing::stiff_grid, 0.004}}) {
        for (const double time : {0.01, 0.03, 0.06}) {
            const ParticleState start = exact_state(one.grid, time);
            const ParticleState exact = exact_state(one.grid, time + one.h);
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
    for (const GridAndStep& one : {GridAndStep{{}, 0.02}, GridAndStep{{}, 0.04},
                                   GridAndStep{testing::stiff_grid, 0.002}, GridAndStep{testing::stiff_grid, 0.005}}) {
        for (const double time : {0.01, 0.03}) {
            const ParticleState start = exact_state(one.grid, time);
            const ParticleState exact = exact_state(one.grid, time + one.h);
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

/// The table of Bulirsch and Stoer for one step: midpoint steps in 2, 4, 6, ... parts, extrapolated in h^2.
class ExtrapolationTable {
public:
    ExtrapolationTable(testing::SpringSystem& system, double h) : system_(system), h_(h), start_(numbers(system.state))
    {}

    /// All positions, then all velocities.
    static Eigen::VectorXd numbers(const ParticleState& state)
    {
        const auto n = static_cast<Eigen::Index>(3 * state.size());
        Eigen::VectorXd y(2 * n);
        y.head(n) = Eigen::Map<const Eigen::VectorXd>(state.position[0].data(), n);
        y.tail(n) = Eigen::Map<const Eigen::VectorXd>(state.velocity[0].data(), n);
        return y;
    }

    /// The next row: from the column without extrapolation to the highest.
    void add_row()
    {
        const int k = static_cast<int>(rows_.size());
        std::vector<Eigen::VectorXd> row{midpoint_steps(2 * (k + 1))};
        for (int j = 1; j <= k; ++j) {
            const double ratio = (k + 1.0) / (k + 1.0 - j);
            row.emplace_back(row[j - 1] + (row[j - 1] - rows_[k - 1][j - 1]) / (ratio * ratio - 1));
        }
        rows_.push_back(row);
    }
    [[nodiscard]] const Eigen::VectorXd& highest() const { return rows_.back().back(); }
    [[nodiscard]] const Eigen::VectorXd& lower() const { return *(rows_.back().end() - 2); }

private:
    [[nodiscard]] Eigen::VectorXd slope(const Eigen::VectorXd& y) const
    {
        const std::size_t n = system_.state.size();
        ParticleState state = system_.state;
        std::vector<Vec3> force(n);
        for (std::size_t i = 0; i < n; ++i) {
            state.position[i] = y.segment<3>(static_cast<Eigen::Index>(3 * i));
            state.velocity[i] = y.segment<3>(static_cast<Eigen::Index>(3 * (n + i)));
        }
        system_.forces->force(state.position, state.velocity, force);
        state.position = state.velocity;
        for (std::size_t i = 0; i < n; ++i) state.velocity[i] = state.inverse_mass[i] * force[i];
        return numbers(state);
    }
    [[nodiscard]] Eigen::VectorXd midpoint_steps(int parts) const
    {
        const double h = h_ / parts;
        Eigen::VectorXd before = start_;
        Eigen::VectorXd now = start_ + h * slope(start_);
        for (int part = 1; part < parts; ++part) {
            const Eigen::VectorXd next = before + 2 * h * slope(now);
            before = now;
            now = next;
        }
        return 0.5 * (now + before + h * slope(now));
    }

    testing::SpringSystem& system_;
    double h_;  // s
    Eigen::VectorXd start_;
    std::vector<std::vector<Eigen::VectorXd>> rows_;
};

double distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) { return (a - b).lpNorm<Eigen::Infinity>(); }

TEST(BulirschStoer, EstimatesTheLargerErrorOfItsTwoHighestColumns)
{
    // Their distance is the estimate. It goes on with the higher one, which mostly is the better: its own error may be
    // far below the estimate, but not above.
    int compared = 0;
    for (const GridAndStep& one : {GridAndStep{{}, 0.02}, GridAndStep{{}, 0.04},
                                   GridAndStep{testing::stiff_grid, 0.002}, GridAndStep{testing::stiff_grid, 0.005}}) {
        const ParticleState start = exact_state(one.grid, 0.02);
        const Eigen::VectorXd exact = ExtrapolationTable::numbers(exact_state(one.grid, 0.02 + one.h));
        for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
            IntegratorSettings settings = testing::settings_of("bulirsch-stoer", 0);
            settings.absolute_tolerance = tolerance;
            testing::SpringSystem system = testing::swinging_grid(one.grid);
            system.use(settings);
            system.state = start;
            if (system.step(one.h).rejected_steps > 0) continue;
            const Eigen::VectorXd result = ExtrapolationTable::numbers(system.state);

            system.state = start;
            ExtrapolationTable table(system, one.h);
            table.add_row();
            int rows = 1;
            do table.add_row();
            while (++rows < 9 && distance(table.highest(), result) > 1e-12);
            ASSERT_LT(distance(table.highest(), result), 1e-12) << "it is none of the table's";
            const double estimate = distance(table.highest(), table.lower());
            EXPECT_LE(estimate, tolerance);
            const double error = std::max(distance(table.lower(), exact), distance(result, exact));
            EXPECT_LT(estimate, 5 * error) << one.h << ' ' << tolerance;
            EXPECT_GT(estimate, error / 5) << one.h << ' ' << tolerance;
            ++compared;
        }
    }
    EXPECT_GT(compared, 10);
}

}  // namespace
}  // namespace tulle
