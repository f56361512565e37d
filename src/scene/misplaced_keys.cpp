#include "scene/misplaced_keys.hpp"

#include "scene/scene_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace tulle {
namespace {

constexpr std::string_view looks =
    "looks are chosen when a run is rendered, not in its scene: tulle render RUN --texture checked, or --colour "
    "stretch";

/// Advice for keys that users write in place of the right ones, and for keys where the rule by name would mislead.
struct OtherName {
    std::string_view table, key, advice;
};
constexpr std::array other_names{
    OtherName{"cloth[]", "texture", looks},
    OtherName{"cloth[]", "colour", looks},
    OtherName{"cloth[]", "color", looks},
    OtherName{"obstacle[]", "texture", looks},
    OtherName{"obstacle[]", "colour", looks},
    OtherName{"obstacle[]", "color", looks},
    OtherName{"cloth[]", "density", "did you mean areal_density (kg/m^2)?"},
    OtherName{"cloth[]", "stiffness", "give stretch_stiffness, shear_stiffness and bending_stiffness"},
    OtherName{"cloth[]", "damping", "give stretch_damping, shear_damping and bending_damping"},
    OtherName{"obstacle[]", "velocity", "obstacles move along the keyframes of [obstacle.motion]"},
    OtherName{"obstacle[]", "density", "obstacles have no mass: they are where the scene says"},
    OtherName{"obstacle[]", "mass", "obstacles have no mass: they are where the scene says"},
    OtherName{"air", "gusts", "did you mean [air.gust]?"},
    OtherName{"air", "jets", "did you mean [[air.jet]]?"},
    OtherName{"air", "velocity", "did you mean wind (m/s)?"},
    // Keys of older versions:
    OtherName{"", "pair", "it is called [[contact_pair]] now"},
    OtherName{"integrator", "max_rounds", "it is called max_iterations now"},
    OtherName{"integrator", "rounds", "it is called updates now"},
};

/// cloth[0].pin[2] -> cloth[].pin[]
std::string without_numbers(std::string_view path)
{
    std::string general;
    bool inside = false;
    for (const char c : path) {
        if (c == ']') inside = false;
        if (!inside) general += c;
        if (c == '[') inside = true;
    }
    return general;
}

/// Returns the TOML header of a table: [integrator], [[cloth]], [obstacle.motion].
std::string header_of(std::string table)
{
    const bool is_list = table.ends_with("[]");
    for (std::size_t at = table.find("[]"); at != std::string::npos; at = table.find("[]")) table.erase(at, 2);
    return is_list ? "[[" + table + "]]" : "[" + table + "]";
}

/// Returns the tables that have the key: tables inside this one if there are any, otherwise top-level tables.
std::vector<std::string> homes_of(std::string_view key, const std::string& table)
{
    std::vector<std::string> within, elsewhere;
    for (const SceneKey& known : scene_keys()) {
        const std::size_t dot = known.path.rfind('.');
        if (dot == std::string::npos || known.path.substr(dot + 1) != key) continue;
        const std::string home = known.path.substr(0, dot);
        if (home == table) continue;
        if (!table.empty() && home.starts_with(table + '.')) {
            within.push_back(header_of(home));
        } else if (home.find('.') == std::string::npos) {
            elsewhere.push_back(header_of(home));
        }
    }
    return within.empty() ? elsewhere : within;
}

}  // namespace

std::string misplaced_key_hint(std::string_view table, std::string_view key)
{
    const std::string general = without_numbers(table);
    const auto named = std::ranges::find_if(
        other_names, [&](const OtherName& name) { return name.table == general && name.key == key; });
    if (named != other_names.end()) return std::string(named->advice);
    constexpr std::size_t most = 4;  // a longer list is no help
    const std::vector<std::string> homes = homes_of(key, general);
    if (homes.empty() || homes.size() > most) return {};
    return fmt::format("{} belongs to {}", key, fmt::join(homes, " or "));
}

}  // namespace tulle
