#include "scene_lookup.hpp"

#include "core/refuse.hpp"
#include "scene/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace tulle {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> scene_folders()
{
    std::vector<fs::path> folders{"scenes"};
    if (const char* folder = std::getenv("TULLE_SCENES"); folder != nullptr && *folder != '\0') {
        folders.emplace_back(folder);
    }
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (!error) folders.push_back(program.parent_path().parent_path() / "share" / "tulle" / "scenes");
    folders.emplace_back(TULLE_INSTALLED_SCENES);
    folders.emplace_back(TULLE_SOURCE_SCENES);
    return folders;
}

/// The first sentence of the comment that a file begins with; it may go on over several lines.
std::string first_comment(const fs::path& file)
{
    std::ifstream in(file);
    std::string text;
    for (std::string line; std::getline(in, line) && line.starts_with('#');) {
        line.erase(0, line.find_first_not_of("# "));
        text += (text.empty() ? "" : " ") + line;
        const std::size_t end = text.find(". ");
        if (end != std::string::npos) return text.substr(0, end + 1);
        if (text.ends_with('.')) break;
    }
    return text;
}

std::string advice(const std::string& name, const std::vector<NamedScene>& scenes)
{
    std::vector<std::string_view> names;
    for (const NamedScene& scene : scenes) names.push_back(scene.name);
    const auto nearest = suggest(name, names);
    return nearest ? fmt::format("did you mean {}?", *nearest) : "tulle list scenes shows the names";
}

}  // namespace

std::vector<NamedScene> named_scenes()
{
    std::vector<NamedScene> scenes;
    for (const fs::path& folder : scene_folders()) {
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(folder, error)) {
            const fs::path& file = entry.path();
            if (file.extension() != ".toml") continue;
            const std::string name = file.stem().string();
            if (std::ranges::find(scenes, name, &NamedScene::name) != scenes.end()) continue;
            scenes.push_back({name, file, first_comment(file)});
        }
    }
    std::ranges::sort(scenes, {}, &NamedScene::name);
    return scenes;
}

fs::path find_scene(const std::string& name)
{
    std::error_code error;
    if (fs::is_regular_file(name, error)) return name;
    const std::vector<NamedScene> scenes = named_scenes();
    const std::string wanted = name.ends_with(".toml") ? name.substr(0, name.size() - 5) : name;
    const auto found = std::ranges::find(scenes, wanted, &NamedScene::name);
    if (found != scenes.end()) return found->file;
    refuse(name, "no such file, and no scene of this name; " + advice(wanted, scenes));
}

}  // namespace tulle
