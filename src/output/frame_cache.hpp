#pragma once
// frames.cache: what every run keeps of every frame, whatever formats were asked for, so that pictures, pages and
// exports can be made when it has ended. Floats are enough for that: a tenth of a micrometre at a metre.
//
// Layout, little endian: "TULLECACHE", uint16 version = 1, int32 particles; then for each frame float64 time [s], and
// float32 x y z of all positions [m], as they are to be seen, then of all velocities [m/s]. Where cloth can tear the
// version is 2, int32 faces follows the particles, and a frame ends with a bit per face, the lowest of a byte first: 1
// when it stands.

#include "output/frame_writer.hpp"

#include <cstdint>
#include <fstream>
#include <string>

namespace tulle {

inline constexpr std::string_view frame_cache_name = "frames.cache";

/// Bytes of a frame with so many particles, and so many faces that can tear.
[[nodiscard]] std::uint64_t frame_cache_bytes(int particles, int tearing_faces = 0);

[[nodiscard]] std::unique_ptr<FrameWriter> make_frame_cache_writer(const std::filesystem::path& directory, double fps);

/// Frames back from the file. A frame that a running simulation is still writing does not count.
class FrameCacheReader {
public:
    /// Throws InputError when the file is missing, is none or has another number of particles or faces.
    FrameCacheReader(const std::filesystem::path& file, int particles, int faces = 0);

    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] bool can_tear() const { return tearing_faces_ > 0; }
    /// `stands`, of all faces, is written where they can tear. Throws InputError when the file became shorter
    /// meanwhile.
    void read(int index, double& time, std::span<Vec3> positions, std::span<Vec3> velocities,
              std::span<unsigned char> stands = {});

private:
    std::filesystem::path path_;
    std::ifstream in_;
    int particles_;
    int tearing_faces_ = 0;
    std::string bytes_;  // kept for its memory
    int count_ = 0;
};

}  // namespace tulle
