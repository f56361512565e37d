#include "render/colour_bar.hpp"

#include "render/stroke_font.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

const Colour ink = Colour::Constant(0.02F);

/// Sizes of the parts, in pixels. All of them follow from the height of a capital letter.
struct Layout {
    float text;
    int bar_width, tick, space, margin;

    Layout(int width, int height)
        : text(std::max(7.0F, static_cast<float>(std::min(width, height)) / 46)),
          bar_width(std::max(6, static_cast<int>(1.7F * text))),
          tick(std::max(2, static_cast<int>(0.45F * text))),
          space(std::max(2, static_cast<int>(0.45F * text))),
          margin(static_cast<int>(2.2F * text))
    {}
    [[nodiscard]] float number_width() const { return 4.6F * text; }
};

/// Draws a filled rectangle with antialiased edges, so that lines may be between pixels.
void fill(Picture& picture, float x0, float x1, float y0, float y1, const Colour& colour)
{
    const auto covered = [](float begin, float end, int pixel) {
        const auto p = static_cast<float>(pixel);
        return std::clamp(std::min(end, p + 1) - std::max(begin, p), 0.0F, 1.0F);
    };
    for (int y = static_cast<int>(std::floor(y0)); y < static_cast<int>(std::ceil(y1)); ++y) {
        for (int x = static_cast<int>(std::floor(x0)); x < static_cast<int>(std::ceil(x1)); ++x)
            picture.blend(x, y, colour, covered(x0, x1, x) * covered(y0, y1, y));
    }
}

}  // namespace

std::vector<BarTick> round_ticks(double min, double max, int count)
{
    const double rough = (max - min) / std::max(count, 1);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double lead = rough / power;
    const double step = power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));

    const double largest = std::max(std::abs(min), std::abs(max));
    const bool is_scientific = largest >= 1e5 || largest < 1e-3;
    std::vector<BarTick> ticks;
    // The tolerance includes ticks that are outside only by rounding.
    for (double k = std::ceil(min / step - 1e-6); k * step <= max + 1e-6 * step; ++k) {
        const double value = k == 0 ? 0 : k * step;
        ticks.push_back({value, is_scientific && value != 0
                                    ? fmt::format("{:.3g}", value)
                                    : fmt::format("{:.{}f}", value, is_scientific ? 0 : decimals)});
    }
    return ticks;
}

std::vector<BarTick> bar_ticks(const ColourScale& scale)
{
    const double range = scale.max - scale.min;
    const std::vector<BarTick> round = round_ticks(scale.min, scale.max, 5);
    // A round end has the text of its tick. Other ends have three digits.
    const auto end = [&](double value, std::string_view mark) {
        std::string text = fmt::format("{:.3g}", std::abs(value) < 1e-9 * range ? 0 : value);
        for (const BarTick& tick : round)
            if (std::abs(tick.value - value) < 1e-6 * range) text = tick.text;
        return BarTick{value, std::string(mark) + text};
    };
    std::vector<BarTick> ticks{end(scale.min, scale.has_lower ? "< " : "")};
    constexpr double apart = 0.07;  // of the range; prevents overlapping numbers
    for (const BarTick& tick : round)
        if (tick.value - scale.min > apart * range && scale.max - tick.value > apart * range) ticks.push_back(tick);
    ticks.push_back(end(scale.max, scale.has_higher ? "> " : ""));
    return ticks;
}

double colour_bar_width(int width, int height)
{
    const Layout layout(width, height);
    const double pixels =
        layout.margin + layout.bar_width + layout.tick + layout.space + static_cast<double>(layout.number_width());
    return std::min(pixels / width, 0.4);
}

ColourBarPlace draw_colour_bar(Picture& picture, const ColourScale& scale, const std::string& label,
                               const std::string& unit)
{
    const Layout layout(picture.width, picture.height);
    const TextStyle style{.size = layout.text, .stroke = 0.13F, .colour = ink};
    ColourBarPlace place;
    place.x0 = picture.width -
               static_cast<int>(colour_bar_width(picture.width, picture.height) * static_cast<double>(picture.width));
    place.x1 = place.x0 + layout.bar_width;
    const int height = picture.height * 11 / 20;
    place.y0 = (picture.height - height) / 2;
    place.y1 = place.y0 + height;

    const float line = std::max(1.0F, layout.text / 12);
    fill(picture, static_cast<float>(place.x0) - line, static_cast<float>(place.x1) + line,
         static_cast<float>(place.y0) - line, static_cast<float>(place.y1) + line, ink);
    for (int y = place.y0; y < place.y1; ++y) {
        const double value = scale.min + (scale.max - scale.min) * (place.y1 - (y + 0.5)) / height;
        const Rgb8 colour = to_rgb8(scale.colour(value));
        for (int x = place.x0; x < place.x1; ++x) picture.set(x, y, colour);
    }

    for (const BarTick& tick : bar_ticks(scale)) {
        const auto row = static_cast<float>(place.row(scale, tick.value));
        const auto right = static_cast<float>(place.x1);
        fill(picture, right, right + static_cast<float>(layout.tick) + line, row - line / 2, row + line / 2, ink);
        draw_text(picture, tick.text, right + static_cast<float>(layout.tick + layout.space), row + layout.text / 2,
                  style);
    }

    const std::string title = unit.empty() || unit == "1" ? label : fmt::format("{} [{}]", label, unit);
    const float width = text_width(title, style);
    const float latest = static_cast<float>(picture.width) - 0.8F * layout.text - width;
    const float x = std::max(std::min(static_cast<float>(place.x0) - line, latest), 0.0F);
    draw_text(picture, title, x, static_cast<float>(place.y0) - 1.3F * layout.text, style);
    return place;
}

}  // namespace tulle
