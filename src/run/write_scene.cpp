// Scene files that a program writes. The functions are here because atomic files belong to the layer `output`.

#include "output/atomic_file.hpp"
#include "run/run_directory.hpp"

#include <tulle/scene_file.hpp>

#include <system_error>

namespace tulle {

void write_scene(const std::filesystem::path& file, const SceneFile& scene)
{
    write_data_files(file.parent_path(), scene.data);  // first, so that no scene file names a file that is missing
    write_file_atomically(file, scene.text);
}

void write_scene(const std::filesystem::path& file, const SceneDescription& scene,
                 const std::vector<std::string>& formats)
{
    write_scene(file, make_scene_file(scene, file.stem().string(), formats));
}

}  // namespace tulle
