#include "scene/read_fabric.hpp"

#include "core/refuse.hpp"
#include "scene/read_fabric_laws.hpp"
#include "scene/read_fabric_sources.hpp"
#include "scene/text_file.hpp"

#include <array>
#include <string>

namespace tulle {
namespace {

constexpr std::array<Named<UnitSystem>, 2> unit_systems{{{"KES", UnitSystem::kes}, {"SI", UnitSystem::si}}};

/// Reads a required table. If the table is missing, its path is noted, so that a source that names the table is no
/// further problem.
template <class Read>
void required_table(SceneReader& in, FabricNumbers& numbers, std::string_view key, const Read& read)
{
    if (!in.section(key, Need::required, read)) numbers.mention(join_key(in.path(), key));
}

void read_direction(SceneReader& in, FabricNumbers& numbers, FabricDirection& direction)
{
    required_table(in, numbers, "tension",
                   [&](SceneReader& below) { read_tension(below, numbers, direction.tension); });
    required_table(in, numbers, "bending",
                   [&](SceneReader& below) { read_bending(below, numbers, direction.bending); });
    numbers.optional_number(in, "strength", FabricQuantity::strength, direction.strength);
}

/// Reads the weft: its own tables, or same_as = "warp". For some fabrics only the mean of both directions was
/// published.
void read_weft(SceneReader& in, FabricNumbers& numbers, const FabricDirection& warp, FabricDirection& weft)
{
    const bool is_same = in.has("same_as");
    std::string same;
    if (in.is_catalogue() || is_same) in.word("same_as", same, {"warp"});
    if (!is_same) {
        read_direction(in, numbers, weft);
        in.pass_over({"same_as"});
        return;
    }
    weft = warp;
    numbers.mention("weft");
    for (const char* key : {"tension", "bending", "strength"})
        in.refuse(key, "same_as says it all: leave one of the two out");
}

FabricDescription read_fabric_keys(SceneReader& in, std::optional<UnitSystem> catalogue_system)
{
    FabricDescription fabric;
    in.text("name", fabric.name, "a name for people, such as \"cotton broad\"", Need::required);
    UnitSystem named = UnitSystem::si;
    const bool has_system = in.choice("units", named, unit_systems, Need::required);
    FabricNumbers numbers(has_system ? std::optional(named) : catalogue_system);

    numbers.number(in, "areal_density", FabricQuantity::areal_density, Need::required, fabric.areal_density);
    numbers.number(in, "thickness", FabricQuantity::thickness, Need::required, fabric.thickness);
    numbers.number(in, "friction", FabricQuantity::friction, Need::optional, fabric.friction);
    numbers.optional_number(in, "drape", FabricQuantity::drape, fabric.drape);
    numbers.numbers(in, "drag_coefficients", FabricQuantity::drag_coefficient, fabric.drag_coefficients);
    required_table(in, numbers, "warp", [&](SceneReader& below) { read_direction(below, numbers, fabric.warp); });
    required_table(in, numbers, "weft",
                   [&](SceneReader& below) { read_weft(below, numbers, fabric.warp, fabric.weft); });
    required_table(in, numbers, "shear", [&](SceneReader& below) { read_shear(below, numbers, fabric.shear); });
    fabric.sources = read_fabric_sources(in, numbers);
    in.finish();
    return fabric;
}

}  // namespace

FabricDescription read_fabric(const std::filesystem::path& file)
{
    const SceneDocument document(read_text_file(file), file.string());
    SceneFindings findings;
    SceneReader in(document, findings);
    FabricDescription fabric = read_fabric_keys(in, std::nullopt);
    if (findings.problems.empty()) return fabric;
    document.sort(findings.problems);
    throw InputError(std::move(findings.problems));
}

UnitSystem fabric_unit_system(const std::filesystem::path& file)
{
    const SceneDocument document(read_text_file(file), file.string());
    SceneFindings findings;
    SceneReader in(document, findings);
    UnitSystem system = UnitSystem::si;
    if (in.choice("units", system, unit_systems, Need::optional)) return system;
    if (findings.problems.empty()) refuse(file, "units is missing: \"KES\" or \"SI\"");
    throw InputError(std::move(findings.problems));
}

std::vector<SceneKey> fabric_keys(UnitSystem system)
{
    std::vector<SceneKey> keys;
    SceneReader in(keys);
    (void)read_fabric_keys(in, system);
    return keys;
}

}  // namespace tulle
