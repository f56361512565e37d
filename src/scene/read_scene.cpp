#include "mesh/cloth_or_body.hpp"
#include "scene/find_fabric.hpp"
#include "scene/misplaced_keys.hpp"
#include "scene/read_body.hpp"
#include "scene/read_cloth.hpp"
#include "scene/read_obstacle.hpp"
#include "scene/read_rigid.hpp"
#include "scene/read_values.hpp"
#include "scene/scene_document.hpp"
#include "scene/scene_keys.hpp"
#include "scene/text_file.hpp"
#include "scene/unused_keys.hpp"
#include "simulation/check.hpp"
#include "simulation/warnings.hpp"

#include <tulle/choices.hpp>
#include <tulle/scene_file.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace tulle {
namespace {

std::vector<std::string_view> format_names()
{
    std::vector<std::string_view> names;
    for (const Choice& choice : output_choices()) names.push_back(choice.name);
    return names;
}

void read_air(SceneReader& in, AirDescription& air)
{
    visit_fields(in, air);
    if (in.has("drag_coefficient"))
        in.refuse("drag_coefficients", "drag_coefficient says it of all particles: give one of the two");
    in.section("gust", Need::optional, [&](SceneReader& below) { visit_fields(below, air.gust.emplace()); });
    in.each("jet", air.jets, [](SceneReader& below, JetDescription& jet) { visit_fields(below, jet); });
}

void read_sections(SceneReader& in, const std::filesystem::path& directory, SceneFile& file)
{
    SceneDescription& scene = file.scene;
    visit_method_tables(in, scene);
    in.each("cloth", scene.cloths,
            [&](SceneReader& below, ClothDescription& cloth) { read_cloth(below, directory, cloth); });
    in.each("body", scene.bodies,
            [&](SceneReader& below, BodyDescription& body) { read_body(below, directory, body); });
    in.each("obstacle", scene.obstacles,
            [&](SceneReader& below, ObstacleDescription& obstacle) { read_obstacle(below, directory, obstacle); });
    in.each("contact_pair", scene.contact_pairs,
            [](SceneReader& below, ContactPairDescription& pair) { visit_fields(below, pair); });
    in.each("attachment", scene.attachments, read_attachment);
    in.section("air", Need::optional, [&](SceneReader& below) { read_air(below, scene.air.emplace()); });
    visit_force_tables(in, scene);
    in.section("output", Need::optional,
               [&](SceneReader& below) { below.word_list("formats", file.formats, format_names()); });
    in.finish();
}

/// Replaces relative names of mesh files by absolute ones, so that the text can be read from another folder.
void make_mesh_names_absolute(SceneDocument& document, const std::filesystem::path& directory, std::string_view list,
                              const auto& items)
{
    const auto replace = [&](const std::string& key, const std::filesystem::path& name) {
        document.replace_string(key, std::filesystem::absolute(name).lexically_normal().string());
    };
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto* mesh = std::get_if<MeshDescription>(&items[i].shape);
        if (mesh == nullptr) continue;
        const std::string item = join_index(list, i);
        const std::string pattern = join_key(join_key(item, "sequence"), "meshes");
        if (const toml::node* given = document.find(pattern)) {
            replace(pattern, directory / given->ref<std::string>());
        } else {
            replace(join_key(item, "mesh"), mesh->file);
        }
    }
}

/// Returns the file that describes a body; empty if the scene gives its shape.
std::string file_of(const BodyDescription& body)
{
    if (const RigidBodyDescription* rigid = rigid_of(body)) {
        const auto* mesh = std::get_if<MeshDescription>(&rigid->shape);
        return mesh != nullptr ? mesh->file : "";
    }
    if (const auto* net = std::get_if<SpringNetDescription>(&body.kind)) return net->file;
    return std::get<ElasticSolidDescription>(body.kind).file;
}

