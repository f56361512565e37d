#pragma once
// Scene files (TOML). The reader parses a file, checks it as a whole and returns a description; the writer makes a
// scene file from a description. Part of Tulle::scene.

#include <tulle/description.hpp>
#include <tulle/error.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tulle {

/// A file that a scene names, in memory: a mesh, the nodes of a body, or a fabric.
struct SceneDataFile {
    std::string name;  // relative to the scene file
    std::string bytes;
};

struct SceneFile {
    SceneDescription scene;
    std::string name;                  // name of the file without its extension
    std::vector<std::string> formats;  // output.formats
    std::string text;                  // TOML of the scene with overrides applied; it reads as the same scene
    std::vector<Problem> warnings{};   // such as settings that have no effect after an override
    // Of make_scene_file, and of read_run_scene for such scenes: the files that the text names, beside the scene file.
    // Empty for scenes of read_scene, whose texts have absolute names.
    std::vector<SceneDataFile> data{};
};

/// Reads a scene and applies overrides of the form "key.path=value" (cloth[0].thickness=0.003, integrator.dt=1e-3).
/// Throws one InputError with all problems: position, key path, expected range and unit, the value found, and for a
/// misspelt key the likely spelling. Paths of mesh files are relative to the scene file.
/// Thread safety: several threads may call it at the same time, also for the same file. It reads environment variables,
/// so no thread may set one meanwhile.
[[nodiscard]] SceneFile read_scene(const std::filesystem::path& file, std::span<const std::string> overrides = {});

/// Makes a scene file from a description that a program has filled in. read_scene reads its text, with its data files
/// in the folder "NAME_files" beside it, as an equal description: the same bits of every number. Only values that
/// differ from their defaults are in the text. The names of files in the description, the texture coordinates of
/// obstacles and the empty name of a fabric are not kept; no simulation uses them. Numbers of fabrics without a source
/// get one. Throws InputError with all problems of the scene, by their keys: those of `check` or, if there are none,
/// all values that a scene file cannot have, such as AirDescription::field and keys that the method does not use.
/// `formats` is output.formats. The function writes the data into a temporary folder to read it back.
/// Thread safety: several threads may call it at the same time. It reads environment variables, so no thread may set
/// one meanwhile.
[[nodiscard]] SceneFile make_scene_file(const SceneDescription& scene, const std::string& name = "scene",
                                        const std::vector<std::string>& formats = {});

/// Writes a scene file and its data files, each atomically. Nothing is written over: throws OutputError
/// (tulle/output_error.hpp) if the scene file or a folder of its data files exists, or if a file cannot be written.
/// Thread safety: several threads may write different files at the same time.
void write_scene(const std::filesystem::path& file, const SceneFile& scene);
/// The same for a description. The name of the scene is the name of the file without its extension.
void write_scene(const std::filesystem::path& file, const SceneDescription& scene,
                 const std::vector<std::string>& formats = {});

}  // namespace tulle
