#pragma once
// Scene files (TOML): read, checked as a whole, turned into a description. Part of Tulle::scene.

#include <tulle/description.hpp>
#include <tulle/error.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tulle {

struct SceneFile {
    SceneDescription scene;
    std::string name;                  // the file's name without its ending
    std::vector<std::string> formats;  // output.formats
    std::string text;                  // TOML of the scene as read, overrides applied; reading it gives the same scene
    std::vector<Problem> warnings{};   // what the user should know, such as settings that an override made idle
};

/// Reads a scene and applies overrides of the form "key.path=value" (cloth[0].thickness=0.003, integrator.dt=1e-3).
/// Throws one InputError with every problem: position, key path, expected range and unit, the value found, and for
/// a misspelt key the likely one. Mesh files are named relative to the scene file.
[[nodiscard]] SceneFile read_scene(const std::filesystem::path& file, std::span<const std::string> overrides = {});

}  // namespace tulle
