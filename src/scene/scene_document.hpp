#pragma once
// A scene file as a tree of TOML values that know where they came from: a line of the file or an override.

#include "scene/key_path.hpp"

#include <tulle/error.hpp>

#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

namespace tulle {

class SceneDocument {
public:
    /// `file` is what messages call the text. Throws InputError at the first mistake in its TOML.
    SceneDocument(std::string text, std::string file);

    /// Applies "key.path=value": the value is TOML, or a string when it is a bare word; tables on the way are made
    /// when they are missing. A list of named tables can be entered by name, cloth.tablecloth.thickness.
    /// What cannot be applied becomes a problem; whether the key means something is for the reader to say.
    void apply_override(const std::string& assignment, std::vector<Problem>& problems);

    /// Puts `value` where a string stands; the text then says so too.
    void replace_string(std::string_view path, const std::string& value);

    [[nodiscard]] const toml::table& root() const { return root_; }
    /// The value at a path, or null.
    [[nodiscard]] const toml::node* find(std::string_view path) const;
    /// Whether a value came from an override.
    [[nodiscard]] bool is_override(const toml::node& value) const;
    /// Takes the value at a path of keys out; the text then does without it too.
    void remove(std::string_view path);

    /// Problems at a value, at a key, and as near to a path as the tree goes.
    [[nodiscard]] Problem problem(const toml::node& value, std::string path, std::string message) const;
    [[nodiscard]] Problem problem(const toml::key& key, const toml::node& value, std::string path,
                                  std::string message) const;
    [[nodiscard]] Problem problem_at(std::string path, std::string message) const;

    /// Scene file first, from top to bottom; then everything else, as it came.
    void sort(std::vector<Problem>& problems) const;

    /// TOML of the tree: the text as given while nothing was changed, else written anew, without comments.
    [[nodiscard]] std::string text() const;

private:
    void place(Problem& problem, const toml::source_region& source) const;

    std::string text_;
    std::string file_;
    toml::table root_;
    bool changed_ = false;
};

}  // namespace tulle
