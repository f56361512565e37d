// Scene files that a program writes. The functions are here because atomic files belong to the layer `output`.

#include "output/atomic_file.hpp"
#include "run/run_directory.hpp"

#include <tulle/output_error.hpp>
#include <tulle/scene_file.hpp>

#include <system_error>

namespace tulle {
namespace {

/// Files of an earlier scene would become a part of this one: a mesh sequence consists of all files that fit a pattern.
void require_new(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored))
        throw OutputError(path, "exists, and scenes are never written over; give another name");
}

}  // namespace

void write_scene(const std::filesystem::path& file, const SceneFile& scene)
{
    require_new(file);
    for (const SceneDataFile& data : scene.data)
        require_new(file.parent_path() / *std::filesystem::path(data.name).begin());
    write_data_files(file.parent_path(), scene.data);  // first, so that no scene file names a file that is missing
    write_file_atomically(file, scene.text);
}

void write_scene(const std::filesystem::path& file, const SceneDescription& scene,
                 const std::vector<std::string>& formats)
{
    write_scene(file, make_scene_file(scene, file.stem().string(), formats));
}

}  // namespace tulle
