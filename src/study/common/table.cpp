#include "study/common/table.hpp"

#include "core/assert.hpp"
#include "output/encode.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tulle {
namespace {

/// Returns the text for people.
std::string shown(const Table::Cell& cell)
{
    if (!cell.text.empty()) return cell.text;
    if (const auto* integer = std::get_if<std::int64_t>(&cell.number)) return fmt::format("{}", *integer);
    if (const auto* real = std::get_if<double>(&cell.number)) return fmt::format("{:g}", *real);
    return "";
}

const std::string& key_of(const Table::Column& column) { return column.key.empty() ? column.heading : column.key; }

std::string markdown_cell(const std::string& text)
{
    std::string cell = " ";
    for (const char c : text) {
        if (c == '|') cell += '\\';
        cell += c;
    }
    return cell + " |";
}

void append_csv_text(std::string& csv, const std::string& text, bool is_quoted)
{
    if (!is_quoted && text.find_first_of(",\"\r\n") == std::string::npos) {
        csv += text;
        return;
    }
    csv += '"';
    for (const char c : text) {
        if (c == '"') csv += '"';
        csv += c;
    }
    csv += '"';
}

void append_csv_cell(std::string& csv, const Table::Cell& cell, bool is_quoted, Decimals decimals)
{
    if (const auto* integer = std::get_if<std::int64_t>(&cell.number)) {
        append_number(csv, *integer);
    } else if (const auto* real = std::get_if<double>(&cell.number)) {
        if (decimals == Decimals::shortest)
            append_number(csv, *real);
        else
            fmt::format_to(std::back_inserter(csv), "{}", *real);
    } else if (!cell.text.empty()) {
        append_csv_text(csv, cell.text, is_quoted);
    }
}

/// Returns the number of columns that the text takes on a screen. fmt counts them when it pads a text, but has no
/// public function that returns the count. A text never takes more columns than it has bytes. Padded to that many
/// columns, it therefore gets one space for each column that it lacks.
std::size_t width_of(const std::string& text)
{
    const std::size_t bytes = text.size();
    const std::size_t spaces = fmt::formatted_size("{:<{}}", text, bytes) - bytes;
    return bytes - spaces;
}

/// Appends a line. Two spaces separate a right-aligned cell from a left-aligned one, because both may be full.
void append_line(std::string& out, const std::vector<Table::Column>& columns, const std::vector<std::string>& cells,
                 const std::vector<std::size_t>& widths)
{
    for (std::size_t k = 0; k < columns.size(); ++k) {
        const bool is_right = columns[k].alignment == Table::Alignment::right;
        if (k > 0) out += !is_right && columns[k - 1].alignment == Table::Alignment::right ? "  " : " ";
        out += is_right ? fmt::format("{:>{}}", cells[k], widths[k]) : fmt::format("{:<{}}", cells[k], widths[k]);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
}

}  // namespace

Table::Column left_column(std::string heading, int width)
{
    Table::Column column(std::move(heading));
    column.width = width;
    return column;
}

Table::Column right_column(std::string heading, int width)
{
    Table::Column column = left_column(std::move(heading), width);
    column.alignment = Table::Alignment::right;
    return column;
}

Table::Column quoted_column(std::string heading)
{
    Table::Column column(std::move(heading));
    column.is_quoted = true;
    return column;
}

Table::Cell if_finite(double value) { return value_if(std::isfinite(value), value); }

Table::Cell value_if(bool condition, double value) { return condition ? Table::Cell(value) : Table::Cell(); }

void Table::add_row(Row row)
{
    TULLE_ASSERT(row.size() == columns_.size(), row.size(), columns_.size());
    rows_.push_back(std::move(row));
}

std::string to_markdown(const Table& table)
{
    std::string text = "|", rule = "\n|";
    for (const Table::Column& column : table.columns()) {
        text += column.heading.empty() ? " |" : markdown_cell(column.heading);
        rule += " --- |";
    }
    text += rule + '\n';
    for (const Table::Row& row : table.rows()) {
        text += '|';
        for (const Table::Cell& cell : row) text += markdown_cell(shown(cell));
        text += '\n';
    }
    return text;
}

std::string to_csv(const Table& table, Decimals decimals)
{
    const std::vector<Table::Column>& columns = table.columns();
    std::string csv;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        if (k > 0) csv += ',';
        append_csv_text(csv, key_of(columns[k]), false);
    }
    csv += '\n';
    for (const Table::Row& row : table.rows()) {
        for (std::size_t k = 0; k < columns.size(); ++k) {
            if (k > 0) csv += ',';
            append_csv_cell(csv, row[k], columns[k].is_quoted, decimals);
        }
        csv += '\n';
    }
    return csv;
}

std::string to_text(const Table& table)
{
    const std::vector<Table::Column>& columns = table.columns();
    std::vector<std::vector<std::string>> lines(1);
    for (const Table::Column& column : columns) lines.front().push_back(column.heading);
    for (const Table::Row& row : table.rows()) {
        std::vector<std::string>& line = lines.emplace_back();
        for (const Table::Cell& cell : row) line.push_back(shown(cell));
    }
    std::vector<std::size_t> widths;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        auto& widest = widths.emplace_back(static_cast<std::size_t>(columns[k].width));
        for (const std::vector<std::string>& line : lines) widest = std::max(widest, width_of(line[k]));
    }
    std::string text;
    for (const std::vector<std::string>& line : lines) append_line(text, columns, line, widths);
    return text;
}

nlohmann::ordered_json to_json(const Table& table)
{
    auto rows = nlohmann::ordered_json::array();
    for (const Table::Row& row : table.rows()) {
        auto object = nlohmann::ordered_json::object();
        for (std::size_t k = 0; k < row.size(); ++k) {
            const std::string& key = key_of(table.columns()[k]);
            if (const auto* integer = std::get_if<std::int64_t>(&row[k].number))
                object[key] = *integer;
            else if (const auto* real = std::get_if<double>(&row[k].number))
                object[key] = *real;
            else if (!row[k].text.empty())
                object[key] = row[k].text;
        }
        rows.push_back(std::move(object));
    }
    return rows;
}

}  // namespace tulle