void make_body_names_absolute(SceneDocument& document, const std::vector<BodyDescription>& bodies)
{
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const std::string file = file_of(bodies[i]);
        if (file.empty()) continue;
        const std::string path = join_index("body", i);
        const char* soft_key = document.find(join_key(path, "net")) != nullptr ? "net" : "mesh";
        const char* key = is_rigid(bodies[i]) ? "rigid.mesh" : soft_key;
        document.replace_string(join_key(path, key), std::filesystem::absolute(file).lexically_normal().string());
    }
}

void make_fabric_names_absolute(SceneDocument& document, const std::filesystem::path& directory,
                                const std::vector<ClothDescription>& cloths)
{
    for (std::size_t i = 0; i < cloths.size(); ++i) {
        const std::string key = join_key(join_index("cloth", i), "fabric");
        const toml::node* given = document.find(key);
        if (given == nullptr) continue;
        const std::filesystem::path file = find_fabric(given->ref<std::string>(), directory);
        document.replace_string(key, std::filesystem::absolute(file).lexically_normal().string());
    }
}

SceneFile defaults()
{
    SceneFile file;
    file.formats = {"obj"};
    return file;
}

void add_consistency_problems(const SceneDescription& scene, const SceneDocument& document, SceneFindings& findings,
                              Untangled& start)
{
    for (Problem& problem : check_consistency(scene, findings.doubtful, start)) {
        // Problems in a mesh file already have their file and line.
        if (problem.file.empty()) problem = document.problem_at(problem.key, problem.message);
        findings.problems.push_back(std::move(problem));
    }
}

void add_warnings(const SceneDescription& scene, const Untangled& start, const SceneDocument& document,
                  std::vector<Problem>& all)
{
    for (Problem& warning : warnings(scene, start)) {
        // The scene may give a mass in place of the density.
        std::string key = warning.key;
        constexpr std::string_view density = ".areal_density";
        if (key.ends_with(density) && document.find(key) == nullptr)
            key.replace(key.size() - density.size(), density.size(), ".mass");
        all.push_back(document.problem_at(std::move(key), std::move(warning.message)));
    }
    document.sort(all);
}

}  // namespace

std::vector<SceneKey> scene_keys()
{
    std::vector<SceneKey> read;
    SceneReader in(read);
    SceneFile file = defaults();
    read_sections(in, {}, file);
    std::vector<SceneKey> keys;
    for (SceneKey& key : read)  // shapes of obstacles share keys
        if (std::ranges::find(keys, key.path, &SceneKey::path) == keys.end()) keys.push_back(std::move(key));
    return keys;
}

SceneFile read_values(SceneDocument& document, const std::filesystem::path& directory, SceneFindings& findings)
{
    UnusedKeys unused = find_unused_keys(document);
    std::ranges::move(unused.problems, std::back_inserter(findings.problems));
    SceneFile result = defaults();
    result.warnings = std::move(unused.warnings);
    SceneReader in(document, findings);
    read_sections(in, directory, result);
    return result;
}

SceneFile read_scene(const std::filesystem::path& file, std::span<const std::string> overrides)
{
    SceneDocument document(read_text_file(file), file.string());
    SceneFindings findings;
    findings.hint = misplaced_key_hint;
    for (const std::string& assignment : overrides) document.apply_override(assignment, findings.problems);

    SceneFile result = read_values(document, file.parent_path(), findings);
    Untangled start;
    add_consistency_problems(result.scene, document, findings, start);
    if (!findings.problems.empty()) {
        document.sort(findings.problems);
        throw InputError(std::move(findings.problems));
    }

    add_warnings(result.scene, start, document, result.warnings);
    result.name = file.stem().string();
    make_mesh_names_absolute(document, file.parent_path(), "cloth", result.scene.cloths);
    make_mesh_names_absolute(document, file.parent_path(), "obstacle", result.scene.obstacles);
    make_fabric_names_absolute(document, file.parent_path(), result.scene.cloths);
    make_body_names_absolute(document, result.scene.bodies);
    result.text = document.text();
    return result;
}

}  // namespace tulle
