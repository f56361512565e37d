#include "scene/find_scene.hpp"

#include "core/refuse.hpp"

#include <algorithm>
#include <system_error>

namespace tulle {

std::vector<NamedFile> named_scenes() { return named_files(data_folders("scenes")); }

std::filesystem::path find_scene(const std::string& name)
{
    std::error_code error;
    if (std::filesystem::is_regular_file(name, error)) return name;
    const std::vector<NamedFile> scenes = named_scenes();
    const std::string wanted = name.ends_with(".toml") ? name.substr(0, name.size() - 5) : name;
    const auto found = std::ranges::find(scenes, wanted, &NamedFile::name);
    if (found != scenes.end()) return found->file;
    refuse(name, "no such file, and no scene of this name; " +
                     name_advice(wanted, scenes, "tulle list scenes shows the names"));
}

}  // namespace tulle
