#include "plot/axis_ticks.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

struct ValueRange {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    [[nodiscard]] bool empty() const { return !(min <= max); }
    void include(const Axis& axis, double value)
    {
        if (!is_drawable(axis, value)) return;
        min = std::min(min, value);
        max = std::max(max, value);
    }
};

/// Returns the range of an axis: the limits of the axis override those of the data, and a range that is empty or a
/// single number is widened.
ValueRange settled(const Axis& axis, ValueRange data)
{
    const bool is_log = axis.scale == AxisScale::log;
    if (data.empty()) data = is_log ? ValueRange{1, 10} : ValueRange{0, 1};
    if (axis.min) data.min = *axis.min;
    if (axis.max) data.max = *axis.max;
    if (is_log) {
        if (data.max <= data.min * (1 + 1e-9)) {
            if (!axis.min) data.min = (axis.max ? data.max : data.min) / 2;
            if (!axis.max) data.max = data.min * 4;
        }
        return data;
    }
    // Differences in the last digits are rounding errors, not data.
    const double size = std::max(std::abs(data.min), std::abs(data.max));
    if (data.max - data.min <= 1e-12 * size || data.max <= data.min) {
        const double room = size > 0 ? 0.1 * size : 1.0;
        if (!axis.min) data.min = (axis.max ? data.max : data.min) - room;
        if (!axis.max) data.max = std::max(data.max, data.min + room) + (axis.min ? 0 : room);
    }
    return data;
}

/// Returns the smallest of 1, 2, 5, 10, 20, ... (times any power of ten) that is not below `least`.
double round_step(double least)
{
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

std::string with_minus(std::string text)  // a minus sign instead of the shorter hyphen
{
    if (text.starts_with('-')) text.replace(0, 1, "\u2212");
    return text;
}

std::string fixed(double value, int decimals)
{
    std::array<char, 64> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, decimals);
    return with_minus({digits.data(), end.ptr});
}

std::string power_of_ten(int exponent) { return "10^{" + with_minus(std::to_string(exponent)) + "}"; }

int decimal_exponent(double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-9)); }

/// Returns the text of a multiple of `step` with magnitude up to `largest`. All have the same number of decimals.
std::string multiple_text(double value, double step, double largest)
{
    if (std::abs(value) < 0.5 * step) return "0";
    const int high = decimal_exponent(largest);
    const int low = decimal_exponent(step);
    if (high < 5 && low >= -5) return fixed(value, std::max(0, -low));
    return fixed(value / std::pow(10.0, high), std::max(0, high - low)) + "×" + power_of_ten(high);
}

AxisTicks linear_ticks(const Axis& axis, ValueRange range, int most, bool extend)
{
    const double step = round_step((range.max - range.min) / most);
    constexpr double close = 1e-6;  // tolerance for rounding, as a share of a step
    if (extend && !axis.min) range.min = step * std::floor(range.min / step + close);
    if (extend && !axis.max) range.max = step * std::ceil(range.max / step - close);
    AxisTicks ticks{range.min, range.max, {}, {}};
    const double largest = std::max(std::abs(range.min), std::abs(range.max));
    const double first = std::ceil(range.min / step - close);
    const int count = static_cast<int>(std::floor(range.max / step + close) - first) + 1;
    for (int k = 0; k < count; ++k) {
        const double value = (first + k) * step;
        ticks.major.push_back({value, multiple_text(value, step, largest)});
    }
    return ticks;
}

double times_power(int factor, int exponent) { return factor * std::pow(10.0, exponent); }

/// Returns ticks with numbers at the decades, or at every few decades if there are many.
AxisTicks decade_ticks(const ValueRange& range, int most)
{
    AxisTicks ticks{range.min, range.max, {}, {}};
    const int first = decimal_exponent(range.min);
    const int last = decimal_exponent(range.max);
    const int stride = std::max(1, (last - first + most - 1) / most);
    for (int exponent = first; exponent <= last; ++exponent) {
        for (int factor = 1; factor < 10; ++factor) {
            const double value = times_power(factor, exponent);
            if (value < range.min * (1 - 1e-9) || value > range.max * (1 + 1e-9)) continue;
            const bool numbered = factor == 1 && exponent % stride == 0;
            if (numbered)
                ticks.major.push_back({value, power_of_ten(exponent)});
            else if (stride == 1 || factor == 1)
                ticks.minor.push_back(value);
        }
    }
    return ticks;
}

