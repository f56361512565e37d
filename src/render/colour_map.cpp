#include "render/colour_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tulle {
namespace {

constexpr int table_size = 257;  // odd: the middle of a map is an entry of its own

/// Lightness, chroma and hue [degrees] of Oklab's cylinder.
Eigen::Array3f oklch(double lightness, double chroma, double hue)
{
    const double angle = hue * std::numbers::pi / 180;
    return Eigen::Array3d(lightness, chroma * std::cos(angle), chroma * std::sin(angle)).cast<float>();
}

/// Lightness grows evenly while the hue turns from violet to yellow; the chroma stays inside what a screen can show.
std::vector<Eigen::Array3f> sequential_knots()
{
    struct Chroma {
        double t, value;
    };
    constexpr Chroma chromas[] = {{0, 0.125}, {0.2, 0.125}, {0.45, 0.095}, {0.6, 0.105}, {0.8, 0.155}, {1, 0.175}};
    constexpr int count = 64;
    std::vector<Eigen::Array3f> knots;
    for (int i = 0; i <= count; ++i) {
        const double t = static_cast<double>(i) / count;
        const Chroma* upper = std::ranges::find_if(chromas + 1, chromas + 5, [&](const Chroma& c) { return c.t >= t; });
        const Chroma& lower = *(upper - 1);
        const double share = (t - lower.t) / (upper->t - lower.t);
        const double chroma = lower.value + share * (upper->value - lower.value);
        knots.push_back(oklch(0.28 + 0.65 * t, chroma, 305 - 198 * t));
    }
    return knots;
}

/// The two halves mirror each other in lightness and chroma and turn their hue equally far, so that both are of the
/// same length and zero is at the middle.
std::vector<Eigen::Array3f> diverging_knots()
{
    constexpr double dark = 0.45, light = 0.95, middle = 0.5 * (dark + light);
    return {oklch(dark, 0.14, 258), oklch(middle, 0.085, 250), oklch(light, 0, 0), oklch(middle, 0.085, 36),
            oklch(dark, 0.14, 28)};
}

}  // namespace

ColourMap::ColourMap(const std::vector<Eigen::Array3f>& oklab_knots)
{
    std::vector<float> length{0};  // along the curve, up to each knot
    for (std::size_t i = 1; i < oklab_knots.size(); ++i)
        length.push_back(length.back() + (oklab_knots[i] - oklab_knots[i - 1]).matrix().norm());
    std::size_t piece = 1;
    for (int k = 0; k < table_size; ++k) {
        const float target = length.back() * static_cast<float>(k) / (table_size - 1);
        while (piece + 1 < length.size() && length[piece] < target) ++piece;
        const float share = std::clamp((target - length[piece - 1]) / (length[piece] - length[piece - 1]), 0.0F, 1.0F);
        const Eigen::Array3f lab = (1 - share) * oklab_knots[piece - 1] + share * oklab_knots[piece];
        table_.emplace_back(linear_from_oklab(lab).max(0.0F).min(1.0F));
    }
}

const ColourMap& ColourMap::sequential()
{
    static const ColourMap map(sequential_knots());
    return map;
}

const ColourMap& ColourMap::diverging()
{
    static const ColourMap map(diverging_knots());
    return map;
}

Colour ColourMap::at(double t) const
{
    // Written so that what is no number counts as 0.
    const double place = (table_size - 1) * (t > 0 ? std::min(t, 1.0) : 0.0);
    const int lower = std::min(static_cast<int>(place), table_size - 2);
    const auto share = static_cast<float>(place - lower);
    return (1 - share) * table_[static_cast<std::size_t>(lower)] + share * table_[static_cast<std::size_t>(lower) + 1];
}

Colour ColourScale::colour(double value) const
{
    const ColourMap& map = is_signed ? ColourMap::diverging() : ColourMap::sequential();
    return map.at((value - min) / (max - min));
}

ColourScale colour_scale(double min, double max)
{
    if (!(std::isfinite(min) && std::isfinite(max))) return {};
    if (min < 0 && max > 0) {
        const double extent = std::max(-min, max);
        return {-extent, extent, true};
    }
    if (min >= 0 && min < 0.25 * max) min = 0;
    if (max <= 0 && max > 0.25 * min) max = 0;
    if (!(max > min)) max = min + std::max(std::abs(min), 1.0) * 1e-3;
    return {min, max, false};
}

}  // namespace tulle
