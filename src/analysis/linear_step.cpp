#include "analysis/linear_step.hpp"

#include "core/assert.hpp"

#include <array>

namespace tulle {

LinearStep::LinearStep(const SystemAtRest& system, const LinearForce& force, std::string_view method)
    : stiffness_(force.stiffness()),
      method_(method == "rk4"      ? Method::rk4
              : method == "verlet" ? Method::verlet
                                   : Method::symplectic_euler),
      rest_(system.x.begin(), system.x.end()),
      filter_(system.filter),
      a_(system.x.size()),
      b_(system.x.size()),
      c_(system.x.size()),
      d_(system.x.size())
{
    if (force.is_damped()) damping_.emplace(force.damping());
    TULLE_ASSERT(method_ != Method::symplectic_euler || method == "symplectic-euler");
    for (std::size_t i = 0; i < rest_.size(); ++i)
        inverse_mass_.push_back(system.fixed[i] != 0 ? 0 : 1 / system.mass[i]);
}

int LinearStep::degree() const { return method_ == Method::rk4 ? 4 : method_ == Method::verlet ? 3 : 2; }

void LinearStep::stiffness(std::span<const Vec3> x, std::span<Vec3> Kx)
{
    stiffness_.multiply(x, Kx);
    parallel_for(size(), [&](std::size_t i) {
        if (inverse_mass_[i] == 0) Kx[i].setZero();
    });
}

void LinearStep::accelerate(std::span<const Vec3> Kx, std::span<const Vec3> v, std::span<Vec3> a)
{
    if (damping_) {
        damping_->multiply(v, a);
        parallel_for(size(), [&](std::size_t i) { a[i] = -inverse_mass_[i] * (Kx[i] + a[i]); });
    } else {
        parallel_for(size(), [&](std::size_t i) { a[i] = -inverse_mass_[i] * Kx[i]; });
    }
}

void LinearStep::filter(std::vector<Vec3>& v)
{
    if (filter_ == nullptr) return;
    filter_->apply(rest_, v, d_);
    v.swap(d_);
}

void LinearStep::take(double h, const Vibration& from, std::span<const Vec3> Kx, Vibration& to)
{
    to.x.resize(size());
    to.v.resize(size());
    switch (method_) {
        case Method::symplectic_euler:
            return take_symplectic_euler(h, from, Kx, to);
        case Method::verlet:
            return take_verlet(h, from, Kx, to);
        case Method::rk4:
            return take_rk4(h, from, Kx, to);
    }
}

void LinearStep::take_symplectic_euler(double h, const Vibration& from, std::span<const Vec3> Kx, Vibration& to)
{
    accelerate(Kx, from.v, a_);
    parallel_for(size(), [&](std::size_t i) { to.v[i] = from.v[i] + h * a_[i]; });
    filter(to.v);
    parallel_for(size(), [&](std::size_t i) { to.x[i] = from.x[i] + h * to.v[i]; });
}

void LinearStep::take_verlet(double h, const Vibration& from, std::span<const Vec3> Kx, Vibration& to)
{
    accelerate(Kx, from.v, a_);
    parallel_for(size(), [&](std::size_t i) { to.v[i] = from.v[i] + 0.5 * h * a_[i]; });
    filter(to.v);
    parallel_for(size(), [&](std::size_t i) {
        to.x[i] = from.x[i] + h * to.v[i];
        b_[i] = to.v[i] + 0.5 * h * a_[i];
    });
    stiffness(to.x, c_);
    accelerate(c_, b_, a_);
    parallel_for(size(), [&](std::size_t i) { to.v[i] += 0.5 * h * a_[i]; });
}

void LinearStep::take_rk4(double h, const Vibration& from, std::span<const Vec3> Kx, Vibration& to)
{
    // For y' = L y the four stages give (1 + h L (1 + h/2 L (1 + h/3 L (1 + h/4 L)))) y, evaluated from the inside out.
    constexpr std::array parts{0.25, 1.0 / 3, 0.5, 1.0};
    std::span<const Vec3> stiff = Kx;
    const Vibration* last = &from;
    for (const double part : parts) {
        accelerate(stiff, last->v, a_);
        parallel_for(size(), [&](std::size_t i) {
            to.x[i] = from.x[i] + part * h * last->v[i];
            to.v[i] = from.v[i] + part * h * a_[i];
        });
        last = &to;
        if (part == parts.back()) break;
        stiffness(to.x, c_);
        stiff = c_;
    }
    filter(to.v);
}

}  // namespace tulle
