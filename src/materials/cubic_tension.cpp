#include "materials/cubic_tension.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tulle {
namespace {

constexpr double level_ratio = 1.5;

/// Stiffness around rest, with t = s - 1: g'/K = 1 + first t + second t^2.
struct StiffnessParabola {
    double first, second;
};

StiffnessParabola parabola(const CubicDescription& cubic)
{
    // Solve the two equations p + q t = (factor - 1)/t, one for each length.
    const double t1 = cubic.stretched - 1, t2 = cubic.compressed - 1;
    const double rise1 = (cubic.stretched_factor - 1) / t1, rise2 = (cubic.compressed_factor - 1) / t2;
    const double second = (rise1 - rise2) / (t1 - t2);
    return {rise1 - second * t1, second};
}

}  // namespace

CubicTension CubicTension::stvk(double stiffness) { return {stiffness, {0.5 * stiffness, 0, -0.5 * stiffness, 0}}; }

CubicTension CubicTension::through(double stiffness, const CubicDescription& cubic)
{
    // Integrate K (1 + p t + q t^2) from rest, with t = s - 1, and expand in powers of s.
    const auto [p, q] = parabola(cubic);
    return {stiffness,
            {stiffness * q / 3, stiffness * (p / 2 - q), stiffness * (1 - p + q), stiffness * (-1 + p / 2 - q / 3)}};
}

double CubicTension::energy(double l, double L) const
{
    // Expanded around rest the terms do not cancel: with t = s - 1 the tension is L (k t + m t^2 + a t^3).
    const auto [a, b, c, d] = coefficients_;
    const double t = l / L - 1, k = stiffness_, m = 3 * a + b;
    return L * L * t * t * (k / 2 + t * (m / 3 + t * a / 4));
}

int CubicTension::level(double l, double L) const
{
    const double slope_there = slope(l, L);
    int level = 0;
    for (double reached = stiffness_; reached < slope_there && level < 1000; reached *= level_ratio) ++level;
    return level;
}

double CubicTension::level_stiffness(int level) const { return stiffness_ * std::pow(level_ratio, level); }

std::optional<std::array<double, 2>> falling_range(const CubicDescription& cubic)
{
    const double low = std::min(cubic.compressed, shortest_working_length);
    const double high = std::max(cubic.stretched, longest_working_length);
    const auto [p, q] = parabola(cubic);
    const auto slope = [p = p, q = q](double s) { return 1 + (s - 1) * (p + q * (s - 1)); };
    // The slope is a parabola that is 1 at rest. It is negative between its roots (q > 0) or beyond them (q < 0).
    std::array<double, 2> roots{low, high};
    if (std::abs(q) < 1e-12 * (1 + std::abs(p))) {
        if (p == 0) return std::nullopt;
        const double root = 1 - 1 / p;
        roots = p > 0 ? std::array{low, root} : std::array{root, high};
    } else {
        const double square = p * p - 4 * q;
        if (square <= 0) return std::nullopt;
        const double first = 1 + (-p - std::sqrt(square)) / (2 * q), second = 1 + (-p + std::sqrt(square)) / (2 * q);
        const double lower = std::min(first, second), upper = std::max(first, second);
        if (q > 0) {
            roots = {lower, upper};
        } else {
            // The tension falls on both sides of the roots. Report the lower side if it is in range, else the upper.
            roots = lower > low ? std::array{low, lower} : std::array{upper, high};
        }
    }
    roots = {std::max(roots[0], low), std::min(roots[1], high)};
    if (roots[0] >= roots[1] || slope(0.5 * (roots[0] + roots[1])) >= 0) return std::nullopt;
    return roots;
}

std::string cubic_problem(const CubicDescription& cubic)
{
    const auto falling = falling_range(cubic);
    if (!falling) return "";
    std::array<char, 256> text{};
    std::snprintf(text.data(), text.size(),
                  "the tension would fall from %.4g to %.4g times the rest length, where a spring gives way instead of "
                  "resisting; bring the two stiffnesses nearer to the one at rest, or the two lengths farther from it",
                  (*falling)[0], (*falling)[1]);
    return text.data();
}

}  // namespace tulle
