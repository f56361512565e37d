#include "integrators/quasi_newton.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

void add_scaled(double factor, std::span<const Vec3> a, std::span<Vec3> to)
{
    parallel_for(a.size(), [&](std::size_t i) { to[i] += factor * a[i]; });
}

}  // namespace

void QuasiNewtonMemory::learn(std::span<const Vec3> step, std::span<const Vec3> change)
{
    const double curvature = dot_(step, change);
    // Compressed springs make the curvature negative; such a pair would turn the next direction uphill.
    if (!(curvature > 1e-10 * std::sqrt(dot_(step, step) * dot_(change, change)))) return;
    Pair& pair = pairs_[next_];
    pair.s.assign(step.begin(), step.end());  // grows once, on first use: many runs never need all pairs
    pair.y.assign(change.begin(), change.end());
    pair.inverse_curvature = 1.0 / curvature;
    next_ = (next_ + 1) % capacity();
    count_ = std::min(count_ + 1, capacity());
}

void QuasiNewtonMemory::before(std::span<Vec3> q)
{
    for (int age = 0; age < count_; ++age) {
        Pair& pair = recent(age);
        pair.alpha = pair.inverse_curvature * dot_(pair.s, q);
        add_scaled(-pair.alpha, pair.y, q);
    }
}

void QuasiNewtonMemory::after(std::span<Vec3> d)
{
    for (int age = count_; age-- > 0;) {
        const Pair& pair = recent(age);
        const double beta = pair.inverse_curvature * dot_(pair.y, d);
        add_scaled(pair.alpha - beta, pair.s, d);
    }
}

}  // namespace tulle
