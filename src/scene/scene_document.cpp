#include "scene/scene_document.hpp"

#include "core/assert.hpp"
#include "scene/toml_text.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tulle {
namespace {

/// Returns the last existing value on a path. Node is toml::node or const toml::node.
template <class Node>
Node* nearest_node(Node& root, const KeyPath& path)
{
    Node* node = &root;
    for (const KeyStep& step : path) {
        Node* next = nullptr;
        if (const auto* key = std::get_if<std::string>(&step)) {
            if (auto* table = node->as_table()) next = table->get(*key);
        } else if (auto* array = node->as_array()) {
            next = array->get(std::get<std::size_t>(step));
        }
        if (next == nullptr) break;
        node = next;
    }
    return node;
}

/// Returns "; write 1.6 with a point" if a line of the text has 1,6 as a value; otherwise an empty text.
std::string decimal_comma_hint(std::string_view text, std::size_t line)
{
    for (; line > 1 && !text.empty(); --line) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    text = text.substr(0, text.find('\n'));
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return {};
    std::string_view value = text.substr(equals + 1);
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const std::size_t comma = value.find(',');
    if (comma == 0 || comma == std::string_view::npos || comma + 1 == value.size()) return {};
    const std::string_view whole = value.substr(value.front() == '-' ? 1 : 0, comma - (value.front() == '-' ? 1 : 0));
    const std::string_view after = value.substr(comma + 1);
    const std::string_view part(after.begin(), std::ranges::find_if_not(after, is_digit));
    if (whole.empty() || part.empty() || !std::ranges::all_of(whole, is_digit)) return {};
    return "; numbers have a point, as in " + std::string(value.substr(0, comma)) + '.' + std::string(part);
}

toml::table parse_toml(std::string_view text, const std::string& file)
{
    try {
        return toml::parse(text, file);
    } catch (const toml::parse_error& error) {
        throw InputError(
            {.file = file,
             .line = static_cast<int>(error.source().begin.line),
             .column = static_cast<int>(error.source().begin.column),
             .message = std::string(error.description()) + decimal_comma_hint(text, error.source().begin.line)});
    }
}

}  // namespace

SceneDocument::SceneDocument(std::string text, std::string file)
    : text_(std::move(text)), file_(std::move(file)), root_(parse_toml(text_, file_))
{}

void SceneDocument::replace_string(std::string_view path, const std::string& value)
{
    toml::value<std::string>* text = nearest_node<toml::node>(root_, *parse_key_path(path))->as_string();
    TULLE_ASSERT(text != nullptr, path);
    if (text->get() == value) return;
    *text = value;
    changed_ = true;
}

const toml::node* SceneDocument::find(std::string_view path) const
{
    const toml::node_view<const toml::node> found = toml::at_path(root_, path);
    return found.node();
}

bool SceneDocument::is_override(const toml::node& value) const
{
    const toml::source_path_ptr& path = value.source().path;
    return path && *path != file_;
}

void SceneDocument::remove(std::string_view path)
{
    const std::size_t dot = path.rfind('.');
    toml::node* above =
        dot == std::string_view::npos ? &root_ : nearest_node<toml::node>(root_, *parse_key_path(path.substr(0, dot)));
    TULLE_ASSERT(above->is_table(), path);
    above->as_table()->erase(path.substr(dot == std::string_view::npos ? 0 : dot + 1));
    changed_ = true;
}

void SceneDocument::place(Problem& problem, const toml::source_region& source) const
{
    problem.file = source.path ? *source.path : file_;
    if (problem.file != file_) return;  // an override, which has no line
    problem.line = static_cast<int>(source.begin.line);
    problem.column = static_cast<int>(source.begin.column);
}

Problem SceneDocument::problem(const toml::node& value, std::string path, std::string message) const
{
    Problem problem{.key = std::move(path), .message = std::move(message)};
    place(problem, value.source());
    return problem;
}

Problem SceneDocument::problem(const toml::key& key, const toml::node& value, std::string path,
                               std::string message) const
{
    Problem problem{.key = std::move(path), .message = std::move(message)};
    place(problem, key.source().begin ? key.source() : value.source());
    return problem;
}

Problem SceneDocument::problem_at(std::string path, std::string message) const
{
    const auto* node = nearest_node<const toml::node>(root_, parse_key_path(path).value_or(KeyPath{}));
    return problem(*node, std::move(path), std::move(message));
}

void SceneDocument::sort(std::vector<Problem>& problems) const
{
    std::ranges::stable_sort(problems, {}, [&](const Problem& problem) {
        const bool elsewhere = problem.file != file_;
        return elsewhere ? std::tuple(true, 0, 0) : std::tuple(false, problem.line, problem.column);
    });
}

std::string SceneDocument::text() const { return changed_ ? scene_text(root_) : text_; }

}  // namespace tulle
