#pragma once
// Frame writers: output of frames to files, one class per format. After `write` returns, every reader finds the whole
// frame; no frame is half-written under its final name. Equal frames give equal bytes: no dates, no machine names.

#include <tulle/simulation.hpp>

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace tulle {

struct FrameData {
    int frame = 0;                            // 0 is the start
    double time = 0;                          // s
    std::span<const Vec3> positions;          // m, visible positions of all cloths one after the other
    std::span<const Vec3> velocities;         // m/s
    std::span<const ClothView> cloths;        // the same in every frame, except that torn faces are missing
    std::span<const unsigned char> intact{};  // per face of all cloths at the start, 0 when torn; empty: none can tear
};

class FrameWriter {
public:
    virtual ~FrameWriter() = default;
    /// Writes a frame. Frames must come in order, starting at 0 or at the argument of `resume_after`. Throws
    /// OutputError when the disk is full or the file cannot be written. Then earlier frames are kept, and no part of
    /// this one remains.
    virtual void write(const FrameData& frame) = 0;
    /// Prepares to continue after the first `frames` frames, which are kept. Later frames are removed, at the latest
    /// when the next frame is written. Throws OutputError when some of the kept frames are missing. `resume_after(0)`
    /// removes the frames of an earlier run from the directory.
    virtual void resume_after(int frames) = 0;
};

/// Returns the writer for cache (which every run writes), obj, ply, pc2 or vtk. It writes into `directory`, which must
/// exist; several formats may share a directory. Formats that do not store times note `fps`. Throws InputError for
/// another format; formats of a whole run are in run_export.hpp.
[[nodiscard]] std::unique_ptr<FrameWriter> make_frame_writer(std::string_view format,
                                                             const std::filesystem::path& directory, double fps);

}  // namespace tulle
