#include "render/stroke_font.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace tulle {
namespace {

using Point = Eigen::Vector2f;
using Stroke = std::vector<Point>;

/// Glyph of the font. `strokes` has one word per stroke. A point is a digit for x and a letter for y, in halves of a
/// unit: e is the baseline, m the height of small letters (4 units), q the height of capitals (6 units). A word that
/// starts with ~ is the control polygon of a smooth curve.
struct Glyph {
    char character;
    int width;  // halves of a unit
    const char* strokes;
};

constexpr auto glyphs = std::to_array<Glyph>({
    {' ', 4, ""},
    {'0', 7, "~0e7e7q0q0e"},
    {'1', 4, "0n3q3e"},
    {'2', 7, "~0n0q7q7k3h0e 0e7e"},
    {'3', 7, "~0p2q7q7k2k ~2k7k7e2e0f"},
    {'4', 7, "5e5q0i7i"},
    {'5', 7, "6q1q0k ~0k3m7m7e2e0f"},
    {'6', 7, "~6q1q0i ~0e7e7l0l0e"},
    {'7', 7, "0q7q2e"},
    {'8', 7, "~0k7k7q0q0k ~0e7e7k0k0e"},
    {'9', 7, "~1e6e7m ~0q7q7j0j0q"},
    {'.', 1, "0e0e"},
    {',', 1, "1e0c"},
    {':', 1, "0e0e 0k0k"},
    {'-', 5, "0j5j"},
    {'+', 6, "0j6j 3g3m"},
    {'=', 6, "0h6h 0l6l"},
    {'<', 6, "6m0i6e"},
    {'>', 6, "0m6i0e"},
    {'/', 5, "0d5r"},
    {'|', 1, "0c0r"},
    {'_', 6, "0d6d"},
    {'%', 8, "1e7q ~0q3q3m0m0q ~5e8e8i5i5e"},
    {'(', 2, "~2r0o0g2c"},
    {')', 2, "~0r2o2g0c"},
    {'[', 2, "2r0r0c2c"},
    {']', 2, "0r2r2c0c"},
    {'*', 4, "0l4n 0n4l 2k2o"},
    {'a', 6, "~0e6e6m0m0e 6m6e"},
    {'b', 6, "~0e6e6m0m0e 0q0e"},
    {'c', 5, "~5l4m0m0e4e5f"},
    {'d', 6, "~0e6e6m0m0e 6q6e"},
    {'e', 6, "0i6i ~6i6m0m0e4e6f"},
    {'f', 4, "~4q2q2m 2m2e 0m4m"},
    {'g', 6, "~0e6e6m0m0e 6m6d ~6d6a2a0b"},
    {'h', 6, "0q0e ~0i0m6m6i 6i6e"},
    {'i', 1, "0m0e 0p0p"},
    {'j', 2, "2p2p 2m2c ~2c2a0a"},
    {'k', 5, "0q0e 5m0h 2j5e"},
    {'l', 1, "0q0e"},
    {'m', 9, "0m0e ~0j0m4m4j 4j4e ~4j4m9m9j 9j9e"},
    {'n', 6, "0m0e ~0i0m6m6i 6i6e"},
    {'o', 6, "~0e6e6m0m0e"},
    {'p', 6, "~0e6e6m0m0e 0m0a"},
    {'q', 6, "~0e6e6m0m0e 6m6a"},
    {'r', 4, "0m0e ~0i0m4m"},
    {'s', 5, "~5l4m0m0i5i5e1e0f"},
    {'t', 4, "2p2h ~2h2e4e 0m4m"},
    {'u', 6, "0m0i ~0i0e6e6i 6m6e"},
    {'v', 6, "0m3e6m"},
    {'w', 8, "0m2e4m6e8m"},
    {'x', 6, "0m6e 6m0e"},
    {'y', 6, "0m3e 6m1a"},
    {'z', 6, "0m6m0e6e"},
    {'A', 8, "0e4q8e 1h7h"},
    {'B', 7, "0e0q ~0q6q6k0k ~0k7k7e0e"},
    {'C', 8, "~8n7q0q0e7e8h"},
    {'D', 8, "0e0q ~0q8q8e0e"},
    {'E', 6, "6q0q0e6e 0k5k"},
    {'F', 6, "6q0q0e 0k5k"},
    {'G', 8, "~8n7q0q0e8e8j 8j5j"},
    {'H', 7, "0q0e 7q7e 0k7k"},
    {'I', 1, "0q0e"},
    {'J', 5, "5q5h ~5h5e0e0g"},
    {'K', 7, "0q0e 7q0i 2k7e"},
    {'L', 6, "0q0e6e"},
    {'M', 8, "0e0q4h8q8e"},
    {'N', 7, "0e0q7e7q"},
    {'O', 9, "~0e9e9q0q0e"},
    {'P', 7, "0e0q ~0q7q7j0j"},
    {'Q', 9, "~0e9e9q0q0e 5h9d"},
    {'R', 7, "0e0q ~0q7q7j0j 4j7e"},
    {'S', 7, "~7n6q0q0k7k7e1e0h"},
    {'T', 8, "0q8q 4q4e"},
    {'U', 7, "0q0i ~0i0e7e7i 7i7q"},
    {'V', 8, "0q4e8q"},
    {'W', 9, "0q2e5q7e9q"},
    {'X', 7, "0q7e 7q0e"},
    {'Y', 8, "0q4k8q 4k4e"},
    {'Z', 7, "0q7q0e7e"},
});
constexpr Glyph unknown{'?', 6, "0e6e6q0q0e"};

constexpr float units_per_capital = 6;
constexpr float gap = 1.9F;                             // units between letters
constexpr float raised_size = 0.62F, raised_by = 3.2F;  // superscripts: scale, and height in units of the full size

const Glyph& glyph_of(char character)
{
    const auto found = std::ranges::find(glyphs, character, &Glyph::character);
    return found != glyphs.end() ? *found : unknown;
}

/// Chaikin's corner cutting, which converges to a quadratic spline. Open curves keep their ends.
Stroke smooth(Stroke points)
{
    const bool is_closed = points.front() == points.back();
    for (int round = 0; round < 4; ++round) {
        Stroke next;
        if (!is_closed) next.push_back(points.front());
        for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            next.emplace_back(0.75F * points[i] + 0.25F * points[i + 1]);
            next.emplace_back(0.25F * points[i] + 0.75F * points[i + 1]);
        }
        next.push_back(is_closed ? next.front() : points.back());
        points = std::move(next);
    }
    return points;
}

