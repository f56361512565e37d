#pragma once
// Will the run fit on the disk? Asked before anything is written.

#include <tulle/simulation.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace tulle {

/// About how many bytes `frames` frames of the simulation take in all of `formats`, metrics included.
[[nodiscard]] std::uintmax_t estimate_output_bytes(const Simulation& simulation, std::span<const std::string> formats,
                                                   int frames);

/// Throws InputError naming both numbers when the disk that `directory` is on, or will be on, clearly has less than
/// `needed` bytes free. Says nothing when it cannot tell.
void require_space(const std::filesystem::path& directory, std::uintmax_t needed);

/// "1.4 GB", for people.
[[nodiscard]] std::string readable_bytes(std::uintmax_t bytes);

}  // namespace tulle
