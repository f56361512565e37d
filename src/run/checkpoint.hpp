#pragma once
// The file `checkpoint` of a run directory: where a run stands, and everything needed to go on from there.

#include "run/run_totals.hpp"

#include <tulle/scene_file.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace tulle {

/// Of the scene's text and of the meshes it names, which are files of their own and may change unseen.
[[nodiscard]] std::uint64_t hash_of(const SceneFile& scene);

struct Checkpoint {
    std::uint64_t scene_hash = 0;
    RunTotals totals;
    std::string simulation;  // what Simulation::save wrote
};

/// Replaces the checkpoint in one move: whoever reads it finds the old one or the new one, whole.
/// Throws OutputError when it cannot be written; the old one is kept then.
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// Throws InputError when the file is damaged, of another version or belongs to a scene with another hash.
[[nodiscard]] Checkpoint read_checkpoint(const std::filesystem::path& file, std::uint64_t scene_hash);

}  // namespace tulle
