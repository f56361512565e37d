#include "scene/scene_reader.hpp"

#include "materials/tension_curve.hpp"
#include "scene/suggestion.hpp"
#include "scene/toml_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tulle {
namespace {

std::string found_text(const toml::node& node)
{
    constexpr std::size_t longest = 60;
    if (node.is_table()) return "a table";
    if (const auto* number = node.as_floating_point()) return number_text(number->get());
    std::string text = value_text(node);
    if (text.size() > longest) text.replace(longest - 3, std::string::npos, "...");
    return text;
}

/// Returns a number, which may be an integer in the file. Returns nothing for other types and values out of range.
std::optional<double> as_number(const toml::node& node, Range range)
{
    if (!node.is_number()) return std::nullopt;
    const auto value = node.value<double>();
    return value && range.contains(*value) ? value : std::nullopt;
}

std::optional<int> as_integer(const toml::node& node, Range range)
{
    const toml::value<std::int64_t>* value = node.as_integer();
    if (value == nullptr || !std::in_range<int>(value->get()) || !range.contains(static_cast<double>(value->get())))
        return std::nullopt;
    return static_cast<int>(value->get());
}

/// Fills `values` from an array if the array has the same number of elements and all of them convert. Otherwise
/// `values` stays unchanged.
template <class Value, class Convert>
bool copy_array(const toml::node& node, std::span<Value> values, const Convert& convert)
{
    const toml::array* array = node.as_array();
    if (array == nullptr || array->size() != values.size()) return false;
    std::vector<Value> found;
    for (const toml::node& element : *array) {
        const std::optional<Value> value = convert(element);
        if (!value) return false;
        found.push_back(*value);
    }
    std::ranges::copy(found, values.begin());
    return true;
}

std::string in_quotes(std::string_view text) { return fmt::format("\"{}\"", text); }

std::string quoted_list(const std::vector<std::string_view>& words)
{
    std::vector<std::string> all;
    all.reserve(words.size());
    for (const std::string_view word : words) all.push_back(in_quotes(word));
    return fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace

SceneReader::SceneReader(const SceneDocument& document, SceneFindings& findings)
    : document_(&document), findings_(&findings), table_(&document.root())
{}

SceneReader::SceneReader(std::vector<SceneKey>& catalogue) : catalogue_(&catalogue) {}

SceneReader::SceneReader(const SceneReader& above, const toml::table* table, std::string path)
    : document_(above.document_),
      findings_(above.findings_),
      catalogue_(above.catalogue_),
      table_(table),
      path_(std::move(path))
{}

const toml::node* SceneReader::find(SceneKey entry, Need need, const std::string& expected)
{
    known_.push_back({entry.path, entry.unit});
    if (is_catalogue()) {
        entry.path = join_key(path_, entry.path);
        if (need == Need::required) entry.default_value = "required";
        if (need == Need::alternative) entry.default_value = "alternative";
        catalogue_->push_back(std::move(entry));
        return nullptr;
    }
    const toml::node* node = table_->get(entry.path);
    if (node == nullptr && need == Need::required) missing_.push_back({{entry.path}, "missing; " + expected});
    return node;
}

void SceneReader::reject(const toml::node& node, std::string_view key, const std::string& expected)
{
    const std::string path = join_key(path_, key);
    findings_->problems.push_back(
        document_->problem(node, path, fmt::format("{}, found {}", expected, found_text(node))));
    findings_->doubtful.push_back(path);
}

bool SceneReader::number(std::string_view key, double& value, std::string_view unit, Range range, Need need)
{
    const std::string expected = expected_number(range, unit);
    const toml::node* node =
        find({std::string(key), "number", std::string(unit), range.text(), number_text(value)}, need, expected);
    if (node == nullptr) return false;
    if (const auto found = as_number(*node, range)) {
        value = *found;
        return true;
    }
    reject(*node, key, expected);
    return false;
}

bool SceneReader::optional_number(std::string_view key, std::optional<double>& value, std::string_view unit,
                                  Range range)
{
    const std::string expected = expected_number(range, unit);
    const toml::node* node =
        find({std::string(key), "number", std::string(unit), range.text(), "none"}, Need::optional, expected);
    if (node == nullptr) return false;
    if (const auto found = as_number(*node, range)) {
        value = found;
        return true;
    }
    reject(*node, key, expected);
    return false;
}

bool SceneReader::optional_numbers(std::string_view key, std::optional<std::array<double, 3>>& values,
                                   std::string_view unit, Range range)
{
    const std::string expected = expected_numbers(3, "numbers", range, unit);
    const toml::node* node =
        find({std::string(key), "3 numbers", std::string(unit), range.text(), "none"}, Need::optional, expected);
    if (node == nullptr) return false;
    std::array<double, 3> found{};
    if (copy_array(*node, std::span<double>(found), [&](const toml::node& n) { return as_number(n, range); })) {
        values = found;
        return true;
    }
    reject(*node, key, expected);
    return false;
}

bool SceneReader::number_or_word(std::string_view key, double& value, std::string_view unit, Range range,
                                 std::span<const WordFlag<bool>> words)
{
    std::vector<std::string_view> names;
    for (const WordFlag<bool>& word : words) names.push_back(word.word);
    const std::string expected =
        fmt::format("{}, or {}{}", expected_number(range, unit), names.size() > 1 ? "one of " : "", quoted_list(names));
    const auto usual = std::ranges::find_if(words, [](const WordFlag<bool>& word) { return word.is_set; });
    const toml::node* node =
        find({std::string(key), fmt::format("{} or a number", quoted_list(names)), std::string(unit), range.text(),
              usual == words.end() ? number_text(value) : fmt::format("\"{}\"", usual->word)},
             Need::optional, expected);
    if (node == nullptr) return false;
    const auto number = as_number(*node, range);
    const auto word = std::ranges::find(words, node->value<std::string_view>().value_or(""), &WordFlag<bool>::word);
    if (!number && word == words.end()) {
        reject(*node, key, expected);
        return false;
    }
    if (number) value = *number;
    for (const WordFlag<bool>& other : words) other.is_set = !number && other.word == word->word;
    return true;
}

bool SceneReader::boolean(std::string_view key, bool& value)
{
    const std::string expected = "expected true or false";
    const toml::node* node =
        find({std::string(key), "boolean", "", "", value ? "true" : "false"}, Need::optional, expected);
    if (node == nullptr) return false;
    if (const toml::value<bool>* found = node->as_boolean()) {
        value = found->get();
        return true;
    }
    reject(*node, key, expected);
    return false;
}

bool SceneReader::integer(std::string_view key, int& value, Range range, Need need)
{
    const std::string expected = fmt::format("expected an integer {}", range.text());
    const toml::node* node =
        find({std::string(key), "integer", "", range.text(), std::to_string(value)}, need, expected);
    if (node == nullptr) return false;
    if (const auto found = as_integer(*node, range)) {
        value = *found;
        return true;
    }
    reject(*node, key, expected);
    return false;
}

bool SceneReader::numbers(std::string_view key, std::span<double> values, std::string_view unit, Range range, Need need)
{
    const int count = static_cast<int>(values.size());
    const std::string expected = expected_numbers(count, "numbers", range, unit);
    const toml::node* node = find({std::string(key), fmt::format("{} numbers", count), std::string(unit), range.text(),
                                   numbers_text(values.data(), count)},
                                  need, expected);
    if (node == nullptr) return false;
    if (copy_array(*node, values, [&](const toml::node& element) { return as_number(element, range); })) return true;
    reject(*node, key, expected);
    return false;
}

bool SceneReader::fixed_integers(std::string_view key, std::span<int> values, Range range, Need need)
{
    const int count = static_cast<int>(values.size());
    const std::string expected = expected_numbers(count, "integers", range, "");
    const toml::node* node = find({std::string(key), fmt::format("{} integers", count), "", range.text(),
                                   fmt::format("[{}]", fmt::join(values, ", "))},
                                  need, expected);
    if (node == nullptr) return false;
    if (copy_array(*node, values, [&](const toml::node& element) { return as_integer(element, range); })) return true;
    reject(*node, key, expected);
    return false;
}

bool SceneReader::direction(std::string_view key, Vec3& value)
{
    const std::string expected = "expected a direction, 3 numbers that are not all zero";
    const toml::node* node =
        find({std::string(key), "3 numbers", "", "not zero", numbers_text(value.data(), 3)}, Need::optional, expected);
    if (node == nullptr) return false;
    Vec3 found = Vec3::Zero();
    const std::span<double> numbers(found.data(), 3);
    copy_array(*node, numbers, [](const toml::node& element) { return as_number(element, any_number); });
    if (is_direction(found)) {
        value = found;
        return true;
    }
    reject(*node, key, expected);
    return false;
}

std::optional<std::size_t> SceneReader::word_index(std::string_view key, const std::vector<std::string_view>& words,
                                                   std::optional<std::string_view> current, Need need)
{
    const std::string expected = expected_word(words);
    const std::string default_value = current ? in_quotes(*current) : "none";
    const toml::node* node = find({std::string(key), "string", "", quoted_list(words), default_value}, need, expected);
    if (node == nullptr) return std::nullopt;
    if (const toml::value<std::string>* found = node->as_string()) {
        const auto place = std::ranges::find(words, found->get());
        if (place != words.end()) return place - words.begin();
        if (const auto meant = suggest(found->get(), words)) {
            complain(key, fmt::format("{}, found {}; did you mean \"{}\"?", expected, found_text(*node), *meant));
            return std::nullopt;
        }
    }
    reject(*node, key, expected);
    return std::nullopt;
}

bool SceneReader::word(std::string_view key, std::string& value, const std::vector<std::string_view>& words)
{
    const auto index = word_index(key, words, value, Need::optional);
    if (index) value = words[*index];
    return index.has_value();
}

bool SceneReader::name(std::string_view key, std::string& value, Need need)
{
    const std::string expected = fmt::format("expected a name of {}", plain_name_rule);
    const toml::node* node =
        find({std::string(key), "string", "", std::string(plain_name_rule), in_quotes(value)}, need, expected);
    if (node == nullptr) return false;
    if (const toml::value<std::string>* found = node->as_string(); found != nullptr && is_plain_name(found->get())) {
        value = found->get();
        return true;
    }
    reject(*node, key, expected);
    return false;
}

bool SceneReader::text(std::string_view key, std::string& value, std::string_view what, Need need)
{
    const std::string expected = fmt::format("expected {}", what);
    const toml::node* node = find({std::string(key), "string", "", "", in_quotes(value)}, need, expected);
    if (node == nullptr) return false;
    if (const toml::value<std::string>* found = node->as_string(); found != nullptr && !found->get().empty()) {
        value = found->get();
        return true;
    }
    reject(*node, key, expected);
    return false;
}

bool SceneReader::integer_list(std::string_view key, std::vector<int>& values, Need need)
{
    const std::string expected = "expected a list of integers >= 0";
    const toml::node* node = find({std::string(key), "list of integers", "", ">= 0", "[]"}, need, expected);
    if (node == nullptr) return false;
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        reject(*node, key, expected);
        return false;
    }
    bool sound = true;
    for (std::size_t i = 0; i < array->size(); ++i) {
        if (const auto x = as_integer((*array)[i], at_least(0))) {
            values.push_back(*x);
        } else {
            reject((*array)[i], join_index(key, i), "expected an integer >= 0");
            sound = false;
        }
    }
    return sound;
}

bool SceneReader::curve(std::string_view key, std::vector<CurvePoint>& points)
{
    const std::string expected = "expected a list of points [strain, tension in N]";
    const toml::node* node = find({std::string(key), "list of points", "1, N", "", "[]"}, Need::optional, expected);
    if (node == nullptr) return false;
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        reject(*node, key, expected);
        return false;
    }
    std::vector<CurvePoint> found;
    for (std::size_t i = 0; i < array->size(); ++i) {
        const toml::array* pair = (*array)[i].as_array();
        const bool is_pair = pair != nullptr && pair->size() == 2;
        const auto strain = is_pair ? as_number((*pair)[0], any_number) : std::nullopt;
        const auto tension = is_pair ? as_number((*pair)[1], any_number) : std::nullopt;
        if (!strain || !tension) {
            reject((*array)[i], join_index(key, i), "expected a point [strain, tension in N]");
            return false;
        }
        found.push_back({*strain, *tension});
    }
    if (const std::string problem = curve_problem(found); !problem.empty()) {
        complain(key, problem);
        return false;
    }
    points = std::move(found);
    return true;
}

bool SceneReader::word_list(std::string_view key, std::vector<std::string>& values,
                            const std::vector<std::string_view>& words)
{
    const std::string expected = fmt::format("expected a list of {}", quoted_list(words));
    std::vector<std::string_view> defaults(values.begin(), values.end());
    const toml::node* node =
        find({std::string(key), "list of strings", "", quoted_list(words), fmt::format("[{}]", quoted_list(defaults))},
             Need::optional, expected);
    if (node == nullptr) return false;
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        reject(*node, key, expected);
        return false;
    }
    values.clear();
    for (std::size_t i = 0; i < array->size(); ++i) {
        const std::string at = join_index(key, i);
        const std::string found = (*array)[i].value_or(std::string());
        if (std::ranges::find(words, found) == words.end()) {
            const auto meant = suggest(found, words);
            complain(at, fmt::format("{}, found {}{}", expected_word(words), found_text((*array)[i]),
                                     meant ? fmt::format("; did you mean \"{}\"?", *meant) : ""));
        } else if (std::ranges::find(values, found) != values.end()) {
            complain(at, fmt::format("\"{}\" is in the list already", found));
        } else {
            values.push_back(found);
        }
    }
    return values.size() == array->size();
}

}  // namespace tulle
