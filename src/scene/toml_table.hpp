#pragma once
// TOML text with its keys in the order in which they are written; the trees of toml++ sort their keys.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tulle {

/// Returns a finite number as TOML that reads back as the same bits: 0.1, 5, -0.0, 1e-4.
[[nodiscard]] std::string real_text(double value);
[[nodiscard]] std::string reals_text(std::span<const double> values);  // [0, 0, 1]
[[nodiscard]] std::string quoted_text(std::string_view text);
/// Returns a list of texts of values. A long list has several lines.
[[nodiscard]] std::string list_text(const std::vector<std::string>& items);

/// A table whose values are texts.
class TomlTable {
public:
    void set(std::string_view key, std::string value) { entries_.emplace_back(key, std::move(value)); }

    [[nodiscard]] bool empty() const { return entries_.empty(); }
    [[nodiscard]] std::string lines() const;        // key = value, each in a line
    [[nodiscard]] std::string inline_text() const;  // { key = value, key = value }

private:
    std::vector<std::pair<std::string, std::string>> entries_;
};

/// A file with the sections of tables.
class TomlText {
public:
    explicit TomlText(std::string start) : text_(std::move(start)) {}

    void section(std::string_view key, const TomlTable& table) { add('[' + std::string(key) + ']', table); }
    void item(std::string_view key, const TomlTable& table) { add("[[" + std::string(key) + "]]", table); }

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void add(const std::string& header, const TomlTable& table)
    {
        text_ += (text_.empty() ? "" : "\n") + header + '\n' + table.lines();
    }

    std::string text_;
};

}  // namespace tulle
