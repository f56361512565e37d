#include "forces/wind.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <cstdint>
#include <numbers>

namespace tulle {
namespace {

// Squared frequencies of the sines, relative to the slowest. No two of the frequencies have a common multiple, so the
// sum of the sines never repeats. The amplitudes add up to one, which bounds the sum.
constexpr std::array<double, 4> squared_rates{1, 3, 7, 17};
constexpr std::array<double, 4> gust_amplitudes{0.4, 0.3, 0.2, 0.1};

/// Random numbers from 0 to 1 by SplitMix64 (Steele, Lea, Flood 2014), which gives the same numbers on every machine.
class PhaseSource {
public:
    explicit PhaseSource(std::uint64_t seed) : state_(seed) {}
    double next()
    {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
    }

private:
    std::uint64_t state_;
};

}  // namespace

Gusts::Gusts(const GustDescription& gust, const Vec3& wind)
{
    const double speed = wind.norm();
    axes_.fill(Vec3::Zero());
    delay_.setZero();
    if (speed > 0) {
        axes_[0] = wind / speed;
        // The second axis is horizontal and the third points upward, unless the wind itself is nearly vertical.
        const bool is_upright = std::abs(axes_[0].z()) > 0.9;
        axes_[1] = Vec3(is_upright ? Vec3::UnitX() : Vec3::UnitZ()).cross(axes_[0]).normalized();
        axes_[2] = axes_[0].cross(axes_[1]);
        delay_ = axes_[0] / speed;
    }
    PhaseSource random(static_cast<std::uint64_t>(gust.seed));
    for (std::size_t k = 0; k < sines; ++k) {
        sines_[k].rate = 2 * std::numbers::pi * std::sqrt(squared_rates[k]) / gust.period;
        for (std::size_t c = 0; c < 3; ++c) {
            const double phase = 2 * std::numbers::pi * random.next();
            const double amplitude = gust.strength * speed * gust_amplitudes[k];
            sines_[k].a[c] = amplitude * std::cos(phase);
            sines_[k].b[c] = amplitude * std::sin(phase);
        }
    }
}

Vec3 Gusts::at(const Vec3& x, double t) const
{
    const double since = t - delay_.dot(x);
    std::array<double, 3> sum{};
    for (const Sine& sine : sines_) {
        // The same angle is used for all three directions.
        const double s = std::sin(sine.rate * since);
        const double c = std::cos(sine.rate * since);
        for (std::size_t k = 0; k < 3; ++k) sum[k] += sine.a[k] * s + sine.b[k] * c;
    }
    return sum[0] * axes_[0] + sum[1] * axes_[1] + sum[2] * axes_[2];
}

Jet::Jet(const JetDescription& jet) : jet_(jet) { jet_.direction.normalize(); }

Vec3 Jet::at(const Vec3& x) const
{
    const Vec3 offset = x - jet_.from;
    const double along = offset.dot(jet_.direction);
    if (!(along >= 0)) return Vec3::Zero();
    const double width = jet_.radius + jet_.spread * along;
    const double aside = (offset - along * jet_.direction).squaredNorm() / (width * width);
    return jet_.speed * jet_.radius / width * std::exp(-aside) * jet_.direction;
}

Wind::Wind(const AirDescription& air) : gust_(air.gust), jets_(air.jets.begin(), air.jets.end()), field_(air.field)
{
    set_steady(air.wind);
}

void Wind::set_steady(const Vec3& wind)
{
    steady_ = wind;
    if (gust_) gusts_.emplace(*gust_, wind);
}

}  // namespace tulle
