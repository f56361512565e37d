#include "integrators/odeint_methods.hpp"

#include "core/stage_clock.hpp"
#include "integrators/explicit_step.hpp"
#include "integrators/substeps.hpp"

#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tulle {
namespace {

namespace odeint = boost::numeric::odeint;

using Numbers = std::vector<double>;  // all positions [m], then all velocities [m/s]

// Errors are measured relative to the change of a value in a step, not to its size, so the place of the origin does not
// matter.
constexpr double weight_of_value = 0;
constexpr double weight_of_change = 1;

struct CashKarp {
    static constexpr std::string_view name = "cash-karp";
    static constexpr int order = 5;
    using Formula = odeint::runge_kutta_cash_karp54<Numbers>;
    using Checker = odeint::default_error_checker<double, odeint::range_algebra, odeint::default_operations>;
    explicit CashKarp(const IntegratorSettings& settings)
        : stepper(Checker(settings.absolute_tolerance, settings.relative_tolerance, weight_of_value, weight_of_change))
    {}
    void reset() {}
    odeint::controlled_runge_kutta<Formula, Checker> stepper;
};

struct BulirschStoer {
    static constexpr std::string_view name = "bulirsch-stoer";
    static constexpr int order = 0;  // it varies with the tolerance
    explicit BulirschStoer(const IntegratorSettings& settings)
        : stepper(settings.absolute_tolerance, settings.relative_tolerance, weight_of_value, weight_of_change)
    {}
    /// Forgets what the stepper has learnt, so that a resumed run takes the same steps as an uninterrupted one.
    void reset() { stepper.reset(); }
    odeint::bulirsch_stoer<Numbers> stepper;
};

template <class Method>
class OdeintMethod final : public Integrator {
public:
    OdeintMethod(const IntegratorSettings& settings, std::size_t particles, StageTimes& times, VelocityFilter* filter)
        : times_(times), filter_(filter), method_(settings), step_(particles, times), numbers_(6 * particles)
    {
        for (auto* vector : {&x_, &v_, &a_}) vector->assign(particles, Vec3::Zero());
    }

    [[nodiscard]] std::string_view name() const override { return Method::name; }
    [[nodiscard]] int order() const override { return Method::order; }
    [[nodiscard]] bool controls_error() const override { return true; }
    void save(ArchiveWriter& out) const override { out.value(proposed_); }
    void restore(ArchiveReader& in) override { in.value(proposed_); }
    void restart() override { proposed_ = 0; }

    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override
    {
        StepReport report;
        report.substeps = 0;
        method_.reset();
        if (proposed_ == 0) proposed_ = h;
        Substeps substeps(h, end_time, proposed_);
        while (!substeps.are_done()) {
            const Substeps::Attempt attempt = substeps.next();
            double next = attempt.h;
            forces.begin_step(state.position, attempt.end_time - 0.5 * attempt.h);
            if (try_step(attempt.h, attempt.end_time, forces, constraints, state, next, report.force_evaluations)) {
                substeps.take(attempt, next, report);
            } else if (!substeps.retry(next, report)) {
                return report;
            }
        }
        report.contacts = constraints.contact_count();
        return report;
    }

private:
    bool try_step(double h, double end_time, ForceField& forces, MotionConstraints& constraints, ParticleState& state,
                  double& next, int& evaluations)
    {
        step_.begin(h, end_time, constraints, state);
        const std::size_t n = state.size();
        const auto put = [&](std::span<const Vec3> vectors, std::size_t offset) {
            const double* from = vectors.data()->data();
            std::copy(from, from + 3 * n, numbers_.begin() + static_cast<std::ptrdiff_t>(offset));
        };
        put(state.position, 0);
        put(state.velocity, 3 * n);
        const auto slopes = [&](const Numbers& y, Numbers& dy, double since_start) {
            const StageTimer timer(times_.force);
            ++evaluations;
            get(y, 0, x_);
            get(y, 3 * n, v_);
            forces.set_time(end_time - h + since_start);
            forces.force(x_, v_, a_);
            parallel_for(n, [&](std::size_t i) {
                for (std::size_t k = 0; k < 3; ++k) {
                    dy[3 * i + k] = v_[i][static_cast<int>(k)];
                    dy[3 * (n + i) + k] = state.inverse_mass[i] * a_[i][static_cast<int>(k)];
                }
            });
        };
        double time = 0;
        next = h;
        const bool is_good = method_.stepper.try_step(slopes, numbers_, time, next) != odeint::fail &&
                             std::all_of(numbers_.begin(), numbers_.end(), [](double y) { return std::isfinite(y); });
        if (!is_good) {
            // If a step is so long that its numbers overflow, there is no error estimate to choose the next step by.
            if (!(next > 0 && next < h)) {
                next = 0.1 * h;
                method_.reset();
            }
            step_.cancel(state);
            return false;
        }
        get(numbers_, 0, state.position);
        get(numbers_, 3 * n, state.velocity);
        step_.end(h, 0.5, constraints, state);
        if (filter_ != nullptr) filter_->apply(state.position, state.velocity);
        return true;
    }

    static void get(const Numbers& from, std::size_t offset, std::span<Vec3> vectors)
    {
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(offset);
        std::copy(begin, begin + static_cast<std::ptrdiff_t>(3 * vectors.size()), vectors.data()->data());
    }

    StageTimes& times_;
    VelocityFilter* filter_;  // may be null
    Method method_;
    ExplicitStep step_;
    Numbers numbers_;
    std::vector<Vec3> x_, v_, a_;
    double proposed_ = 0;  // s, for the next step; 0 before the first
};

}  // namespace

std::unique_ptr<Integrator> make_odeint_method(const IntegratorSettings& settings, std::size_t particles,
                                               StageTimes& times, VelocityFilter* filter)
{
    if (settings.method == CashKarp::name)
        return std::make_unique<OdeintMethod<CashKarp>>(settings, particles, times, filter);
    return std::make_unique<OdeintMethod<BulirschStoer>>(settings, particles, times, filter);
}

}  // namespace tulle
