#pragma once
// Estimates the size of a run's output and checks the free disk space before anything is written.

#include <tulle/simulation.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace tulle {

/// Estimates the bytes of `frames` frames of the simulation in all of `formats`, with frame cache and metrics.
[[nodiscard]] std::uintmax_t estimate_output_bytes(const Simulation& simulation, std::span<const std::string> formats,
                                                   int frames);

/// Throws InputError, with both numbers, if the disk of `directory` has less than `needed` bytes free. The directory
/// need not exist yet. Does nothing if the free space is unknown.
void require_space(const std::filesystem::path& directory, std::uintmax_t needed);

/// Returns a size for messages, such as "1.4 GB".
[[nodiscard]] std::string readable_bytes(std::uintmax_t bytes);

}  // namespace tulle
