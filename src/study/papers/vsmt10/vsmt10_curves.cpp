#include "study/papers/vsmt10/vsmt10_curves.hpp"

#include "forces/spring_kernel.hpp"
#include "materials/cubic_tension.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace tulle {
namespace {

constexpr double unit_length = 1, unit_stiffness = 1, longest_shown = 2;  // m, N/m, m

template <class Tension, class Slope>
Vsmt10Curve curve_of(Vsmt10Material material, double factor, int points, const Tension& tension, const Slope& slope)
{
    Vsmt10Curve curve{.material = material, .factor = factor};
    for (int k = 0; k < points; ++k) {
        const double length = longest_shown * k / (points - 1);
        curve.lengths.push_back(length);
        curve.tensions.push_back(tension(length));
        curve.stiffness.push_back(slope(length));
    }
    return curve;
}

Vsmt10Curve curve_of(Vsmt10Material material, double factor, int points, const CubicTension& law)
{
    return curve_of(
        material, factor, points, [&](double l) { return law.tension(l, unit_length); },
        [&](double l) { return law.slope(l, unit_length); });
}

/// Returns the linear interpolation at x.
double curve_value_at(const std::vector<double>& xs, const std::vector<double>& ys, double x)
{
    const auto above = std::ranges::upper_bound(xs, x);
    const auto k = std::clamp<std::ptrdiff_t>(above - xs.begin(), 1, static_cast<std::ptrdiff_t>(xs.size()) - 1);
    const auto i = static_cast<std::size_t>(k);
    const double part = (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
    return (1 - part) * ys[i - 1] + part * ys[i];
}

}  // namespace

double Vsmt10Curve::tension_at(double length) const { return curve_value_at(lengths, tensions, length); }

double Vsmt10Curve::stiffness_at(double length) const { return curve_value_at(lengths, stiffness, length); }

std::string Vsmt10Curve::name() const
{
    if (material == Vsmt10Material::linear) return "linear";
    return material == Vsmt10Material::stvk ? "StVK" : fmt::format("cubic, K1 = {:g} K", factor);
}

std::vector<Vsmt10Curve> vsmt10_curves(const std::vector<double>& factors, int points)
{
    const LinearLaw linear{.stiffness = unit_stiffness, .length = unit_length};
    std::vector<Vsmt10Curve> curves;
    curves.push_back(curve_of(
        Vsmt10Material::linear, 1, points, [&](double l) { return linear.tension(l); },
        [&](double l) { return linear.slope(l); }));
    curves.push_back(curve_of(Vsmt10Material::stvk, 1, points, CubicTension::stvk(unit_stiffness)));
    for (const double factor : factors) {
        CubicDescription cubic = vsmt10_usual_cubic;
        cubic.stretched_factor = factor;
        curves.push_back(curve_of(Vsmt10Material::cubic, factor, points, CubicTension::through(unit_stiffness, cubic)));
    }
    return curves;
}

}  // namespace tulle
