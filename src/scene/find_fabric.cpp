#include "scene/find_fabric.hpp"

#include "core/refuse.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>

namespace tulle {
namespace {

bool is_file(const std::filesystem::path& file)
{
    std::error_code error;
    return std::filesystem::is_regular_file(file, error);
}

/// Tells whether a file is a scene. A scene may have the same name as the fabric in it.
bool is_scene(const std::filesystem::path& file)
{
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("[[cloth]]")) return true;
    return false;
}

}  // namespace

std::vector<NamedFile> named_fabrics() { return named_files(data_folders("fabrics")); }

std::filesystem::path find_fabric(const std::string& name, const std::filesystem::path& directory)
{
    if (name.ends_with(".toml")) {
        std::filesystem::path file = directory / name;
        if (!is_file(file)) refuse(file, "no such file; a fabric's file is named as seen from the scene");
        return file;
    }
    std::vector<NamedFile> fabrics = named_fabrics();
    // Names with a slash are not searched, because they could lead out of the folders.
    if (name.find('/') == std::string::npos && !name.empty()) {
        std::filesystem::path beside = directory / (name + ".toml");
        if (is_file(beside) && !is_scene(beside)) return beside;
        const std::vector<std::filesystem::path> below{directory / "fabrics"};
        std::vector<NamedFile> near = named_files(below);
        near.insert(near.end(), fabrics.begin(), fabrics.end());
        fabrics = std::move(near);
        const auto found = std::ranges::find(fabrics, name, &NamedFile::name);
        if (found != fabrics.end()) return found->file;
    }
    refuse(name, "no fabric of this name; " + name_advice(name, fabrics, "tulle list fabrics shows the names"));
}

}  // namespace tulle
