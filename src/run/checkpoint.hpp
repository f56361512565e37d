#pragma once
// The file `checkpoint` of a run directory: where a run stands, and everything needed to go on from there.

#include "run/run_totals.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace tulle {

struct Checkpoint {
    std::uint64_t scene_hash = 0;  // of scene.toml as it stands in the run directory
    RunTotals totals;
    std::string simulation;  // what Simulation::save wrote
};

/// Replaces the checkpoint in one move: whoever reads it finds the old one or the new one, whole.
/// Throws OutputError when it cannot be written; the old one is kept then.
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// Throws InputError when the file is damaged, of another version or belongs to a scene with another hash.
[[nodiscard]] Checkpoint read_checkpoint(const std::filesystem::path& file, std::uint64_t scene_hash);

}  // namespace tulle
