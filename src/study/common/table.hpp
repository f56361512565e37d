#pragma once
// Tables of the studies' reports: rows are collected once, and written as Markdown, CSV, aligned text or JSON.

#include <nlohmann/json_fwd.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tulle {

class Table {
public:
    enum class Alignment { left, right };

    /// Both names of a column contain the unit: "time [s]" is for people, "time_s" is for programs.
    struct Column {
        // NOLINTBEGIN(google-explicit-constructor): implicit, so that a list of names is a list of columns
        Column(const char* name) : heading(name) {}
        Column(std::string name) : heading(std::move(name)) {}
        // NOLINTEND(google-explicit-constructor)
        Column(const char* for_people, const char* for_programs) : heading(for_people), key(for_programs) {}

        std::string heading;                    // in Markdown and aligned text
        std::string key;                        // in CSV and JSON; if empty, these have the heading
        Alignment alignment = Alignment::left;  // in aligned text
        int width = 0;                          // in aligned text: the least width, in characters
        bool is_quoted = false;                 // in CSV: quotation marks around every text, necessary or not
    };

    /// A cell has a text for people, a number for programs, or both. A cell without either is a missing value. A
    /// condition is no number: a table writes it as a text, such as "yes".
    struct Cell {
        // NOLINTBEGIN(google-explicit-constructor): implicit, so that a list of values is a row
        Cell() = default;
        Cell(const char* words) : text(words) {}
        Cell(std::string words) : text(std::move(words)) {}
        Cell(std::string_view words) : text(words) {}
        template <std::integral Integer>
        Cell(Integer value) : number(static_cast<std::int64_t>(value))
        {}
        Cell(double value) : number(value) {}
        Cell(std::optional<double> value)
        {
            if (value) number = *value;
        }
        Cell(bool) = delete;
        // NOLINTEND(google-explicit-constructor)
        Cell(std::string words, double value) : text(std::move(words)), number(value) {}
        template <std::same_as<bool> Condition>
        Cell(std::string, Condition) = delete;

        std::string text;                                           // if empty, people read the number, in six digits
        std::variant<std::monostate, std::int64_t, double> number;  // if missing, CSV and JSON have the text
    };

    using Row = std::vector<Cell>;

    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// The row must have a cell for every column.
    void add_row(Row row);

    [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
    [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

private:
    std::vector<Column> columns_;
    std::vector<Row> rows_;
};

/// Columns of aligned text, of at least this many characters.
[[nodiscard]] Table::Column left_column(std::string heading, int width = 0);
[[nodiscard]] Table::Column right_column(std::string heading, int width = 0);

/// A column with quotation marks around every text in CSV.
[[nodiscard]] Table::Column quoted_column(std::string heading);

/// Return the number, or a missing value if the number is not finite or if the condition does not hold.
[[nodiscard]] Table::Cell if_finite(double value);
[[nodiscard]] Table::Cell value_if(bool condition, double value);

/// Returns the headings and the rows. A vertical bar in a text becomes "\|", because a bare one would end the cell.
[[nodiscard]] std::string to_markdown(const Table& table);

/// Decimals of a floating-point number in CSV. Both read back exactly.
enum class Decimals {
    shortest,  // 1e-04 and 1e+06: an exponent where it is shorter
    plain      // 0.0001 and 1000000: an exponent only below 0.0001 and from 1e16 on
};

/// Returns the keys and the rows as RFC 4180 describes, but with lines that end in "\n". Missing values are empty.
/// Numbers that are infinite or not a number are "inf" and "nan".
[[nodiscard]] std::string to_csv(const Table& table, Decimals decimals = Decimals::shortest);

/// Returns headings and rows in columns that are as wide as their longest cell. Wide characters, such as Chinese ones,
/// take the place of two. Lines have no spaces at the end.
[[nodiscard]] std::string to_text(const Table& table);

/// Returns an array with an object for each row; an object has no entries for missing values.
[[nodiscard]] nlohmann::ordered_json to_json(const Table& table);

}  // namespace tulle
