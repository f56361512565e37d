#include <tulle/scene_file.hpp>

#include <cstdio>

int main(int, char** arguments)
{
    const tulle::SceneFile file = tulle::read_scene(arguments[1]);
    std::printf("%s: %zu cloths\n", file.name.c_str(), file.scene.cloths.size());
}
