// SceneDocument::apply_override: applies an override such as "cloth.tablecloth.thickness=0.003" to the tree.
#include "scene/scene_document.hpp"
#include "scene/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace tulle {
namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Follows the path of one override through the tree and sets the value at its end. Every new value has the override as
/// its source. So a problem with the value names the flag and not a line of the file.
class Override {
public:
    explicit Override(const std::string& assignment) : source_("--set " + assignment)
    {
        const std::size_t equals = assignment.find('=');
        if (equals == std::string::npos) {
            fail("", "expected key.path=value");
            return;
        }
        path_text_ = trimmed(std::string_view(assignment).substr(0, equals));
        const auto path = parse_key_path(path_text_);
        if (!path) {
            fail(path_text_, "expected a key path such as integrator.dt or cloth[0].thickness");
            return;
        }
        path_ = *path;
        parse_value(trimmed(std::string_view(assignment).substr(equals + 1)));
    }

    /// Applies the override. Returns whether the tree was changed.
    bool apply(toml::table& root)
    {
        if (problem_) return false;
        toml::node* node = &root;
        for (std::size_t i = 0; node != nullptr && i < path_.size(); ++i) {
            const bool last = i + 1 == path_.size();
            if (toml::array* array = node->as_array()) {
                node = step_into_array(*array, path_[i], last);
            } else if (toml::table* table = node->as_table()) {
                node = step_into_table(*table, path_[i], last);
            } else {
                fail(walked_, fmt::format("holds a single value, so {} leads nowhere", path_text_));
                node = nullptr;
            }
        }
        return node != nullptr;
    }

    [[nodiscard]] const std::optional<Problem>& problem() const { return problem_; }

private:
    void fail(std::string key, std::string message)
    {
        problem_ = Problem{.file = source_, .key = std::move(key), .message = std::move(message)};
    }

    void parse_value(std::string_view text)
    {
        if (text.empty()) {
            fail(path_text_, "expected a value behind =");
            return;
        }
        try {
            value_ = toml::parse(fmt::format("value = {}", text), source_);
            if (value_.size() == 1) return;
        } catch (const toml::parse_error& error) {
            if (std::string_view("[{\"'").find(text.front()) != std::string_view::npos) {
                fail(path_text_, fmt::format("expected a TOML value: {}", error.description()));
                return;
            }
        }
        value_ = toml::parse("value = ''", source_);
        *value_.get("value")->as_string() = std::string(text);
    }

    toml::node* step_into_table(toml::table& table, const KeyStep& step, bool last)
    {
        const auto* key = std::get_if<std::string>(&step);
        if (key == nullptr) {
            fail(walked_, "is a table and has no index");
            return nullptr;
        }
        walked_ = join_key(walked_, *key);
        // Move the value, because toml++ drops the source of a copy.
        if (last)
            table.insert_or_assign(*key, std::move(*value_.get("value")));
        else if (table.get(*key) == nullptr)
            table.insert(*key, toml::table(toml::parse("", source_)));
        return table.get(*key);
    }

    toml::node* step_into_array(toml::array& array, const KeyStep& step, bool last)
    {
        const auto index = index_in(array, step);
        if (!index) return nullptr;
        walked_ = join_index(walked_, *index);
        if (last) array.replace(array.cbegin() + static_cast<std::ptrdiff_t>(*index), std::move(*value_.get("value")));
        return array.get(*index);
    }

    std::optional<std::size_t> index_in(const toml::array& array, const KeyStep& step)
    {
        if (const auto* index = std::get_if<std::size_t>(&step)) {
            if (*index < array.size()) return *index;
            fail(join_index(walked_, *index), array.empty()
                                                  ? "the list is empty"
                                                  : fmt::format("the last one is {}[{}]", walked_, array.size() - 1));
            return std::nullopt;
        }

        // A member without a name has the name of its list, which is in the singular, such as cloth.
        const auto& name = std::get<std::string>(step);
        std::vector<std::string_view> names;
        for (const toml::node& element : array) {
            const toml::table* table = element.as_table();
            names.push_back(table == nullptr ? ""
                            : table->get_as<std::string>("name") == nullptr
                                ? std::string_view(walked_)
                                : std::string_view(**table->get_as<std::string>("name")));
        }
        const auto found = std::ranges::find(names, name);
        if (found != names.end() && std::ranges::count(names, name) == 1)
            return static_cast<std::size_t>(found - names.begin());
        if (found != names.end()) {
            fail(join_key(walked_, name), fmt::format("several have this name; write {}[0] for the first", walked_));
            return std::nullopt;
        }
        const auto meant = suggest(name, names);
        fail(join_key(walked_, name),
             meant ? fmt::format("no {} has this name, did you mean {}.{}?", walked_, walked_, *meant)
                   : fmt::format("no {} has this name; write {}[0] for the first", walked_, walked_));
        return std::nullopt;
    }

    std::string source_;
    std::string path_text_;
    KeyPath path_;
    std::string walked_;
    toml::table value_;
    std::optional<Problem> problem_;
};

}  // namespace

void SceneDocument::apply_override(const std::string& assignment, std::vector<Problem>& problems)
{
    Override override(assignment);
    if (override.apply(root_)) changed_ = true;
    if (override.problem()) problems.push_back(*override.problem());
}

}  // namespace tulle
