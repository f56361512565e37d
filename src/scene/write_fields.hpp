#pragma once
// Writes the fields of a description as keys of a scene file. Fields with the bits of their default are left out.

#include "scene/scene_parts.hpp"
#include "scene/toml_table.hpp"
#include "simulation/scene_fields.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// A field as text.
struct FieldText {
    std::string_view key;
    std::string text;    // empty: no value
    std::string hidden;  // number that the description has although a word ("auto") is written in its place
    bool is_required = false;
};

/// Visits the fields of a description (visit_fields) and collects their values as texts.
class FieldTexts {
public:
    void number(std::string_view key, double value, std::string_view, Range, Need need = Need::optional)
    {
        add(key, real_text(value), need);
    }
    void optional_number(std::string_view key, const std::optional<double>& value, std::string_view, Range)
    {
        add(key, value ? real_text(*value) : "");
    }
    void optional_numbers(std::string_view key, const std::optional<std::array<double, 3>>& values, std::string_view,
                          Range)
    {
        add(key, values ? reals_text(*values) : "");
    }
    void number_or_word(std::string_view key, double value, std::string_view, Range, const auto& words)
    {
        const auto word = std::ranges::find_if(words, [](const auto& each) { return each.is_set; });
        if (word == words.end()) return add(key, real_text(value));
        add(key, quoted_text(word->word));
        fields_.back().hidden = real_text(value);
        for (const auto& other : words)
            if (other.is_set && other.word != word->word) fields_.back().hidden = quoted_text(other.word);
    }
    void boolean(std::string_view key, bool value) { add(key, value ? "true" : "false"); }
    void integer(std::string_view key, int value, Range, Need need = Need::optional)
    {
        add(key, std::to_string(value), need);
    }
    template <int size>
    void vector(std::string_view key, const Eigen::Matrix<double, size, 1>& value, std::string_view, Range = any_number,
                Need need = Need::optional)
    {
        add(key, reals_text({value.data(), size}), need);
    }
    void direction(std::string_view key, const Vec3& value) { add(key, reals_text({value.data(), 3})); }
    template <std::size_t size>
    void integers(std::string_view key, const std::array<int, size>& values, Range, Need need = Need::optional)
    {
        std::vector<std::string> items;
        for (const int value : values) items.push_back(std::to_string(value));
        add(key, list_text(items), need);
    }
    void curve(std::string_view key, const std::vector<CurvePoint>& points)
    {
        std::vector<std::string> items;
        for (const CurvePoint& point : points) items.push_back(reals_text(std::array{point.strain, point.tension}));
        add(key, points.empty() ? "" : list_text(items));
    }
    void word(std::string_view key, const std::string& value, const std::vector<std::string_view>&)
    {
        add(key, quoted_text(value));
    }
    void name(std::string_view key, const std::string& value, Need need = Need::optional)
    {
        add(key, quoted_text(value), need);
    }
    template <class Value, std::size_t size>
    void choice(std::string_view key, Value value, const std::array<Named<Value>, size>& names)
    {
        add(key, quoted_text(std::ranges::find(names, value, &Named<Value>::value)->name));
    }
    template <class Value, std::size_t size>
    void optional_choice(std::string_view key, const std::optional<Value>& value,
                         const std::array<Named<Value>, size>& names)
    {
        if (value) return choice(key, *value, names);
        add(key, "");
    }

    [[nodiscard]] const std::vector<FieldText>& fields() const { return fields_; }

private:
    void add(std::string_view key, std::string text, Need need = Need::optional)
    {
        fields_.push_back({key, std::move(text), {}, need != Need::optional});
    }

    std::vector<FieldText> fields_;
};

/// Adds the required fields and those that differ from `defaults`, the same fields of a description without values of
/// its own. A value that its key cannot express is a problem of `parts`; `path` is the path of the table.
void add_fields(TomlTable& out, SceneParts& parts, const std::string& path, const std::vector<FieldText>& fields,
                const std::vector<FieldText>& defaults);

/// Writes the fields that `visit` visits.
template <class Owner, class Visit>
void write_visited(TomlTable& out, SceneParts& parts, const std::string& path, const Owner& owner, const Owner& usual,
                   const Visit& visit)
{
    FieldTexts written, defaults;
    visit(written, owner);
    visit(defaults, usual);
    add_fields(out, parts, path, written.fields(), defaults.fields());
}

/// Writes the fields of `visit_fields`.
template <class Owner>
void write_fields(TomlTable& out, SceneParts& parts, const std::string& path, const Owner& owner,
                  const Owner& usual = {})
{
    write_visited(out, parts, path, owner, usual, [](auto& in, const auto& each) { visit_fields(in, each); });
}

/// Writes the fields of `visit_fields` as a table in one line, if there is a field to write.
template <class Owner>
void write_table(TomlTable& out, SceneParts& parts, const std::string& path, std::string_view key, const Owner& owner)
{
    TomlTable table;
    write_fields(table, parts, path + '.' + std::string(key), owner);
    if (!table.empty()) out.set(key, table.inline_text());
}

}  // namespace tulle
