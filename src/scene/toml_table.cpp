#include "scene/toml_table.hpp"

#include "scene/toml_text.hpp"
#include "simulation/scene_fields.hpp"

#include <cmath>

namespace tulle {

std::string real_text(double value)
{
    // Above this limit the digits of an integer are not the digits of the double.
    constexpr double largest_integer = 1e15;
    std::string text = number_text(value);
    if (text.find_first_of(".e") != std::string::npos) return text;
    const bool is_integer = std::abs(value) < largest_integer && !(value == 0 && std::signbit(value));
    return is_integer ? text : text + ".0";
}

std::string reals_text(std::span<const double> values)
{
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : ", ") + real_text(value);
    return '[' + text + ']';
}

std::string quoted_text(std::string_view text) { return value_text(toml::value<std::string>(std::string(text))); }

std::string list_text(const std::vector<std::string>& items)
{
    constexpr std::size_t longest_line = 100;
    std::size_t length = 0;
    for (const std::string& item : items) length += item.size() + 2;
    std::string text = "[";
    if (length <= longest_line) {
        for (const std::string& item : items) text += (text.size() > 1 ? ", " : "") + item;
        return text + ']';
    }
    text.reserve(length + length / 25);
    std::size_t line = longest_line;
    for (const std::string& item : items) {
        if (line + item.size() + 2 > longest_line) {
            text += "\n ";
            line = 1;
        }
        text += ' ' + item + ',';
        line += item.size() + 2;
    }
    return text + "\n]";
}

std::string TomlTable::lines() const
{
    std::string text;
    for (const auto& [key, value] : entries_) text += key + " = " + value + '\n';
    return text;
}

std::string TomlTable::inline_text() const
{
    std::string text;
    for (const auto& [key, value] : entries_) text += (text.empty() ? "" : ", ") + key + " = " + value;
    return text.empty() ? "{}" : "{ " + text + " }";
}

}  // namespace tulle
