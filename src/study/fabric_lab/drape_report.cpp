#include "study/fabric_lab/drape_report.hpp"

#include "core/counted.hpp"
#include "materials/kes.hpp"
#include "study/common/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tulle {
namespace {

constexpr double cm = 0.01;       // m
constexpr double at_rest = 2e-3;  // m/s, root mean square

bool is_round(const DrapeStudy& study) { return study.shape == SpecimenShape::disc; }

std::string drape_title(const DrapeStudy& study)
{
    return fmt::format("{}: {} of {:.3g} cm on a support of {:.3g} cm, {} each, laid a little differently every time",
                       study.fabric, is_round(study) ? "discs" : "squares", study.specimen / cm, study.support / cm,
                       counted(study.runs, "run"));
}

/// Returns a row for every row that has results: resolution, particles, G, mean, spread, folds.
Table drape_table(const std::vector<DrapeRow>& rows, std::vector<Table::Column> columns)
{
    Table table(std::move(columns));
    for (const DrapeRow& row : rows) {
        if (!row.test) continue;
        const auto& pieces = row.test->pieces;
        const auto [fewest, most] = std::minmax_element(
            pieces.begin(), pieces.end(), [](const DrapedPiece& a, const DrapedPiece& b) { return a.nodes < b.nodes; });
        const std::string folds = fewest->nodes == most->nodes ? fmt::format("{}", most->nodes)
                                                               : fmt::format("{} to {}", fewest->nodes, most->nodes);
        table.add_row({row.resolution, pieces.front().shape.positions.size(),
                       fmt::format("{:.3g}", row.shear / gf_per_cm_degree), fmt::format("{:.1f}", 100 * row.test->mean),
                       pieces.size() > 1 ? fmt::format("{:.1f}", 100 * row.test->spread) : "-", folds});
    }
    return table;
}

std::string drape_verdict(const DrapeStudy& study)
{
    const std::string_view unit = resolution_unit(study.shape);
    std::string text;
    if (const auto difference = study.difference())
        text += fmt::format("Between the two finest resolutions: {:+.1f} points.\n", 100 * *difference);
    if (study.measured) text += fmt::format("Measured on the real fabric: {:.1f} %.\n", 100 * *study.measured);
    for (const DrapeRow& row : study.resolutions)
        if (const double edge = edge_length(study.shape, study.specimen, row.resolution);
            row.test && edge > 0.5 * study.bending_length)
            text += fmt::format(
                "COARSE: with {} {} edges are {:.1f} mm long, more than half the bending length of {:.1f} mm; finer "
                "meshes hang differently\n",
                row.resolution, unit, 1000 * edge, 1000 * study.bending_length);
    for (const auto* rows : {&study.resolutions, &study.shears})
        for (const DrapeRow& row : *rows) {
            if (!row.test) {
                if (!study.was_interrupted) text += fmt::format("FAILED: {} {}\n", row.resolution, unit);
                continue;
            }
            for (const DrapedPiece& piece : row.test->pieces)
                if (piece.speed > at_rest)
                    text += fmt::format("NOT AT REST: a piece of {} {} still moves at {:.1f} mm/s\n", row.resolution,
                                        unit, 1000 * piece.speed);
        }
    if (study.was_interrupted) text += "interrupted: not all pieces were draped\n";
    return text;
}

nlohmann::ordered_json row_json(const DrapeRow& row, bool round)
{
    nlohmann::ordered_json json{{round ? "rings" : "particles_a_side", row.resolution},
                                {"shear_stiffness_N_m_rad", row.shear}};
    if (!row.test) return json;
    json["mean"] = row.test->mean;
    json["spread"] = row.test->spread;
    json["runs"] = nlohmann::ordered_json::array();
    for (const DrapedPiece& piece : row.test->pieces)
        json["runs"].push_back(
            {{"drape_coefficient", piece.coefficient}, {"folds", piece.nodes}, {"speed_m_s", piece.speed}});
    return json;
}

}  // namespace

std::string to_text(const DrapeStudy& study)
{
    const auto table = [&](const std::vector<DrapeRow>& rows) {
        return to_text(drape_table(rows, {right_column(is_round(study) ? "rings" : "a side", 6),
                                          right_column("particles", 10), right_column("G", 12), right_column("mean", 8),
                                          right_column("spread", 8), right_column("folds", 10)}));
    };
    std::string text = drape_title(study) + "\n\n" + table(study.resolutions);
    if (!study.shears.empty())
        text += "\nWith other shear stiffnesses, and loops as much wider:\n" + table(study.shears);
    return text + "G in gf/(cm deg); drape coefficients in %\n\n" + drape_verdict(study);
}

std::string to_markdown(const DrapeStudy& study)
{
    const auto table = [&](const std::vector<DrapeRow>& rows) {
        return to_markdown(drape_table(rows, {is_round(study) ? "rings" : "a side", "particles", "G, gf/(cm deg)",
                                              "drape coefficient, %", "spread, points", "folds"}));
    };
    std::string text = drape_title(study) + "\n\n" + table(study.resolutions);
    if (!study.shears.empty())
        text += "\nWith other shear stiffnesses, and loops as much wider:\n\n" + table(study.shears);
    return text + '\n' + drape_verdict(study);
}

nlohmann::ordered_json to_json(const DrapeStudy& study)
{
    nlohmann::ordered_json json{{"fabric", study.fabric},
                                {"test", is_round(study) ? "drape" : "table"},
                                {"specimen_m", study.specimen},
                                {"support_m", study.support},
                                {"bending_length_m", study.bending_length},
                                {"interrupted", study.was_interrupted}};
    json["measured"] = study.measured ? nlohmann::ordered_json(*study.measured) : nullptr;
    const auto difference = study.difference();
    json["difference"] = difference ? nlohmann::ordered_json(*difference) : nullptr;
    for (const auto& [name, rows] :
         {std::pair("resolutions", &study.resolutions), std::pair("shears", &study.shears)}) {
        json[name] = nlohmann::ordered_json::array();
        for (const DrapeRow& row : *rows) json[name].push_back(row_json(row, is_round(study)));
    }
    return json;
}

}  // namespace tulle
