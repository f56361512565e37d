#include "study/fabric_lab/cantilever_report.hpp"

#include "study/common/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tulle {
namespace {

constexpr double centimetre = 0.01;  // m

std::string cantilever_title(const CantileverStudy& study)
{
    return fmt::format("{}, {:.4g} g/m^2: strips pushed over an edge until they hang by 41.5 degrees; {} cells along",
                       study.fabric, 1000 * study.areal_density, study.cells);
}

/// Returns a row for every measured strip: along, which, B given, c, B measured, difference; B in gf cm^2/cm.
Table cantilever_table(const CantileverStudy& study, std::vector<Table::Column> columns)
{
    Table table(std::move(columns));
    for (const CantileverRow& row : study.rows) {
        const auto add = [&](std::string_view which, const std::optional<BendingLength>& measured) {
            if (!measured) return;
            table.add_row({name_of(row.along), which, fmt::format("{:.4g}", row.rigidity / gf_cm2_per_cm),
                           fmt::format("{:.3f}", measured->length / centimetre),
                           fmt::format("{:.4g}", measured->rigidity / gf_cm2_per_cm),
                           fmt::format("{:+.1f} %", 100 * (measured->rigidity / row.rigidity - 1))});
        };
        add("as it is", row.with_width);
        add("without hysteresis", row.without_width);
    }
    return table;
}

/// Returns sentences on the effect of hysteresis, and on strips that did not come to rest.
std::string cantilever_verdict(const CantileverStudy& study)
{
    std::string text;
    bool any = false;
    for (const CantileverRow& row : study.rows) {
        if (!row.with_width || !row.without_width || row.width == 0) continue;
        const double longer = row.with_width->length - row.without_width->length;
        text += fmt::format("Hysteresis makes c of the {} {:.1f} % longer: {:.2f} cm, and {:.2f} cm without it.\n",
                            name_of(row.along), 100 * longer / row.without_width->length,
                            row.with_width->length / centimetre, row.without_width->length / centimetre);
        any = true;
    }
    if (any)
        text +=
            "W g c^3 takes the width of the bending loop, 2HB, for stiffness; B of the bending test is the slope "
            "alone.\n";
    else if (!study.was_interrupted)
        text += "The bending loops have no width: hysteresis has no part in this.\n";
    for (const CantileverRow& row : study.rows)
        for (const auto* strip : {&row.with_width, &row.without_width})
            if (*strip && !(*strip)->strip.is_at_rest)
                text +=
                    fmt::format("NOT AT REST: a strip along the {} was still sinking, or failed\n", name_of(row.along));
    if (study.was_interrupted) text += "interrupted: not all strips were measured\n";
    return text;
}

nlohmann::ordered_json strip_json(const std::optional<BendingLength>& measured)
{
    if (!measured) return nullptr;
    return {{"bending_length_m", measured->length},
            {"rigidity_Nm", measured->rigidity},
            {"overhang_m", measured->strip.length},
            {"at_rest", measured->strip.is_at_rest}};
}

}  // namespace

std::string to_text(const CantileverStudy& study)
{
    const Table table = cantilever_table(
        study, {left_column("along", 6), left_column("", 20), right_column("B went in", 10), right_column("c [cm]", 10),
                right_column("W g c^3", 12), right_column("difference", 12)});
    return cantilever_title(study) + "\n\n" + to_text(table) + "B and W g c^3 in gf cm^2/cm\n\n" +
           cantilever_verdict(study);
}

std::string to_markdown(const CantileverStudy& study)
{
    const Table table = cantilever_table(
        study, {"along", "strip", "B went in, gf cm^2/cm", "c, cm", "W g c^3, gf cm^2/cm", "difference"});
    return cantilever_title(study) + "\n\n" + to_markdown(table) + '\n' + cantilever_verdict(study);
}

nlohmann::ordered_json to_json(const CantileverStudy& study)
{
    nlohmann::ordered_json json{{"fabric", study.fabric},
                                {"test", "cantilever"},
                                {"cells", study.cells},
                                {"areal_density_kg_m2", study.areal_density},
                                {"interrupted", study.was_interrupted}};
    json["strips"] = nlohmann::ordered_json::array();
    for (const CantileverRow& row : study.rows)
        json["strips"].push_back({{"along", name_of(row.along)},
                                  {"rigidity_given_Nm", row.rigidity},
                                  {"width_given_N", row.width},
                                  {"as_it_is", strip_json(row.with_width)},
                                  {"without_hysteresis", strip_json(row.without_width)}});
    return json;
}

}  // namespace tulle
