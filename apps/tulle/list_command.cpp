// tulle list: lists the names and keys that scene files may use, one per line.

#include "analysis/particle_fields.hpp"
#include "commands.hpp"
#include "print.hpp"
#include "scene/find_fabric.hpp"
#include "scene/find_scene.hpp"
#include "scene/read_fabric.hpp"
#include "scene/scene_keys.hpp"
#include "simulation/scene_fields.hpp"

#include <tulle/choices.hpp>
#include <tulle/error.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {
namespace {

struct Entry {
    std::string name;
    std::string description;
    std::optional<double> grams{};  // per m^2, only of fabrics
};

// The names must be the names of the scene format (scene_fields.hpp). tests/apps reads each of them from a scene.
constexpr std::array solver_choices{
    Choice{"auto", "direct or cg, chosen by the size of the scene and by how often its matrix changes; the default"},
    Choice{"cg", "conjugate gradients, to solver.tolerance"},
    Choice{"direct", "sparse Cholesky factorisation; exact, and fast for small cloths"},
};
constexpr std::array preconditioner_choices{
    Choice{"auto", "ic0 or multigrid, chosen by size, stiffness and how often the matrix changes; the default"},
    Choice{"none", "plain conjugate gradients"},
    Choice{"jacobi", "the diagonal; cheap to set up, many iterations"},
    Choice{"ic0", "incomplete Cholesky without fill; few iterations"},
    Choice{"multigrid",
           "smoothed aggregation; the number of iterations hardly grows with the cloth; for some 10 000 particles and "
           "more"},
};
constexpr std::array obstacle_choices{
    Choice{"plane", "the half-space below a plane: point, normal"},
    Choice{"box", "a box along the axes: center, size"},
    Choice{"sphere", "a ball: center, radius"},
    Choice{"cylinder", "a solid cylinder: center, axis, radius, height"},
    Choice{"capsule", "a cylinder with round ends: center, axis, radius, height without the ends"},
    Choice{"mesh", "any triangles, open or closed (.obj, .ply): mesh, scale, rotation, translation"},
};
constexpr std::array spring_choices{
    Choice{"stretch", "between neighbours along the threads; edges of a mesh (stretch_stiffness, stretch_damping)"},
    Choice{"shear", "across the diagonals of a grid (shear_stiffness, shear_damping)"},
    Choice{"bending", "between second neighbours; across the hinges of a mesh (bending_stiffness, bending_damping)"},
};
static_assert(solver_choices.size() == solver_methods.size());
static_assert(preconditioner_choices.size() == preconditioner_kinds.size());
static_assert(obstacle_choices.size() == obstacle_shapes.size());

std::vector<Entry> entries_of(std::span<const Choice> choices)
{
    std::vector<Entry> entries;
    for (const Choice& choice : choices) entries.push_back({std::string(choice.name), std::string(choice.description)});
    return entries;
}

/// Wraps text in lines of at most 118 characters. Later lines are indented to the text of the first line.
std::string wrapped(std::string_view head, std::string_view text)
{
    constexpr std::size_t width = 118;
    const std::string indent(head.size(), ' ');
    std::string lines(head);
    std::size_t column = head.size();
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (column + 1 + end > width) {
            lines += '\n' + indent;
            column = indent.size();
        } else if (column > indent.size()) {
            lines += ' ';
            ++column;
        }
        lines += text.substr(0, end);
        column += end;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines + '\n';
}

constexpr std::string_view integrator_words =
    "Family   explicit: no system to solve, but short steps where springs are stiff\n"
    "         implicit: every step solves a nonlinear system by Newton's method\n"
    "         IMEX: springs are split, so that linear systems with one constant matrix are enough (EEH00)\n"
    "Order    p: half the step leaves 1/2^p of the error, where steps are small enough\n"
    "Steps    dt: every step has the length integrator.dt; adaptive: steps follow from an estimate of the error\n"
    "         (relative_tolerance), with integrator.dt = \"adaptive\" or, for methods that are always adaptive, up to "
    "dt\n"
    "stable   steps at which no vibration grows; accurate results may need shorter steps. w [1/s] is the fastest "
    "vibration\n"
    "         of the mesh: 2 sqrt(k/m) or a little more for springs of k [N/m] between particles of m [kg]\n"
    "\n"
    "The cheapest method for a scene:  tulle analyze work-precision SCENE\n"
    "How each method works:            docs/theory/integrators.md\n";

std::string order_of(const IntegratorChoice& choice)
{
    return choice.order > 0 ? std::to_string(choice.order) : "varies";
}

std::string_view steps_of(const IntegratorChoice& choice)
{
    if (choice.controls_error) return "adaptive";
    return choice.can.adaptive ? "dt or adaptive" : "dt";
}

void list_integrators(bool as_json)
{
    auto json = nlohmann::ordered_json::array();
    for (const IntegratorChoice& choice : integrator_choices()) {
        json.push_back({{"name", choice.name},
                        {"description", fmt::format("{}, order {}; {}. Steps: {}", name_of(choice.family),
                                                    order_of(choice), choice.use, choice.stability)},
                        {"family", name_of(choice.family)},
                        {"order", choice.order > 0 ? nlohmann::ordered_json(choice.order) : nullptr},
                        {"steps", choice.stability},
                        {"use", choice.use},
                        {"adaptive", choice.can.adaptive},
                        {"controls_error", choice.controls_error}});
    }
    if (as_json) {
        print_json(json);
        return;
    }
    fmt::print("{:<18} {:<8}  {:>6}  {}\n", "Method", "Family", "Order", "Steps");
    for (const IntegratorChoice& choice : integrator_choices()) {
        fmt::print("{:<18} {:<8}  {:>6}  {}\n", choice.name, name_of(choice.family), order_of(choice),
                   steps_of(choice));
        fmt::print("{}{}", wrapped("  for     ", choice.use), wrapped("  stable  ", choice.stability));
    }
    fmt::print("\n{}", integrator_words);
}

std::vector<Entry> scene_entries()
{
    std::vector<Entry> entries;
    for (const NamedFile& scene : named_scenes()) {
        entries.push_back({scene.name, scene.description.empty() ? scene.file.string() : scene.description});
    }
    return entries;
}

/// Returns all fabrics. A fabric that cannot be read is in the list too, with the reason.
std::vector<Entry> fabric_entries()
{
    std::vector<Entry> entries;
    for (const NamedFile& named : named_fabrics()) {
        Entry& entry = entries.emplace_back(Entry{named.name, named.description});
        try {
            const FabricDescription fabric = read_fabric(named.file);
            entry.grams = 1000.0 * fabric.areal_density;
            if (entry.description.empty()) entry.description = fabric.name;
        } catch (const InputError& error) {
            entry.description = "cannot be used: " + error.problems().front().text();
        }
    }
    return entries;
}

/// Returns a description such as "number > 0 kg/m^2, 0.2 by default".
std::string description_of(const SceneKey& key)
{
    std::string text = key.type;
    for (const std::string& part : {key.range, key.unit})
        if (!part.empty()) text.append(" ").append(part);
    if (key.default_value == "required") return text + ", required";
    if (key.default_value == "alternative") return text + ", one of several alternatives (docs/scene-format.md)";
    return key.default_value == "none" ? text : text + ", " + key.default_value + " by default";
}

std::vector<Entry> field_entries()
{
    std::vector<Entry> entries;
    for (const FieldDescription& field : ParticleFields::list())
        entries.push_back({std::string(field.name), field.unit == "1"
                                                        ? std::string(field.description)
                                                        : fmt::format("{}, in {}", field.description, field.unit)});
    return entries;
}

std::vector<Entry> key_entries()
{
    std::vector<Entry> entries;
    for (const SceneKey& key : scene_keys()) entries.push_back({key.path, description_of(key)});
    return entries;
}

constexpr std::array kinds{
    Choice{"scenes", "scenes to run by name"},
    Choice{"fabrics", "measured fabrics with their mass; values of cloth[].fabric"},
    Choice{"integrators", "values of integrator.method, and the use of each method"},
    Choice{"solvers", "values of solver.method"},
    Choice{"preconditioners", "values of solver.preconditioner"},
    Choice{"obstacles", "values of obstacle[].shape, with their keys"},
    Choice{"springs", "kinds of springs between the particles of a cloth"},
    Choice{"formats", "values of output.formats, for other programs"},
    Choice{"fields", "fields for the colours of pictures: tulle render --colour FIELD"},
    Choice{"keys", "every key of a scene file with unit, range and default"},
};

std::vector<std::string> kind_names()
{
    std::vector<std::string> names;
    names.reserve(kinds.size());
    for (const Choice& kind : kinds) names.emplace_back(kind.name);
    return names;
}

std::vector<Entry> entries_of(std::string_view kind)
{
    if (kind.empty()) return entries_of(kinds);
    if (kind == "formats") return entries_of(output_choices());
    if (kind == "solvers") return entries_of(solver_choices);
    if (kind == "preconditioners") return entries_of(preconditioner_choices);
    if (kind == "obstacles") return entries_of(obstacle_choices);
    if (kind == "springs") return entries_of(spring_choices);
    if (kind == "keys") return key_entries();
    if (kind == "fields") return field_entries();
    if (kind == "fabrics") return fabric_entries();
    return scene_entries();
}

void list(std::string_view kind, bool as_json)
{
    if (kind == "integrators") {
        list_integrators(as_json);
        return;
    }
    const std::vector<Entry> entries = entries_of(kind);
    if (as_json) {
        auto json = nlohmann::ordered_json::array();
        for (const Entry& entry : entries) {
            json.push_back({{"name", entry.name}, {"description", entry.description}});
            if (entry.grams) json.back()["areal_density"] = *entry.grams / 1000.0;
        }
        print_json(json);
        return;
    }
    if (kind.empty()) fmt::print("tulle list WHAT, where WHAT is one of\n");
    std::size_t width = 0;
    for (const Entry& entry : entries) width = std::max(width, entry.name.size());
    for (const Entry& entry : entries) {
        const std::string mass = entry.grams ? fmt::format("{:4.0f} g/m2  ", *entry.grams) : "";
        fmt::print("{}", wrapped(fmt::format("{:<{}}  {}", entry.name, width, mass), entry.description));
    }
}

}  // namespace

void add_list_command(CLI::App& app, int& exit_code)
{
    struct Arguments {
        std::string kind;
        bool json = false;
    };
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* command =
        app.add_subcommand("list", "List scenes, fabrics, integrators, keys and other names, one per line");
    command->add_option("WHAT", arguments->kind, "The kind of names to list; without WHAT, the command lists the kinds")
        ->check(CLI::IsMember(kind_names()));
    command->add_flag("--json", arguments->json, "Print the list as JSON");
    command->footer(
        "Examples:\n"
        "  tulle list scenes\n"
        "  tulle list fabrics\n"
        "  tulle list integrators --json");
    command->callback([arguments, &exit_code] {
        list(arguments->kind, arguments->json);
        exit_code = exit_done;
    });
}

}  // namespace tulle