std::vector<Stroke> strokes_of(const Glyph& glyph)
{
    std::vector<Stroke> strokes;
    const std::string_view text = glyph.strokes;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const bool is_curve = text[begin] == '~';
        Stroke stroke;
        for (std::size_t i = begin + (is_curve ? 1 : 0); i + 1 < end; i += 2) {
            stroke.emplace_back(0.5F * static_cast<float>(text[i] - '0'), 0.5F * static_cast<float>(text[i + 1] - 'e'));
        }
        strokes.push_back(is_curve ? smooth(std::move(stroke)) : std::move(stroke));
        begin = end + 1;
    }
    return strokes;
}

/// Calls place(glyph, x, y, scale) for every character, with x to the right and y upward from the start [pixels].
/// Returns the width of the text [pixels].
template <class Place>
float set_text(std::string_view text, float size, const Place& place)
{
    const float unit = size / units_per_capital;
    float x = 0, last_gap = 0;
    bool is_raised = false;
    for (const char character : text) {
        if (character == '^') {
            is_raised = true;
            continue;
        }
        const Glyph& glyph = glyph_of(character);
        const float scale = is_raised ? unit * raised_size : unit;
        place(glyph, x, is_raised ? unit * raised_by : 0.0F, scale);
        last_gap = scale * gap;
        x += scale * 0.5F * static_cast<float>(glyph.width) + last_gap;
        is_raised = false;
    }
    return x - last_gap;
}

float distance_to_segment(const Point& p, const Point& a, const Point& b)
{
    const Point along = b - a;
    const float squared = along.squaredNorm();
    const float t = squared > 0 ? std::clamp((p - a).dot(along) / squared, 0.0F, 1.0F) : 0.0F;
    return (p - a - t * along).norm();
}

/// Draws strokes. The coverage of a pixel is the maximum over the strokes, so that crossings are not drawn twice.
void draw_strokes(Picture& picture, const std::vector<Stroke>& strokes, float half_width, const Colour& colour)
{
    Eigen::AlignedBox2f bounds;
    for (const Stroke& stroke : strokes) {
        for (const Point& p : stroke) bounds.extend(p);
    }
    if (bounds.isEmpty()) return;
    const float reach = half_width + 1;
    const Eigen::Vector2i first = (bounds.min().array() - reach).floor().cast<int>();
    const Eigen::Vector2i last = (bounds.max().array() + reach).floor().cast<int>();
    for (int y = first.y(); y <= last.y(); ++y) {
        for (int x = first.x(); x <= last.x(); ++x) {
            const Point center(static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F);
            float nearest = reach;
            for (const Stroke& stroke : strokes) {
                for (std::size_t i = 0; i + 1 < stroke.size(); ++i)
                    nearest = std::min(nearest, distance_to_segment(center, stroke[i], stroke[i + 1]));
            }
            picture.blend(x, y, colour, std::clamp(half_width + 0.5F - nearest, 0.0F, 1.0F));
        }
    }
}

}  // namespace

void draw_text(Picture& picture, std::string_view text, float x, float y, const TextStyle& style)
{
    set_text(text, style.size, [&](const Glyph& glyph, float right, float up, float scale) {
        std::vector<Stroke> strokes = strokes_of(glyph);
        for (Stroke& stroke : strokes) {
            for (Point& p : stroke) p = Point(x + right + scale * p.x(), y - up - scale * p.y());
        }
        draw_strokes(picture, strokes, 0.5F * style.stroke * style.size, style.colour);
    });
}

float text_width(std::string_view text, const TextStyle& style)
{
    return set_text(text, style.size, [](const Glyph&, float, float, float) {});
}

}  // namespace tulle
