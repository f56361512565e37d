#include "study/fabric_lab/fabric_report.hpp"

#include "study/common/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tulle {
namespace {

constexpr std::string_view beyond_mark = "*";

/// "+0.31 %"
std::string difference_text(const KesRow& row, std::size_t resolution)
{
    const std::optional<double> part = row.difference(resolution);
    if (!part) return "-";
    return fmt::format("{:+.2f} %", 100 * *part);
}

std::string drawn_text(const KesRow& row, std::size_t resolution)
{
    if (!row.drawn[resolution]) return "-";
    return fmt::format("{:.4g}", KesNumber{row.given.name, row.given.quantity, *row.drawn[resolution]}.kes());
}

/// Returns "2 of 36 numbers differ by more than 1 %", or that no number does; then the failed tests.
std::string kes_verdict(const KesStudy& study, std::string_view marked)
{
    int known = 0, beyond = 0, wanted = 0;
    for (const KesRow& row : kes_rows(study))
        for (std::size_t k = 0; k < study.cells.size(); ++k) {
            if (row.given.value != 0) ++wanted;
            if (row.difference(k)) ++known;
            if (row.is_beyond(k)) ++beyond;
        }
    std::string text;
    if (beyond > 0)
        text = fmt::format("{} of {} numbers differ by more than {:g} %, marked {}\n", beyond, known,
                           100 * kes_tolerance, marked);
    else if (known == wanted)
        text = fmt::format("all {} numbers come back within {:g} %\n", known, 100 * kes_tolerance);
    else if (known > 0)
        text = fmt::format("{} of {} numbers were found, and come back within {:g} %\n", known, wanted,
                           100 * kes_tolerance);
    for (const std::string& what : study.failures) text += fmt::format("FAILED: {}\n", what);
    if (study.was_interrupted) text += "interrupted: the tests after that were not made\n";
    return text;
}

std::string kes_title(const KesStudy& study)
{
    return fmt::format("{}: what goes in, and what the Kawabata tests draw of a simulated patch; KES units",
                       study.fabric);
}

void add_branch(Table& table, const KesCurve& curve, const Table::Cell& cells, std::string_view branch,
                const std::vector<LoopPoint>& points)
{
    for (const LoopPoint& point : points)
        table.add_row({name_of(curve.test), name_of(curve.along), cells, branch, point.at, point.value});
}

}  // namespace

std::optional<double> KesRow::difference(std::size_t resolution) const
{
    if (!drawn[resolution] || given.value == 0) return std::nullopt;
    return *drawn[resolution] / given.value - 1;
}

bool KesRow::is_beyond(std::size_t resolution) const
{
    const std::optional<double> part = difference(resolution);
    return part && !(std::abs(*part) <= kes_tolerance);
}

std::vector<KesRow> kes_rows(const KesStudy& study)
{
    std::vector<KesRow> rows;
    for (const KesCurve& curve : study.curves) {
        const std::size_t first = rows.size();
        for (const KesNumber& number : numbers_of(curve.test, curve.given))
            rows.push_back({curve.test, curve.along, number, {}});
        for (const std::optional<DrawnLoop>& loop : curve.drawn) {
            const std::vector<KesNumber> read = loop ? numbers_of(curve.test, *loop) : std::vector<KesNumber>{};
            for (std::size_t k = first; k < rows.size(); ++k)
                rows[k].drawn.push_back(loop ? std::optional(read[k - first].value) : std::nullopt);
        }
    }
    return rows;
}

std::string to_text(const KesStudy& study)
{
    std::string text =
        fmt::format("{}\n\n{:<8} {:<6} {:<5} {:<12} {:>10}", kes_title(study), "test", "along", "", "", "went in");
    for (const int cells : study.cells)
        text += fmt::format(" {:>12} {:>11}", fmt::format("{} cells", cells), "difference ");
    text.back() = '\n';
    for (const KesRow& row : kes_rows(study)) {
        text += fmt::format("{:<8} {:<6} {:<5} {:<12} {:>10.4g}", name_of(row.test), name_of(row.along), row.given.name,
                            row.given.kes_unit(), row.given.kes());
        for (std::size_t k = 0; k < study.cells.size(); ++k) {
            // The star has a column of its own, so that the numbers stay aligned.
            text += fmt::format(" {:>12} {:>10}{:1}", drawn_text(row, k), difference_text(row, k),
                                row.is_beyond(k) ? beyond_mark : "");
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text + '\n' + kes_verdict(study, beyond_mark);
}

std::string to_markdown(const KesStudy& study)
{
    std::vector<Table::Column> columns{"test", "along", "number", "unit", "went in"};
    for (const int cells : study.cells) {
        columns.emplace_back(fmt::format("{} cells", cells));
        columns.emplace_back("difference");
    }
    Table table(std::move(columns));
    for (const KesRow& row : kes_rows(study)) {
        Table::Row cells{name_of(row.test), name_of(row.along), row.given.name, row.given.kes_unit(),
                         fmt::format("{:.4g}", row.given.kes())};
        for (std::size_t k = 0; k < study.cells.size(); ++k) {
            const std::string_view bold = row.is_beyond(k) ? "**" : "";
            cells.emplace_back(drawn_text(row, k));
            cells.emplace_back(fmt::format("{}{}{}", bold, difference_text(row, k), bold));
        }
        table.add_row(std::move(cells));
    }
    return kes_title(study) + "\n\n" + to_markdown(table) + '\n' + kes_verdict(study, "bold");
}

std::string to_csv(const KesStudy& study)
{
    Table table({"test", "along", "cells", "branch", "at", "value"});
    for (const KesCurve& curve : study.curves) {
        const auto add = [&](const Table::Cell& cells, const DrawnLoop& loop) {
            add_branch(table, curve, cells, "loading", loop.loading);
            add_branch(table, curve, cells, "unloading", loop.unloading);
        };
        add({}, curve.given);
        for (std::size_t k = 0; k < study.cells.size(); ++k)
            if (curve.drawn[k]) add(study.cells[k], *curve.drawn[k]);
    }
    return to_csv(table);
}

nlohmann::ordered_json to_json(const KesStudy& study)
{
    nlohmann::ordered_json json{{"fabric", study.fabric},
                                {"test", "kes"},
                                {"cells", study.cells},
                                {"tolerance", kes_tolerance},
                                {"interrupted", study.was_interrupted},
                                {"failures", study.failures}};
    json["numbers"] = nlohmann::ordered_json::array();
    for (const KesRow& row : kes_rows(study)) {
        nlohmann::ordered_json entry{{"test", name_of(row.test)},   {"along", name_of(row.along)},
                                     {"name", row.given.name},      {"unit", row.given.si_unit()},
                                     {"given", row.given.value},    {"kes_unit", row.given.kes_unit()},
                                     {"given_kes", row.given.kes()}};
        entry["drawn"] = nlohmann::ordered_json::array();
        for (std::size_t k = 0; k < study.cells.size(); ++k) {
            nlohmann::ordered_json drawn{{"cells", study.cells[k]}, {"value", nullptr}, {"difference", nullptr}};
            if (row.drawn[k]) drawn["value"] = *row.drawn[k];
            if (const auto part = row.difference(k)) drawn["difference"] = *part;
            drawn["beyond_tolerance"] = row.is_beyond(k);
            entry["drawn"].push_back(drawn);
        }
        json["numbers"].push_back(entry);
    }
    return json;
}

}  // namespace tulle
