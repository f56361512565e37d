#include "scene/toml_text.hpp"

#include "simulation/scene_fields.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace tulle {
namespace {

using Entry = std::pair<std::string, const toml::node*>;

std::string key_text(std::string_view key)
{
    const bool bare = !key.empty() && std::ranges::all_of(key, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
    return bare ? std::string(key) : value_text(toml::value<std::string>(std::string(key)));
}

/// Returns the entries of a table in the order of the source, because toml++ sorts keys alphabetically. Values from
/// overrides are last.
std::vector<Entry> in_source_order(const toml::table& table)
{
    std::vector<std::pair<toml::source_position, Entry>> keyed;
    for (const auto& [key, node] : table) {
        toml::source_position begin = key.source().begin;
        if (!begin) begin = {static_cast<toml::source_index>(-1), 1};
        keyed.push_back({begin, {std::string(key.str()), &node}});
    }
    std::ranges::stable_sort(keyed, [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Entry> entries;
    entries.reserve(keyed.size());
    for (auto& [position, entry] : keyed) entries.push_back(std::move(entry));
    return entries;
}

bool is_list_of_tables(const toml::node& node)
{
    const toml::array* array = node.as_array();
    return array != nullptr && !array->empty() && array->is_homogeneous<toml::table>();
}

void write_section(std::string& out, const std::string& header, const toml::table& table)
{
    out += (out.empty() ? "" : "\n") + header + '\n';
    for (const auto& [key, node] : in_source_order(table)) out += key_text(key) + " = " + value_text(*node) + '\n';
}

}  // namespace

std::string value_text(const toml::node& value)
{
    std::string text;
    if (const toml::array* array = value.as_array()) {
        for (const toml::node& element : *array) text += (text.empty() ? "" : ", ") + value_text(element);
        return '[' + text + ']';
    }
    if (const toml::table* table = value.as_table()) {
        for (const auto& [key, node] : in_source_order(*table))
            text += (text.empty() ? "" : ", ") + key_text(key) + " = " + value_text(*node);
        return text.empty() ? "{}" : "{ " + text + " }";
    }
    if (const toml::value<double>* number = value.as_floating_point()) {
        // The shortest text that reads back as the same number, and as a floating-point number.
        text = number_text(number->get());
        return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
    }
    std::ostringstream out;
    // The default flags allow strings over several lines, but an inline table cannot contain them.
    out << toml::toml_formatter(value, toml::format_flags::allow_unicode_strings);
    return out.str();
}

std::string scene_text(const toml::table& root)
{
    const std::vector<Entry> entries = in_source_order(root);
    std::string out;
    // Keys outside of sections must come before the first section.
    for (const auto& [key, node] : entries)
        if (!node->is_table() && !is_list_of_tables(*node)) out += key_text(key) + " = " + value_text(*node) + '\n';
    for (const auto& [key, node] : entries) {
        if (const toml::table* table = node->as_table()) write_section(out, '[' + key_text(key) + ']', *table);
        if (!is_list_of_tables(*node)) continue;
        for (const toml::node& element : *node->as_array())
            write_section(out, "[[" + key_text(key) + "]]", *element.as_table());
    }
    return out;
}

}  // namespace tulle