/// Returns ticks with numbers at 1, 2 and 5 times powers of ten, for a range of few decades.
AxisTicks part_of_decade_ticks(const ValueRange& range)
{
    AxisTicks ticks{range.min, range.max, {}, {}};
    for (int exponent = decimal_exponent(range.min); exponent <= decimal_exponent(range.max); ++exponent) {
        for (int factor = 1; factor < 10; ++factor) {
            const double value = times_power(factor, exponent);
            if (value < range.min * (1 - 1e-9) || value > range.max * (1 + 1e-9)) continue;
            if (factor == 1 || factor == 2 || factor == 5) {
                const bool plain = exponent >= -3 && exponent < 5;
                ticks.major.push_back({value, plain ? fixed(value, std::max(0, -exponent))
                                                    : std::to_string(factor) + "×" + power_of_ten(exponent)});
            } else {
                ticks.minor.push_back(value);
            }
        }
    }
    return ticks;
}

AxisTicks log_ticks(const Axis& axis, ValueRange range, int most, bool extend)
{
    const bool whole_decades = std::log10(range.max / range.min) >= 1.5;
    if (extend) {  // to a whole decade, or to a whole leading digit
        const double low = std::pow(10.0, decimal_exponent(range.min));
        const double high = std::pow(10.0, decimal_exponent(range.max));
        if (!axis.min) range.min = whole_decades ? low : low * std::floor(range.min / low + 1e-9);
        const double top =
            whole_decades ? (range.max > high * (1 + 1e-9) ? 10 : 1) : std::ceil(range.max / high - 1e-9);
        if (!axis.max) range.max = high * top;
    }
    if (whole_decades) return decade_ticks(range, most);
    AxisTicks ticks = part_of_decade_ticks(range);
    if (ticks.major.size() >= 2) return ticks;
    return linear_ticks(axis, range, most, false);
}

AxisTicks ticks_of(const Axis& axis, const ValueRange& range, int most, bool extend)
{
    return axis.scale == AxisScale::log ? log_ticks(axis, range, most, extend)
                                        : linear_ticks(axis, range, most, extend);
}

/// Calls visit(series, point) for all points that are drawn.
template <class Visit>
void for_drawn_points(const Plot& plot, Visit visit)
{
    for (const Series& series : plot.series)
        for (std::size_t i = 0; i < series.xs.size(); ++i)
            if (is_drawable(plot.x, series.xs[i]) && is_drawable(plot.y, series.ys[i])) visit(series, i);
}

}  // namespace

bool is_drawable(const Axis& axis, double value)
{
    return std::isfinite(value) && (axis.scale == AxisScale::linear || value > 0);
}

AxisTicks x_ticks(const Plot& plot)
{
    ValueRange data;
    bool markers = false;
    for_drawn_points(plot, [&](const Series& series, std::size_t i) {
        data.include(plot.x, series.xs[i]);
        markers = markers || series.style != SeriesStyle::line;
    });
    ValueRange range = settled(plot.x, data);
    if (markers && plot.x.scale == AxisScale::linear) {
        const double room = 0.03 * (range.max - range.min);
        if (!plot.x.min) range.min -= room;
        if (!plot.x.max) range.max += room;
    } else if (markers) {
        const double room = std::pow(range.max / range.min, 0.05);
        if (!plot.x.min) range.min /= room;
        if (!plot.x.max) range.max *= room;
    }
    return ticks_of(plot.x, range, 8, false);
}

AxisTicks y_ticks(const Plot& plot)
{
    ValueRange data;
    for_drawn_points(plot, [&](const Series& series, std::size_t i) {
        const double error = series.errors.empty() ? 0.0 : series.errors[i];
        for (const double y : {series.ys[i], series.ys[i] - error, series.ys[i] + error}) data.include(plot.y, y);
    });
    return ticks_of(plot.y, settled(plot.y, data), 6, true);
}

AxisTicks scale_ticks(const PlotImage& image)
{
    ValueRange data;
    for (const double value : image.values) data.include(image.scale, value);
    return ticks_of(image.scale, settled(image.scale, data), 6, true);
}

}  // namespace tulle
