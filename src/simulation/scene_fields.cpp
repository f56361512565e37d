#include "simulation/scene_fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace tulle {
namespace {

/// "a number" with range and unit: "> 0 kg/m^2", "in m" when any number will do.
std::string with_range(std::string what, Range range, std::string_view unit)
{
    const std::string limits = range.text();
    if (!limits.empty()) {
        // ">= 0" follows the noun; "2 to 100" reads better with a "from".
        what += std::isfinite(range.high) ? " from " : " ";
        what += limits;
        if (!unit.empty()) what += ' ' + std::string(unit);
    } else if (!unit.empty()) {
        what += " in " + std::string(unit);
    }
    return what;
}

}  // namespace

bool Range::contains(double value) const
{
    if (!std::isfinite(value)) return false;
    return value <= high && (low_excluded ? value > low : value >= low);
}

std::string Range::text() const
{
    if (std::isfinite(high)) return number_text(low) + " to " + number_text(high);
    if (std::isfinite(low)) return (low_excluded ? "> " : ">= ") + number_text(low);
    return "";
}

bool is_direction(const Vec3& vector)
{
    const double square = vector.squaredNorm();
    return std::isfinite(square) && square > 0.0;
}

bool is_plain_name(std::string_view name)
{
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

std::string number_text(double value)
{
    std::array<char, 32> buffer{};  // the shortest form of a double takes at most 24 characters
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    std::string text{buffer.data(), end};
    // Writes 1e-4 instead of 1e-04: to_chars pads exponents to two digits.
    const std::size_t exponent = text.find('e');
    if (exponent != std::string::npos && text[exponent + 2] == '0') text.erase(exponent + 2, 1);
    return text;
}

std::string numbers_text(const double* values, int count)
{
    std::string text = "[";
    for (int i = 0; i < count; ++i) text += (i > 0 ? ", " : "") + number_text(values[i]);
    return text + "]";
}

std::string expected_number(Range range, std::string_view unit)
{
    return "expected " + with_range("a number", range, unit);
}

std::string expected_numbers(int count, std::string_view what, Range range, std::string_view unit)
{
    return "expected " + with_range(std::to_string(count) + ' ' + std::string(what), range, unit);
}

std::string expected_word(const std::vector<std::string_view>& words)
{
    std::string text = words.size() == 1 ? "expected " : "expected one of ";
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += ", ";
        text += '"' + std::string(words[i]) + '"';
    }
    return text;
}

std::vector<std::string_view> integrator_names()
{
    std::vector<std::string_view> names;
    for (const IntegratorChoice& choice : integrator_choices()) names.push_back(choice.name);
    return names;
}

}  // namespace tulle
