#pragma once
// Scene file as a tree of TOML values. Each value has its source position: a line of the file, or an override.

#include "scene/key_path.hpp"

#include <tulle/error.hpp>

#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

namespace tulle {

class SceneDocument {
public:
    /// Parses the text. `file` is its name in messages. Throws InputError at the first TOML syntax error.
    SceneDocument(std::string text, std::string file);

    /// Applies "key.path=value". The value is TOML, or a string if it is a bare word. Missing tables on the path are
    /// created. An element of a list of named tables can be addressed by its name: cloth.tablecloth.thickness.
    /// An override that cannot be applied is added to `problems`. The reader checks later whether the key is valid.
    void apply_override(const std::string& assignment, std::vector<Problem>& problems);

    /// Replaces the string at a path by `value`, also in the text.
    void replace_string(std::string_view path, const std::string& value);

    [[nodiscard]] const toml::table& root() const { return root_; }
    /// Returns the value at a path, or null.
    [[nodiscard]] const toml::node* find(std::string_view path) const;
    /// Tells whether a value comes from an override.
    [[nodiscard]] bool is_override(const toml::node& value) const;
    /// Removes the value at a path of keys, also from the text.
    void remove(std::string_view path);

    /// Make a problem with the position of a value, of a key, or of the last existing value on a path.
    [[nodiscard]] Problem problem(const toml::node& value, std::string path, std::string message) const;
    [[nodiscard]] Problem problem(const toml::key& key, const toml::node& value, std::string path,
                                  std::string message) const;
    [[nodiscard]] Problem problem_at(std::string path, std::string message) const;

    /// Sorts problems: first the ones in the scene file, from top to bottom, then all others in their order.
    void sort(std::vector<Problem>& problems) const;

    /// Returns the tree as TOML: the original text if nothing was changed, otherwise new text without comments.
    [[nodiscard]] std::string text() const;

private:
    void place(Problem& problem, const toml::source_region& source) const;

    std::string text_;
    std::string file_;
    toml::table root_;
    bool changed_ = false;
};

}  // namespace tulle
