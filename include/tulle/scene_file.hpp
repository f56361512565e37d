#pragma once
// Reader of scene files (TOML): parses a file, checks it as a whole and returns a description. Part of Tulle::scene.

#include <tulle/description.hpp>
#include <tulle/error.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tulle {

struct SceneFile {
    SceneDescription scene;
    std::string name;                  // name of the file without its extension
    std::vector<std::string> formats;  // output.formats
    std::string text;                  // TOML of the scene with overrides applied; it reads as the same scene
    std::vector<Problem> warnings{};   // such as settings that have no effect after an override
};

/// Reads a scene and applies overrides of the form "key.path=value" (cloth[0].thickness=0.003, integrator.dt=1e-3).
/// Throws one InputError with all problems: position, key path, expected range and unit, the value found, and for a
/// misspelt key the likely spelling. Paths of mesh files are relative to the scene file.
/// Thread safety: several threads may call it at the same time, also for the same file. It reads environment variables,
/// so no thread may set one meanwhile.
[[nodiscard]] SceneFile read_scene(const std::filesystem::path& file, std::span<const std::string> overrides = {});

}  // namespace tulle
