#pragma once
// Reads the tables of a scene, key by key. Problems are collected and never thrown; keys nobody asked for are problems.

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

/// A key of the scene format, in the words of docs/scene-format.md. Lists have empty brackets: cloth[].thickness.
struct SceneKey {
    std::string path;
    std::string type;
    std::string unit;           // empty for pure numbers and everything else
    std::string range;          // empty when all values will do
    std::string default_value;  // "required" when there is none, "alternative" when one of several is required
};

struct SceneFindings {
    std::vector<Problem> problems;
    std::vector<std::string> doubtful;  // keys without a sound value, see check_consistency
    /// What to say about a key that the table at a path does not know, such as misplaced_key_hint; may be null.
    std::string (*hint)(std::string_view table, std::string_view key) = nullptr;
};

/// One table of a scene. Its value functions leave the variable, which holds the default, as it is when the key is
/// missing or wrong; they return whether a sound value was there.
class SceneReader {
public:
    SceneReader(const SceneDocument& document, SceneFindings& findings);
    /// Reads no file: every key asked for is written into the catalogue, and all ways a file could go are gone.
    explicit SceneReader(std::vector<SceneKey>& catalogue);

    bool number(std::string_view key, double& value, std::string_view unit, Range range, Need need = Need::optional);
    /// A number without a default of its own.
    bool optional_number(std::string_view key, std::optional<double>& value, std::string_view unit, Range range);
    /// Three of them, without a default.
    bool optional_numbers(std::string_view key, std::optional<std::array<double, 3>>& values, std::string_view unit,
                          Range range);
    /// A number, or one of some words in its place, which leaves the number as it is.
    bool number_or_word(std::string_view key, double& value, std::string_view unit, Range range,
                        std::span<const WordFlag<bool>> words);
    bool boolean(std::string_view key, bool& value);
    bool integer(std::string_view key, int& value, Range range, Need need = Need::optional);
    bool direction(std::string_view key, Vec3& value);
    bool word(std::string_view key, std::string& value, const std::vector<std::string_view>& words);
    bool name(std::string_view key, std::string& value, Need need = Need::optional);
    /// Any text but the empty one; `what` says in messages what is expected.
    bool text(std::string_view key, std::string& value, std::string_view what, Need need = Need::optional);
    bool integer_list(std::string_view key, std::vector<int>& values, Need need = Need::optional);
    /// Points [strain, tension in N] of a spring's law.
    bool curve(std::string_view key, std::vector<CurvePoint>& points);
    /// A list in which each of `words` may stand once.
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

    /// One of a few named values.
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

    /// The same where none of them need be meant.
    template <class Value, std::size_t size>
    bool optional_choice(std::string_view key, std::optional<Value>& value, const std::array<Named<Value>, size>& names)
    {
        std::vector<std::string_view> words;
        for (const Named<Value>& named : names) words.push_back(named.name);
        const auto index = word_index(key, words, std::nullopt, Need::optional);
        if (index) value = names[*index].value;
        return index.has_value();
    }

    /// Which alternative of a variant the table describes; read(shape) reads that alternative from the same table.
    /// Returns its index; none when the key is missing or wrong.
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
        // Without the choice nobody can tell which of the other keys belong here.
        if (!chosen) lenient_ = true;
        return chosen;
    }

    /// A table below this one: read(SceneReader&).
    template <class Read>
    bool section(std::string_view key, Need need, const Read& read)
    {
        auto below = enter(key, need);
        if (!below) return false;
        read(*below);
        below->finish();
        return true;
    }

    /// A list of tables: read(SceneReader&, Item&) for each, into items of the same indices.
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

    /// Whether keys are listed, and no file is read.
    [[nodiscard]] bool is_catalogue() const { return catalogue_ != nullptr; }
    [[nodiscard]] bool has(std::string_view key) const;
    /// Exactly one of these keys, all of which are read as Need::alternative, must be there.
    void exactly_one(const std::vector<std::string_view>& keys);
    /// Says more about a required key that is missing.
    void explain_missing(std::string_view key, const std::string& more);
    /// Keys that may be there although nobody can tell what they mean.
    void pass_over(const std::vector<std::string>& keys);
    /// Reports the key, if it is there, with the reason why it may not be.
    void refuse(std::string_view key, std::string message);
    /// A problem of this key's value that the value alone does not show.
    void complain(std::string_view key, std::string message);
    /// A problem found elsewhere on behalf of this key, such as in the file it names.
    void complain(std::string_view key, Problem problem);

    /// For values that no function here reads: the one of a key, which is known from now on, or null. `entry.path` is
    /// the key within this table.
    const toml::node* find(SceneKey entry, Need need, const std::string& expected);
    /// Says what was expected of a value, or of one within it such as "curve[2]", and what was found.
    void reject(const toml::node& node, std::string_view key, const std::string& expected);
    /// Where this table is in the scene; empty for the scene itself.
    [[nodiscard]] const std::string& path() const { return path_; }

    /// Reports keys that nobody read and required ones that are missing. Called once, after all keys were read.
    void finish();

private:
    struct KnownKey {
        std::string key;
        std::string unit;
    };
    struct Missing {
        std::vector<std::string> keys;  // one of them is needed
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
    bool lenient_ = false;  // keys nobody read are passed over
};

}  // namespace tulle
