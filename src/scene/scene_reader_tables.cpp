// SceneReader: subtables, lists of tables, and the reports of unknown and missing keys.
#include "scene/scene_reader.hpp"
#include "scene/suggestion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace tulle {

std::optional<SceneReader> SceneReader::enter(std::string_view key, Need need)
{
    const std::string expected = path_.empty() ? fmt::format("expected a table, [{}]", key)
                                               : fmt::format("expected a table, {} = {{ ... }}", key);
    const toml::node* node = find({std::string(key), "table", "", "", "none"}, need, expected);
    if (is_catalogue()) return SceneReader(*this, nullptr, join_key(path_, key));
    if (node == nullptr) return std::nullopt;
    if (const toml::table* table = node->as_table()) return SceneReader(*this, table, join_key(path_, key));
    reject(*node, key, expected);
    return std::nullopt;
}

std::size_t SceneReader::enter_list(std::string_view key)
{
    const std::string expected = path_.empty() ? fmt::format("expected a list of tables, [[{}]]", key)
                                               : fmt::format("expected a list of tables, {} = [{{ ... }}]", key);
    const toml::node* node = find({std::string(key), "list of tables", "", "", "none"}, Need::optional, expected);
    if (is_catalogue()) return 1;
    if (node == nullptr) return 0;
    if (const toml::array* array = node->as_array()) return array->size();
    reject(*node, key, expected);
    return 0;
}

std::optional<SceneReader> SceneReader::enter_item(std::string_view key, std::size_t index)
{
    if (is_catalogue()) return SceneReader(*this, nullptr, join_key(path_, key) + "[]");
    const std::string item = join_index(key, index);
    const toml::node& node = (*table_->get_as<toml::array>(key))[index];
    if (const toml::table* table = node.as_table()) return SceneReader(*this, table, join_key(path_, item));
    reject(node, item, "expected a table");
    return std::nullopt;
}

bool SceneReader::has(std::string_view key) const { return !is_catalogue() && table_->contains(key); }

void SceneReader::exactly_one(const std::vector<std::string_view>& keys)
{
    if (is_catalogue()) return;
    std::vector<std::string_view> present;
    std::ranges::copy_if(keys, std::back_inserter(present), [&](std::string_view key) { return has(key); });
    if (present.empty()) {
        missing_.push_back(
            {{keys.begin(), keys.end()}, fmt::format("missing; expected one of {}", fmt::join(keys, ", "))});
    } else if (present.size() > 1) {
        complain(present.back(), fmt::format("expected only one of {}", fmt::join(present, ", ")));
    }
}

void SceneReader::explain_missing(std::string_view key, const std::string& more)
{
    for (Missing& missing : missing_)
        if (missing.keys.size() == 1 && missing.keys.front() == key) missing.message += more;
}

void SceneReader::pass_over(const std::vector<std::string>& keys)
{
    for (const std::string& key : keys) known_.push_back({key, ""});
}

void SceneReader::refuse(std::string_view key, std::string message)
{
    if (!has(key)) return;
    if (std::ranges::find(known_, key, &KnownKey::key) == known_.end()) known_.push_back({std::string(key), ""});
    complain(key, std::move(message));
}

void SceneReader::complain(std::string_view key, std::string message)
{
    complain(key, document_->problem_at(join_key(path_, key), std::move(message)));
}

void SceneReader::complain(std::string_view key, Problem problem)
{
    problem.key = join_key(path_, key);
    findings_->doubtful.push_back(problem.key);
    findings_->problems.push_back(std::move(problem));
}

void SceneReader::finish()
{
    if (is_catalogue()) return;
    for (const auto& [key, value] : *table_)
        if (std::ranges::find(known_, key.str(), &KnownKey::key) == known_.end()) report_unknown(key, value);
    for (const Missing& missing : missing_) {
        // A single missing key is part of the path. Several candidates are in the message.
        const std::string path = missing.keys.size() == 1 ? join_key(path_, missing.keys.front()) : path_;
        findings_->problems.push_back(document_->problem_at(path, missing.message));
        findings_->doubtful.push_back(join_key(path_, missing.keys.front()));
    }
}

void SceneReader::report_unknown(const toml::key& key, const toml::node& value)
{
    if (findings_->hint != nullptr) {
        if (const std::string hint = findings_->hint(path_, key.str()); !hint.empty()) {
            findings_->problems.push_back(
                document_->problem(key, value, join_key(path_, key.str()), "unknown key here; " + hint));
            return;
        }
    }
    std::vector<std::string_view> keys;
    for (const KnownKey& known : known_) keys.push_back(known.key);
    const auto meant = suggest(key.str(), keys);

    // A misspelt key is one problem: the intended key is not reported as missing too.
    const auto is_meant = [&](const Missing& missing) {
        return meant && std::ranges::find(missing.keys, *meant) != missing.keys.end();
    };
    const bool was_missing = std::erase_if(missing_, is_meant) > 0;
    if (lenient_ && !was_missing) return;
    if (meant) findings_->doubtful.push_back(join_key(path_, *meant));

    std::string message = fmt::format("unknown key; known here: {}", fmt::join(keys, ", "));
    if (meant) {
        const std::string& unit = std::ranges::find(known_, *meant, &KnownKey::key)->unit;
        message =
            fmt::format("unknown key, did you mean {}{}?", *meant, unit.empty() ? "" : fmt::format(" ({})", unit));
    }
    findings_->problems.push_back(document_->problem(key, value, join_key(path_, key.str()), std::move(message)));
}

}  // namespace tulle
