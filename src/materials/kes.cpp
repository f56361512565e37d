#include "materials/kes.hpp"

#include "materials/hysteresis_loop.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

/// The share c: resistance of a fabric before its threads are straight. The test does not measure c. A power alone
/// would start with no resistance at all.
constexpr double straight_share = 0.3;
constexpr int tension_points = 33;

double tension_part(double t, double share, double power)
{
    return t == 0 ? 0.0 : share * t + (1 - share) * std::pow(t, power);
}

/// Area below the points of tension_part, linear between them, from 0 to 1.
double area_below(double share, double power)
{
    const int steps = tension_points - 1;
    double sum = 0.5 * tension_part(1, share, power);
    for (int k = 1; k < steps; ++k) sum += tension_part(static_cast<double>(k) / steps, share, power);
    return sum / steps;
}

/// Returns the power for which area_below is `area`, by bisection.
double power_for(double area, double share)
{
    double low = 1e-3, high = 1e3;
    for (int k = 0; k < 200; ++k) {
        const double power = std::sqrt(low * high);
        (area_below(share, power) > area ? low : high) = power;
    }
    return low;
}

std::vector<LoopPoint> tension_branch(const KesTension& tension, double linearity, double share)
{
    const double power = power_for(0.5 * linearity, share);
    // First point: the strain -1, where the length is zero. Its value, on the first slope, is set later.
    std::vector<LoopPoint> points{{-1, 0}};
    for (int k = 0; k < tension_points; ++k) {
        const double t = static_cast<double>(k) / (tension_points - 1);
        points.push_back({t * tension.extension, tension.force * tension_part(t, share, power)});
    }
    return points;
}

double area_under(std::span<const LoopPoint> points)
{
    double sum = 0;
    for (std::size_t k = 1; k < points.size(); ++k)
        sum += 0.5 * (points[k].at - points[k - 1].at) * (points[k].value + points[k - 1].value);
    return sum;
}

double mean_slope(std::span<const LoopPoint> loading, std::span<const LoopPoint> unloading, double from, double to)
{
    const auto slope = [&](std::span<const LoopPoint> branch, double a, double b) {
        return (branch_value(branch, b) - branch_value(branch, a)) / (b - a);
    };
    return 0.25 * (slope(loading, from, to) + slope(unloading, from, to) + slope(loading, -to, -from) +
                   slope(unloading, -to, -from));
}

/// Width of the loop, as the mean of the widths at `at` and -`at`.
double width_at(std::span<const LoopPoint> loading, std::span<const LoopPoint> unloading, double at)
{
    return 0.5 * (branch_value(loading, at) - branch_value(unloading, at) + branch_value(loading, -at) -
                  branch_value(unloading, -at));
}

}  // namespace

MeasuredLoop loop_of(const KesTension& tension)
{
    MeasuredLoop loop;
    const double share = std::min(straight_share, 0.5 * tension.linearity);
    loop.loading = tension_branch(tension, tension.linearity, share);
    loop.unloading = tension_branch(tension, tension.linearity * tension.resilience, share * tension.resilience);
    const double first_slope = 0.5 * (loop.loading[2].value + loop.unloading[2].value) / loop.loading[2].at;
    loop.loading[0].value = loop.unloading[0].value = -first_slope;
    return loop;
}

MeasuredLoop loop_of(const KesShear& shear)
{
    const double widening = (shear.width_5_degrees - shear.width_half_degree) / (4.5 * degree);  // N/m per rad
    MeasuredLoop loop;
    const auto add = [&](double angle) {
        const double half =
            0.5 * std::max(shear.width_half_degree + widening * std::max(std::abs(angle) - 0.5 * degree, 0.0), 0.0);
        loop.loading.push_back({angle, shear.stiffness * angle + half});
        loop.unloading.push_back({angle, shear.stiffness * angle - half});
    };
    for (const double angle : {-8.0, -5.0, -0.5, 0.5, 5.0, 8.0}) add(angle * degree);
    return loop;
}

MeasuredLoop loop_of(const KesBending& bending)
{
    MeasuredLoop loop;
    for (const double curvature : {-greatest_curvature, greatest_curvature}) {
        loop.loading.push_back({curvature, bending.rigidity * curvature + 0.5 * bending.width});
        loop.unloading.push_back({curvature, bending.rigidity * curvature - 0.5 * bending.width});
    }
    return loop;
}

MeasuredLoop twist_loop(const FabricDescription& fabric)
{
    const auto rigidity = [](const FabricDirection& direction) {
        const MeasuredLoop loop = loop_of(direction.bending);
        const double least = loop.loading.back().at / 100, far = loop.loading.back().at / 2;  // 1/m
        return mean_slope(loop.loading, loop.unloading, least, far);
    };
    constexpr double on_the_bias = 0.97;
    const double warp = rigidity(fabric.warp), weft = rigidity(fabric.weft);
    // With the energy per area D twist^2, the rigidity B on the bias is (warp + weft)/4 + D/2.
    const double twist = std::max(2 * on_the_bias * std::sqrt(warp * weft) - 0.5 * (warp + weft), 0.0);
    MeasuredLoop loop;
    loop.loading = loop.unloading = {{-greatest_curvature, -2 * twist * greatest_curvature},
                                     {greatest_curvature, 2 * twist * greatest_curvature}};
    return loop;
}

MeasuredLoop scaled(MeasuredLoop loop, double by)
{
    for (std::vector<LoopPoint>* branch : {&loop.loading, &loop.unloading})
        for (LoopPoint& point : *branch) point.value *= by;
    if (loop.reversal) *loop.reversal *= by;
    return loop;
}

double strain_at(const FabricDirection& direction, double force)
{
    return HysteresisLoop(loop_of(direction.tension)).first_reaching(force);
}

MeasuredLoop shear_loop_at_rest(const FabricDescription& fabric)
{
    const double strain = 0.5 * (strain_at(fabric.warp, shear_pull) + strain_at(fabric.weft, shear_pull));
    return scaled(loop_of(fabric.shear), 1 + strain);
}

KesTension read_tension(std::span<const LoopPoint> loading, std::span<const LoopPoint> unloading)
{
    KesTension read;
    read.extension = loading.back().at;
    read.force = loading.back().value;
    const double work = area_under(loading);
    read.linearity = work / (0.5 * read.force * read.extension);
    read.resilience = area_under(unloading) / work;
    return read;
}

KesShear read_shear(std::span<const LoopPoint> loading, std::span<const LoopPoint> unloading)
{
    return {mean_slope(loading, unloading, 0.5 * degree, 2.5 * degree), width_at(loading, unloading, 0.5 * degree),
            width_at(loading, unloading, 5 * degree)};
}

KesBending read_bending(std::span<const LoopPoint> loading, std::span<const LoopPoint> unloading)
{
    return {mean_slope(loading, unloading, 50, 150), width_at(loading, unloading, 100)};
}

}  // namespace tulle
