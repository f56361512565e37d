#include "render/colour_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tulle {
namespace {

constexpr int table_size = 257;  // odd: the middle of a map is an entry

/// Converts lightness, chroma and hue [degrees] (Oklch, the cylindrical form of Oklab) to Oklab.
Eigen::Array3f oklch(double lightness, double chroma, double hue)
{
    const double angle = hue * std::numbers::pi / 180;
    return Eigen::Array3d(lightness, chroma * std::cos(angle), chroma * std::sin(angle)).cast<float>();
}

/// Lightness grows evenly, and the hue turns from violet to yellow. The chroma stays inside the gamut of a screen.
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

/// Both halves have the same lightness and chroma and turn their hue by the same angle. So they have equal length, and
/// zero is in the middle.
std::vector<Eigen::Array3f> diverging_knots()
{
    constexpr double dark = 0.45, light = 0.95, middle = 0.5 * (dark + light);
    return {oklch(dark, 0.14, 258), oklch(middle, 0.085, 250), oklch(light, 0, 0), oklch(middle, 0.085, 36),
            oklch(dark, 0.14, 28)};
}

/// Rounds both ends outward to multiples of a power of ten, which is between a tenth and a hundredth of the range. An
/// empty range is made slightly wider.
ColourScale rounded_outward(double min, double max)
{
    if (!(max > min)) max = min + std::max(std::abs(min), 1.0) * 1e-3;
    const double power = std::floor(std::log10(max - min)) - 1;
    const double step = std::pow(10, std::abs(power));
    // Divide if the step is below one: 3/100 gives 0.03, but 3 * 0.01 is slightly more.
    const auto multiple = [&](double k) { return power < 0 ? k / step : k * step; };
    const auto count = [&](double value) { return power < 0 ? value * step : value / step; };
    constexpr double hair = 1e-9;
    const ColourScale scale{multiple(std::floor(count(min) + hair)), multiple(std::ceil(count(max) - hair))};
    return std::isfinite(scale.min) && std::isfinite(scale.max) && scale.max > scale.min ? scale
                                                                                         : ColourScale{min, max};
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
    // This form maps NaN to 0.
    const double place = (table_size - 1) * (t > 0 ? std::min(t, 1.0) : 0.0);
    const int lower = std::min(static_cast<int>(place), table_size - 2);
    const auto share = static_cast<float>(place - lower);
    return (1 - share) * table_[static_cast<std::size_t>(lower)] + share * table_[static_cast<std::size_t>(lower) + 1];
}

Colour ColourScale::colour(double value) const
{
    if (is_signed) return ColourMap::diverging().at(0.5 + 0.5 * value / std::max(-min, max));
    return ColourMap::sequential().at((value - min) / (max - min));
}

ValueSpread spread_of(std::vector<double>& values)
{
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    if (values.empty()) return {};
    const auto [min, max] = std::ranges::minmax(values);
    const auto at = [&](std::size_t rank) {
        const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
        std::nth_element(values.begin(), place, values.end());
        return *place;
    };
    const std::size_t spare = values.size() / 100;
    return {min, at(spare), at(values.size() - 1 - spare), max};
}

ColourScale amount_scale(const ValueSpread& numbers)
{
    // The outermost hundredth is cut off only if it is farther from zero than this factor times the percentile.
    constexpr double far = 1.1;
    double min = numbers.low < 0 && numbers.min < far * numbers.low ? numbers.low : numbers.min;
    double max = numbers.high > 0 && numbers.max > far * numbers.high ? numbers.high : numbers.max;
    constexpr double negligible = 0.25;  // share of the larger side below which a sign or a distance to zero is ignored
    ColourScale scale;
    if (min < 0 && max > 0 && -min > negligible * max && max > negligible * -min) {
        const double extent = rounded_outward(0, std::max(-min, max)).max;
        scale = {-extent, extent, true};
    } else {
        if (max > -min && min < negligible * max) min = 0;
        if (max <= -min && max > negligible * min) max = 0;
        scale = rounded_outward(min, max);
    }
    scale.has_lower = numbers.min < scale.min;
    scale.has_higher = numbers.max > scale.max;
    return scale;
}

ColourScale place_scale(const ValueSpread& numbers) { return rounded_outward(numbers.min, numbers.max); }

}  // namespace tulle
