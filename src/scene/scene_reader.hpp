#pragma once
// Reads the tables of a scene, key by key. Problems are collected and never thrown. Unknown keys are problems.

#include "scene/scene_document.hpp"
#include "simulation/scene_fields.hpp"

#include <array>
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tulle {

/// A key of the scene format, as described in docs/scene-format.md. Lists have empty brackets: cloth[].thickness.
struct SceneKey {
    std::string path;
    std::string type;
    std::string unit;           // empty for pure numbers and for other types
    std::string range;          // empty when all values are allowed
    std::string default_value;  // or "required", or "alternative": one of several keys is required
};

struct SceneFindings {
    std::vector<Problem> problems;
    std::vector<std::string> doubtful;  // keys without a valid value, see check_consistency
    /// Returns a hint for an unknown key of the table at a path, such as misplaced_key_hint; may be null.
    std::string (*hint)(std::string_view table, std::string_view key) = nullptr;
};

/// Reads one table of a scene. On entry, the variable of a value function holds the default. It stays unchanged if the
/// key is missing or its value is invalid. The functions return whether there was a valid value.
class SceneReader {
public:
    SceneReader(const SceneDocument& document, SceneFindings& findings);
    /// Makes a reader without a file. It adds every requested key to the catalogue, with the keys of all alternatives.
    explicit SceneReader(std::vector<SceneKey>& catalogue);

    bool number(std::string_view key, double& value, std::string_view unit, Range range, Need need = Need::optional);
    /// Reads a number that has no default.
    bool optional_number(std::string_view key, std::optional<double>& value, std::string_view unit, Range range);
    /// Reads three numbers that have no default.
    bool optional_numbers(std::string_view key, std::optional<std::array<double, 3>>& values, std::string_view unit,
                          Range range);
    /// Reads a number, or one of some words in its place. A word leaves the number unchanged.
    bool number_or_word(std::string_view key, double& value, std::string_view unit, Range range,
                        std::span<const WordFlag<bool>> words);
    bool boolean(std::string_view key, bool& value);
    bool integer(std::string_view key, int& value, Range range, Need need = Need::optional);
    bool direction(std::string_view key, Vec3& value);
    bool word(std::string_view key, std::string& value, const std::vector<std::string_view>& words);
    bool name(std::string_view key, std::string& value, Need need = Need::optional);
    /// Reads a text that is not empty. `what` describes the expected text in messages.
    bool text(std::string_view key, std::string& value, std::string_view what, Need need = Need::optional);
    bool integer_list(std::string_view key, std::vector<int>& values, Need need = Need::optional);
    /// Reads the points [strain, tension in N] of a spring's law.
    bool curve(std::string_view key, std::vector<CurvePoint>& points);
    /// Reads a list in which each of `words` may occur once.
    bool word_list(std::string_view key, std::vector<std::string>& values, const std::vector<std::string_view>& words);

    template <int size>
    bool vector(std::string_view key, Eigen::Matrix<double, size, 1>& value, std::string_view unit,
                Range range = any_number, Need need = Need::optional)
    {
        return numbers(key, {value.data(), size}, unit, range, need);
    }

    template <std::size_t size>
    bool integers(std::string_view key, std::array<int, size>& values, Range range, Need need = Need::optional)
    {
        return fixed_integers(key, values, range, need);
    }

    /// Reads one of several named values.
    template <class Value, std::size_t size>
    bool choice(std::string_view key, Value& value, const std::array<Named<Value>, size>& names,
                Need need = Need::optional)
    {
        std::vector<std::string_view> words;
        std::string_view current;
        for (const Named<Value>& named : names) {
            words.push_back(named.name);
            if constexpr (std::equality_comparable<Value>)
                if (named.value == value) current = named.name;
        }
        const auto index = word_index(key, words, current, need);
        if (index) value = names[*index].value;
        return index.has_value();
    }

    /// Reads one of several named values, without a default.
    template <class Value, std::size_t size>
    bool optional_choice(std::string_view key, std::optional<Value>& value, const std::array<Named<Value>, size>& names)
    {
        std::vector<std::string_view> words;
        for (const Named<Value>& named : names) words.push_back(named.name);
        const auto index = word_index(key, words, std::nullopt, Need::optional);
        if (index) value = names[*index].value;
        return index.has_value();
    }

    /// Reads the alternative of a variant that the key names. read(shape) reads this alternative from the same table.
    /// Returns the index of the alternative, or nothing if the key is missing or invalid.
    template <std::size_t size, class... Shapes, class Read>
    std::optional<std::size_t> alternative(std::string_view key, std::variant<Shapes...>& value,
                                           const std::array<std::string_view, size>& names, const Read& read)
    {
        const auto chosen = word_index(key, {names.begin(), names.end()}, "", Need::required);
        std::size_t index = 0;
        const auto read_if_chosen = [&](auto shape) {
            if (is_catalogue() || chosen == index) {
                read(shape);
                value = std::move(shape);
            }
            ++index;
        };
        (read_if_chosen(Shapes{}), ...);
        // Without a valid choice it is unknown which other keys are valid here.
        if (!chosen) lenient_ = true;
        return chosen;
    }

    /// Reads a subtable by read(SceneReader&).
    template <class Read>
    bool section(std::string_view key, Need need, const Read& read)
    {
        auto below = enter(key, need);
        if (!below) return false;
        read(*below);
        below->finish();
        return true;
    }

    /// Reads a subtable that consists of the fields of `settings` (visit_fields).
    template <class Settings>
    void table(std::string_view key, Settings& settings)
    {
        section(key, Need::optional, [&](SceneReader& below) { visit_fields(below, settings); });
    }
    /// The same for a subtable whose presence means something, even if it is empty.
    template <class Settings>
    void table(std::string_view key, std::optional<Settings>& settings)
    {
        section(key, Need::optional, [&](SceneReader& below) { visit_fields(below, settings.emplace()); });
    }

    /// Reads a list of tables by read(SceneReader&, Item&). Each table becomes the item of the same index.
    template <class Item, class Read>
    void each(std::string_view key, std::vector<Item>& items, const Read& read)
    {
        const std::size_t count = enter_list(key);
        for (std::size_t i = 0; i < count; ++i) {
            Item& item = items.emplace_back();
            auto below = enter_item(key, i);
            if (!below) continue;
            read(*below, item);
            below->finish();
        }
    }

    /// Tells whether the reader lists keys and reads no file.
    [[nodiscard]] bool is_catalogue() const { return catalogue_ != nullptr; }
    [[nodiscard]] bool has(std::string_view key) const;
    /// Requires exactly one of these keys. All of them must be read as Need::alternative.
    void exactly_one(const std::vector<std::string_view>& keys);
    /// Adds text to the problem of a missing required key.
    void explain_missing(std::string_view key, const std::string& more);
    /// Accepts keys without reading them.
    void pass_over(const std::vector<std::string>& keys);
    /// Reports the key, if it exists, as not allowed, with the reason.
    void refuse(std::string_view key, std::string message);
    /// Reports a problem with this key's value that does not follow from the value alone.
    void complain(std::string_view key, std::string message);
    /// Reports a problem that was found elsewhere for this key, such as in the file that the key names.
    void complain(std::string_view key, Problem problem);

    /// Returns the value of a key, or null, for values that no function here reads. From now on the key counts as
    /// known. `entry.path` is the key within this table.
    const toml::node* find(SceneKey entry, Need need, const std::string& expected);
    /// Reports an invalid value, or an invalid element such as "curve[2]": the expected and the found value.
    void reject(const toml::node& node, std::string_view key, const std::string& expected);
    /// Returns the path of this table in the scene; empty for the scene itself.
    [[nodiscard]] const std::string& path() const { return path_; }

    /// Reports unknown keys and missing required keys. Call this once, after all keys are read.
    void finish();

private:
    struct KnownKey {
        std::string key;
        std::string unit;
    };
    struct Missing {
        std::vector<std::string> keys;  // one of these keys is required
        std::string message;
    };

    SceneReader(const SceneReader& above, const toml::table* table, std::string path);

    bool numbers(std::string_view key, std::span<double> values, std::string_view unit, Range range, Need need);
    bool fixed_integers(std::string_view key, std::span<int> values, Range range, Need need);
    std::optional<std::size_t> word_index(std::string_view key, const std::vector<std::string_view>& words,
                                          std::optional<std::string_view> current, Need need);
    std::optional<SceneReader> enter(std::string_view key, Need need);
    std::size_t enter_list(std::string_view key);
    std::optional<SceneReader> enter_item(std::string_view key, std::size_t index);
    void report_unknown(const toml::key& key, const toml::node& value);

    const SceneDocument* document_ = nullptr;
    SceneFindings* findings_ = nullptr;
    std::vector<SceneKey>* catalogue_ = nullptr;
    const toml::table* table_ = nullptr;
    std::string path_;
    std::vector<KnownKey> known_;
    std::vector<Missing> missing_;
    bool lenient_ = false;  // unknown keys are ignored
};

}  // namespace tulle
