// tulle check: validates a scene, and summarizes the size of its run.

#include "commands.hpp"
#include "mesh/cloth_or_body.hpp"
#include "print.hpp"
#include "run/disk_space.hpp"
#include "scene/find_scene.hpp"
#include "simulation/check.hpp"
#include "simulation/scene_extents.hpp"

#include <tulle/scene_file.hpp>
#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tulle {
namespace {

struct CheckArguments {
    std::string scene;
    std::vector<std::string> overrides;
    bool json = false;
};

/// A cloth or an obstacle at its start.
struct Thing {
    std::string kind;
    std::string name;
    std::optional<Vec3> size;             // m, along x, y and z; none for a plane
    std::optional<std::string> fabric{};  // name of the fabric; empty: springs, or not a cloth
};

struct Summary {
    SceneFile file;
    std::vector<Thing> things;
    int particles = 0;
    std::size_t springs = 0;  // 0 if all cloths have fabrics
    int frames = 0;           // the start included
    double dt = 0;            // s
    long steps = 0;
    std::uintmax_t output_bytes = 0;
    int threads = 1;
};

std::vector<Thing> things_of(const SceneDescription& scene, const Simulation& simulation)
{
    std::vector<Thing> things;
    for (std::size_t c = 0; c < count_cloths_and_bodies(scene); ++c) {
        const ClothView& cloth = simulation.cloths()[c];
        const ClothOrBody described = cloth_or_body(scene, c);
        const bool has_fabric = described.cloth != nullptr && described.cloth->fabric;
        Aabb box;
        for (int p = 0; p < cloth.particle_count; ++p)
            box.extend(simulation.positions()[static_cast<std::size_t>(cloth.first_particle + p)]);
        things.push_back({kind_of(described), std::string(cloth.name), box.sizes(),
                          has_fabric ? std::optional(described.cloth->fabric->name) : std::nullopt});
    }
    for (const ObstacleDescription& obstacle : scene.obstacles) {
        const std::optional<Aabb> box = start_box(obstacle);
        things.push_back({"obstacle", obstacle.name, box ? std::optional<Vec3>(box->sizes()) : std::nullopt});
    }
    return things;
}

Summary summarize(const CheckArguments& arguments)
{
    Summary summary;
    summary.file = read_scene(find_scene(arguments.scene), arguments.overrides);
    const Simulation simulation(summary.file.scene);
    summary.things = things_of(summary.file.scene, simulation);
    summary.particles = simulation.particle_count();
    const auto has_springs = [](const ClothDescription& cloth) { return !cloth.fabric; };
    const SceneDescription& scene = summary.file.scene;
    if (!scene.bodies.empty() || std::ranges::any_of(scene.cloths, has_springs))
        summary.springs = simulation.spring_count();
    summary.frames = simulation.frame_count() + 1;
    summary.dt = simulation.dt();
    const double frame_time = 1 / summary.file.scene.simulation.fps;
    summary.steps = std::lround(frame_time / simulation.dt()) * simulation.frame_count();
    summary.output_bytes = estimate_output_bytes(simulation, summary.file.formats, summary.frames);
    summary.threads = thread_count();
    return summary;
}

nlohmann::ordered_json to_json(const std::vector<Thing>& things, const std::string& kind)
{
    auto list = nlohmann::ordered_json::array();
    for (const Thing& thing : things) {
        if (thing.kind != kind) continue;
        auto size = nlohmann::ordered_json();
        if (thing.size) size = {thing.size->x(), thing.size->y(), thing.size->z()};
        list.push_back({{"name", thing.name}, {"size", size}});
        if (thing.fabric) list.back()["fabric"] = *thing.fabric;
    }
    return list;
}

nlohmann::ordered_json to_json(const Summary& summary)
{
    return {{"ok", true},
            {"scene", summary.file.name},
            {"cloths", to_json(summary.things, "cloth")},
            {"obstacles", to_json(summary.things, "obstacle")},
            {"particles", summary.particles},
            {"springs", summary.springs},
            {"frames", summary.frames},
            {"integrator", summary.file.scene.integrator.method},
            {"dt", summary.dt},
            {"steps", summary.steps},
            {"formats", summary.file.formats},
            {"output_bytes", summary.output_bytes},
            {"threads", summary.threads},
            {"warnings", to_json(summary.file.warnings)}};
}

/// Returns a line such as "  cloth      tablecloth, 1 x 1 x 0 m".
std::string to_text(const Thing& thing)
{
    const std::string size = thing.size ? fmt::format("{:.3g} x {:.3g} x {:.3g} m", std::abs(thing.size->x()),
                                                      std::abs(thing.size->y()), std::abs(thing.size->z()))
                                        : "a plane";
    const std::string fabric = thing.fabric ? " of " + *thing.fabric : "";
    return fmt::format("  {:<9}  {}, {}{}\n", thing.kind, thing.name, size, fabric);
}

std::string verdict(const SceneFile& file)
{
    const std::size_t count = file.warnings.size();
    if (count == 0) return fmt::format("{} is fine\n", file.name);
    return fmt::format("{} can be run; there {} above\n", file.name,
                       count == 1 ? "is a warning" : fmt::format("are {} warnings", count));
}

std::string to_text(const Summary& summary)
{
    const SceneDescription& scene = summary.file.scene;
    std::string text = verdict(summary.file);
    for (const Thing& thing : summary.things) text += to_text(thing);
    text += fmt::format("  particles  {}\n", summary.particles);
    if (summary.springs > 0) text += fmt::format("  springs    {}\n", summary.springs);
    return text + fmt::format(
                      "  frames     {} ({} s, {} per second, and the start)\n"
                      "  step       {:.6g} s\n"
                      "  steps      {}{} with {}\n"
                      "  output     about {} ({})\n"
                      "  threads    {}\n",
                      summary.frames, scene.simulation.duration, scene.simulation.fps, summary.dt,
                      scene.integrator.automatic ? "about " : "", summary.steps, scene.integrator.method,
                      readable_bytes(summary.output_bytes), fmt::join(summary.file.formats, ", "), summary.threads);
}

int check(const CheckArguments& arguments)
{
    if (!arguments.json) {
        const Summary summary = summarize(arguments);
        print_warnings(summary.file.warnings);
        fmt::print("{}", to_text(summary));
        return exit_done;
    }
    try {
        print_json(to_json(summarize(arguments)));
        return exit_done;
    } catch (const InputError& error) {
        print_json({{"ok", false}, {"problems", to_json(error.problems())}});
        return exit_bad_input;
    }
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code)
{
    const auto arguments = std::make_shared<CheckArguments>();
    CLI::App* command =
        app.add_subcommand("check", "Check a scene, and report all of its problems with line and column");
    command->add_option("SCENE", arguments->scene, "A scene file, or a name that tulle list scenes shows")->required();
    command->add_option("--set", arguments->overrides, "Change a value of the scene, as in integrator.dt=1e-3")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command->add_flag("--json", arguments->json, "Print the result as JSON");
    command->footer(
        "Examples:\n"
        "  tulle check my_scene.toml\n"
        "  tulle check tablecloth --set 'cloth[0].areal_density=0.3' --json");
    command->callback([arguments, &exit_code] { exit_code = check(*arguments); });
}

}  // namespace tulle
