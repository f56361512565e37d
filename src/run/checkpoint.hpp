#pragma once
// Checkpoints: the file `checkpoint` of a run directory has the state of a run and everything needed to resume it.

#include <tulle/run.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace tulle {

struct Checkpoint {
    std::uint64_t scene_hash = 0;
    RunTotals totals;
    std::string simulation;  // bytes from Simulation::save
};

/// Replaces the checkpoint atomically: a reader finds the old checkpoint or the whole new one. Throws OutputError if
/// the checkpoint cannot be written; then the old one is kept.
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// Reads a checkpoint. Throws InputError if the file is damaged, has another version, or belongs to a scene with
/// another hash.
[[nodiscard]] Checkpoint read_checkpoint(const std::filesystem::path& file, std::uint64_t scene_hash);

}  // namespace tulle
