#include "analysis/step_growth.hpp"

#include "analysis/arnoldi.hpp"
#include "analysis/random_vectors.hpp"
#include "core/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

constexpr double grown = 100;           // growth that counts, relative to the velocities at the start
constexpr double share_of_noise = 0.1;  // in the start velocities, so that other modes than the last one are found
constexpr double most_work = 5e5;       // particles times steps
constexpr int fewest_steps = 200;
constexpr int most_steps = 2000;
constexpr int look_every = 10;  // steps

ForceField field_of(std::unique_ptr<LinearForce> force, std::size_t particles)
{
    std::vector<std::unique_ptr<Force>> all;
    all.push_back(std::move(force));
    return {particles, std::move(all)};
}

/// Sets velocities of pinned particles to zero, then scales all to unit kinetic energy.
void normalise(std::span<Vec3> v, const ParticleState& state)
{
    double doubled = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        if (state.inverse_mass[i] == 0) v[i].setZero();
        doubled += state.mass[i] * v[i].squaredNorm();
    }
    if (!(doubled > 0 && std::isfinite(doubled))) return;
    for (Vec3& vector : v) vector /= std::sqrt(0.5 * doubled);
}

}  // namespace

StepGrowth::StepGrowth(const SystemAtRest& system, const std::string& method)
    : rest_(system.x.begin(), system.x.end()),
      forces_(field_of(std::make_unique<LinearForce>(system.forces, system.x), system.x.size()))
{
    const std::size_t n = system.x.size();
    if (system.filter != nullptr) filter_ = *system.filter;
    state_.position = rest_;
    state_.velocity.assign(n, Vec3::Zero());
    state_.previous_velocity = state_.velocity;
    state_.mass.assign(system.mass.begin(), system.mass.end());
    std::vector<int> pinned;
    for (std::size_t i = 0; i < n; ++i) {
        state_.inverse_mass.push_back(system.fixed[i] != 0 ? 0 : 1 / system.mass[i]);
        if (system.fixed[i] != 0) pinned.push_back(static_cast<int>(i));
    }
    Pins pins;
    pins.add(PinDescription{}, pinned, state_.position);
    constraints_ = std::make_unique<MotionConstraints>(
        std::move(pins),
        ActiveSet({}, std::vector<double>(n, 0.0),
                  std::vector<unsigned char>(system.fixed.begin(), system.fixed.end())),
        n);
    IntegratorSettings settings;
    settings.method = method;
    integrator_ = make_integrator(settings, {}, forces_, times_, filter_ ? &*filter_ : nullptr);

    Vec3 low = rest_.front(), high = rest_.front();
    for (const Vec3& x : rest_) {
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
    }
    small_ = 1e-9 * std::max((high - low).norm(), std::numeric_limits<double>::min()) / std::sqrt(double(n));
    steps_ = static_cast<int>(std::clamp(most_work / static_cast<double>(n), double(fewest_steps), double(most_steps)));
    noise_.resize(n);
    fill_randomly(noise_);
    normalise(noise_, state_);
    mode_ = noise_;
}

double StepGrowth::energy()
{
    double kinetic = 0;
    for (std::size_t i = 0; i < state_.size(); ++i) kinetic += 0.5 * state_.mass[i] * state_.velocity[i].squaredNorm();
    return kinetic + forces_.energy(state_.position);
}

double StepGrowth::unseen() const { return std::log(grown) / steps_; }

bool StepGrowth::grows(double h)
{
    // Scale the velocities so that no particle moves farther than `small_` in the first step.
    double fastest = 0;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
        state_.velocity[i] = mode_[i] + share_of_noise * noise_[i];
        fastest = std::max(fastest, state_.velocity[i].norm());
    }
    if (fastest == 0) return false;
    for (Vec3& v : state_.velocity) v *= small_ / (h * fastest);
    state_.position = rest_;
    state_.previous_velocity = state_.velocity;
    state_.previous_step = h;
    integrator_->restart();
    const double start = energy();
    for (int step = 1; step <= steps_; ++step) {
        // The times do not matter: the linearised forces do not depend on time.
        static_cast<void>(integrator_->step(h, h, forces_, *constraints_, state_));
        if (step % look_every != 0 && step != steps_) continue;
        const double now = energy();
        if (now <= grown * grown * start) continue;
        if (std::isfinite(now)) {
            mode_ = state_.velocity;
            normalise(mode_, state_);
        }
        return true;
    }
    return false;
}

double find_step_limit(StepGrowth& growth, double guess, double precision)
{
    constexpr double far = 1000;
    if (!std::isfinite(guess)) return guess;
    // Bracket the limit with growing strides: around a good guess the first strides already enclose the limit.
    double high = guess, low = guess, stride = 1.015;
    if (growth.grows(guess)) {
        do {
            high = low;
            low /= stride;
            stride *= stride;
            if (low < guess / far) return 0;
        } while (growth.grows(low));
    } else {
        do {
            low = high;
            high *= stride;
            stride *= stride;
            if (high > guess * far) return std::numeric_limits<double>::infinity();
        } while (!growth.grows(high));
    }
    while (high > (1 + precision) * low) {
        const double middle = std::sqrt(low * high);
        (growth.grows(middle) ? high : low) = middle;
    }
    return low;
}

bool turns_velocities_around(const SystemAtRest& system)
{
    if (system.filter == nullptr || !system.filter->may_turn_velocities()) return false;
    // Largest eigenvalue of I - F. The filter F has a negative gain if and only if this eigenvalue exceeds 1.
    const auto taken = [&](double precision) {
        std::vector<Vec3> start(system.x.size());
        fill_randomly(start);
        return largest_real_eigenvalue(
            std::move(start),
            [&](const std::vector<Vec3>& in, std::vector<Vec3>& out) {
                system.filter->apply(system.x, in, out);
                for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] - out[i];
            },
            precision);
    };
    constexpr double rough = 1e-4, fine = 1e-6;
    const double roughly = taken(rough);
    return (std::abs(roughly - 1) > 100 * rough ? roughly : taken(fine)) > 1 + fine;
}

double paper_step_limit(const SystemAtRest& system)
{
    return paper_step_limit(system, LinearForce(system.forces, system.x));
}

double paper_step_limit(const SystemAtRest& system, const LinearForce& force, std::span<const Vec3> near)
{
    const std::size_t n = system.x.size();
    std::vector<Vec3> accelerated(n), start(n);
    fill_randomly(start);
    if (!near.empty()) {
        constexpr double noise = 0.1;
        DotProduct dot;
        const double ratio = std::sqrt(dot(near, near) / dot(start, start));
        for (std::size_t i = 0; i < n; ++i) start[i] = near[i] + noise * ratio * start[i];
    }
    constexpr double precision = 1e-5;
    const double k0 = largest_real_eigenvalue(
        std::move(start),
        [&](const std::vector<Vec3>& in, std::vector<Vec3>& out) {
            force.stiffness().multiply(in, out);
            for (std::size_t i = 0; i < n; ++i) out[i] *= system.fixed[i] != 0 ? 0.0 : 1 / system.mass[i];
            if (system.filter == nullptr) return;
            accelerated.swap(out);
            system.filter->apply(system.x, accelerated, out);
        },
        precision);
    return k0 > 0 ? 2 / std::sqrt(k0) : std::numeric_limits<double>::infinity();
}

}  // namespace tulle
