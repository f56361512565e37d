#include "solver/quasi_newton.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

/// Smallest cosine of the angle between step and change. A pair with a smaller cosine is ignored, because single
/// precision would leave an error of more than a hundredth in this cosine. The smallest cosine that springs of k and
/// 10^8 k can make is 2e-4.
constexpr double smallest_cosine = 1e-5;

void add_scaled(double factor, std::span<const Eigen::Vector3f> a, std::span<Vec3> to)
{
    parallel_for(a.size(), [&](std::size_t i) { to[i] += factor * a[i].cast<double>(); });
}

/// Copies to single precision. `to` is allocated on first use: many runs never need all pairs.
void keep(std::span<const Vec3> from, std::vector<Eigen::Vector3f>& to)
{
    to.resize(from.size());
    parallel_for(from.size(), [&](std::size_t i) { to[i] = from[i].cast<float>(); });
}

}  // namespace

void QuasiNewtonMemory::learn(std::span<const Vec3> step, std::span<const Vec3> change)
{
    const double curvature = dot_(step, change);
    // Compressed springs can make the curvature negative. Such a pair would turn the next direction uphill.
    if (!(curvature > smallest_cosine * std::sqrt(dot_(step, step) * dot_(change, change)))) return;
    Pair& pair = pairs_[next_];
    keep(step, pair.s);
    keep(change, pair.y);
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
