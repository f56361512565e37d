#include "scene/key_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tulle {
namespace {

/// Returns the index in "[0]" at the front of `text`, and removes it from the text.
std::optional<std::size_t> take_index(std::string_view& text)
{
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view digits = text.substr(1, close - 1);
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    text.remove_prefix(close + 1);
    return index;
}

}  // namespace

std::optional<KeyPath> parse_key_path(std::string_view text)
{
    KeyPath path;
    while (true) {
        const std::string_view key = text.substr(0, text.find_first_of(".[]"));
        if (key.empty()) return std::nullopt;
        path.emplace_back(std::string(key));
        text.remove_prefix(key.size());
        while (text.starts_with('[')) {
            const auto index = take_index(text);
            if (!index) return std::nullopt;
            path.emplace_back(*index);
        }
        if (text.empty()) return path;
        if (!text.starts_with('.')) return std::nullopt;
        text.remove_prefix(1);
    }
}

std::string join_key(std::string_view table, std::string_view key)
{
    return table.empty() ? std::string(key) : fmt::format("{}.{}", table, key);
}

std::string join_index(std::string_view array, std::size_t index) { return fmt::format("{}[{}]", array, index); }

}  // namespace tulle
