#pragma once
// Frame cache (frames.cache): every run keeps every frame, whatever output formats are selected. So pictures, pages and
// exports can be made after the run. Floats suffice for that: they resolve a tenth of a micrometre at one metre.
//
// Layout, little endian: "TULLECACHE", uint16 version = 1, int32 particles; then for each frame float64 time [s], and
// float32 x y z of all visible positions [m], then of all velocities [m/s]. If cloth can tear, the version is 2, int32
// faces follows the particles, and a frame ends with a bit per face, the lowest bit of a byte first: 1 when the face is
// intact.

#include <tulle/frame_writer.hpp>

#include <cstdint>
#include <fstream>
#include <string>

namespace tulle {

inline constexpr std::string_view frame_cache_name = "frames.cache";

/// Returns the bytes of a frame with the given numbers of particles and of faces that can tear.
[[nodiscard]] std::uint64_t frame_cache_bytes(int particles, int tearing_faces = 0);

/// Reads frames from the file. A frame that a running simulation is still writing does not count.
class FrameCacheReader {
public:
    /// Throws InputError when the file is missing, is no frame cache, or has another number of particles or faces.
    FrameCacheReader(const std::filesystem::path& file, int particles, int faces = 0);

    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] bool can_tear() const { return tearing_faces_ > 0; }
    /// Reads frame `index`. If faces can tear, `intact` gets 1 per intact face and 0 per torn face. Throws InputError
    /// when the file has become shorter, or its numbers are not finite.
    void read(int index, double& time, std::span<Vec3> positions, std::span<Vec3> velocities,
              std::span<unsigned char> intact = {});

private:
    std::filesystem::path path_;
    std::ifstream in_;
    int particles_;
    int tearing_faces_ = 0;
    std::string bytes_;  // a member to reuse its memory
    int count_ = 0;
};

}  // namespace tulle
