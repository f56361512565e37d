#pragma once
// The scenes that come with Tulle.

#include <tulle/scene_file.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace tulle {

inline SceneFile shipped_scene(const std::string& name, const std::vector<std::string>& overrides = {})
{
    return read_scene(std::filesystem::path(TULLE_SCENES) / (name + ".toml"), overrides);
}

inline std::vector<std::string> shipped_scene_names()
{
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(TULLE_SCENES))
        if (entry.path().extension() == ".toml") all.push_back(entry.path().stem().string());
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace tulle
