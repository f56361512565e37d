#include "core/refuse.hpp"
#include "scene/read_values.hpp"
#include "scene/write_things.hpp"
#include "simulation/check.hpp"
#include "simulation/warnings.hpp"

#include <tulle/scene_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

namespace tulle {
namespace {

namespace fs = std::filesystem;

/// Writes tables that consist of their fields.
class TableWriter {
public:
    TableWriter(TomlText& out, SceneParts& parts) : out_(out), parts_(parts) {}

    template <class Settings>
    void table(std::string_view key, const Settings& settings)
    {
        if (const TomlTable table = table_of(key, settings); !table.empty()) out_.section(key, table);
    }
    /// The presence of such a table means something, even if it is empty.
    template <class Settings>
    void table(std::string_view key, const std::optional<Settings>& settings)
    {
        if (settings) out_.section(key, table_of(key, *settings));
    }

private:
    template <class Settings>
    TomlTable table_of(std::string_view key, const Settings& settings)
    {
        TomlTable table;
        write_fields(table, parts_, std::string(key), settings);
        return table;
    }

    TomlText& out_;
    SceneParts& parts_;
};

void write_air(TomlText& out, SceneParts& parts, const AirDescription& air)
{
    TomlTable table;
    write_fields(table, parts, "air", air);
    if (air.gust) {
        TomlTable gust;
        write_fields(gust, parts, "air.gust", *air.gust);
        table.set("gust", gust.inline_text());
    }
    if (air.field) parts.report("air.field", "a function of a program, which a scene file cannot have");
    out.section("air", table);
    for (std::size_t i = 0; i < air.jets.size(); ++i) {
        TomlTable jet;
        write_fields(jet, parts, "air.jet[" + std::to_string(i) + ']', air.jets[i]);
        out.item("air.jet", jet);
    }
}

std::string write_sections(SceneParts& parts, const SceneDescription& scene, const std::vector<std::string>& formats)
{
    TomlText out("# A scene that a program has described.\n");
    TableWriter tables(out, parts);
    visit_method_tables(tables, scene);
    for (std::size_t i = 0; i < scene.cloths.size(); ++i) write_cloth(out, parts, i, scene.cloths[i]);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) write_body(out, parts, i, scene.bodies[i]);
    for (std::size_t i = 0; i < scene.obstacles.size(); ++i) write_obstacle(out, parts, i, scene.obstacles[i]);
    for (std::size_t i = 0; i < scene.contact_pairs.size(); ++i) {
        TomlTable pair;
        write_fields(pair, parts, item("contact_pair", i), scene.contact_pairs[i]);
        out.item("contact_pair", pair);
    }
    for (std::size_t i = 0; i < scene.attachments.size(); ++i) {
        TomlTable attachment;
        attachment.set("cloth", quoted_text(scene.attachments[i].cloth));
        attachment.set("body", quoted_text(scene.attachments[i].body));
        write_selection(attachment, parts, item("attachment", i), scene.attachments[i].where);
        out.item("attachment", attachment);
    }
    if (scene.air) write_air(out, parts, *scene.air);
    visit_force_tables(tables, scene);

    std::vector<std::string> quoted;
    for (const std::string& format : formats) quoted.push_back(quoted_text(format));
    TomlTable output;
    output.set("formats", list_text(quoted));
    out.section("output", output);
    return out.text();
}

/// A folder with the data files that exists as long as this object. Without files there is no folder.
class DataFolder {
public:
    explicit DataFolder(const std::vector<SceneDataFile>& files)
    {
        if (files.empty()) return;
        std::string name = (fs::temp_directory_path() / "tulle-scene-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) refuse(name, std::string("cannot be made: ") + std::strerror(errno));
        path_ = name;
        for (const SceneDataFile& file : files) {
            std::error_code error;
            fs::create_directories((path_ / file.name).parent_path(), error);
            std::ofstream out(path_ / file.name, std::ios::binary);
            if (!(out << file.bytes).flush()) {
                remove();
                refuse(path_ / file.name, "cannot be written, to be read back");
            }
        }
    }
    ~DataFolder() { remove(); }
    DataFolder(const DataFolder&) = delete;
    DataFolder& operator=(const DataFolder&) = delete;

    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    void remove()
    {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }

    fs::path path_;
};

/// Reads the text as a scene file. Its problems have keys and no positions, because the text exists in
/// memory only.
SceneFile read_back(const std::string& text, const fs::path& folder, SceneParts& parts)
{
    SceneDocument document(text, "");
    SceneFindings findings;
    SceneFile read = read_values(document, folder, findings);
    for (Problem& problem : findings.problems) {
        problem.file.clear();
        problem.line = problem.column = 0;
        if (folder.empty()) continue;
        const std::string prefix = (folder / "").string();
        for (std::size_t at = 0; (at = problem.message.find(prefix, at)) != std::string::npos;)
            problem.message.erase(at, prefix.size());
    }
    std::ranges::move(findings.problems, std::back_inserter(parts.problems()));
    return read;
}

/// Reads the scene back and writes it again. Throws InputError for all problems of writing and reading, and if a value
/// differs from that of the description.
void require_same(const std::string& text, SceneParts& parts, const std::vector<std::string>& formats)
{
    const DataFolder folder(parts.files());
    const SceneFile read = read_back(text, folder.path(), parts);
    if (!parts.problems().empty()) throw InputError(std::move(parts.problems()));
    SceneParts again(parts.folder());
    const std::string text_again = write_sections(again, read.scene, formats);
    const auto& files = parts.files();
    for (std::size_t i = 0; i < files.size() && i < again.files().size(); ++i)
        if (files[i].bytes != again.files()[i].bytes)
            parts.report(parts.keys()[i], "its file would be read as other values");
    if (parts.problems().empty() && text != text_again) parts.report("", "a scene file would be read as other values");
    if (!parts.problems().empty()) throw InputError(std::move(parts.problems()));
}

void require_file_name(const std::string& name)
{
    if (!name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos) return;
    throw InputError(Problem{
        .key = "name", .message = fmt::format("expected the name of a file without folders, found \"{}\"", name)});
}

/// Removes what no simulation uses and no scene file has, so that the scene of a program and that of its file are
/// equal.
void remove_unused(SceneDescription& scene)
{
    for (ObstacleDescription& obstacle : scene.obstacles)
        if (auto* mesh = std::get_if<MeshDescription>(&obstacle.shape)) {
            mesh->mesh.uvs.clear();
            mesh->mesh.uv_faces.clear();
        }
}

}  // namespace

SceneFile make_scene_file(const SceneDescription& scene, const std::string& name,
                          const std::vector<std::string>& formats)
{
    require_file_name(name);
    Untangled start;
    if (std::vector<Problem> problems = check(scene, start); !problems.empty()) throw InputError(std::move(problems));
    SceneParts parts(name + std::string(data_folder_ending));
    std::string text = write_sections(parts, scene, formats);
    require_same(text, parts, formats);

    SceneFile file{.scene = scene, .name = name, .formats = formats, .text = std::move(text)};
    remove_unused(file.scene);
    file.warnings = warnings(scene, start);
    file.data = std::move(parts.files());
    return file;
}

}  // namespace tulle
