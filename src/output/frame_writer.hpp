#pragma once
// Frames to files, one class per format. A frame that `write` has returned from is whole to all who read it;
// nothing is ever half-written under its final name. The same frames give the same bytes: no dates, no machine names.

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
    std::span<const Vec3> positions;          // m, all cloths one after the other, as they are to be seen
    std::span<const Vec3> velocities;         // m/s
    std::span<const ClothView> cloths;        // the same in every frame, but for faces, which are those that stand
    std::span<const unsigned char> intact{};  // per face of all whole cloths, 0 when torn; empty: none can tear
};

class FrameWriter {
public:
    virtual ~FrameWriter() = default;
    /// Frames come in order: from 0, or from where `resume_after` said. Throws OutputError when the disk is full or
    /// the file cannot be written; earlier frames are kept, and nothing of this one is left.
    virtual void write(const FrameData& frame) = 0;
    /// Prepares to go on after `frames` whole frames (those before were kept): what came later is forgotten, at the
    /// latest when the next frame is written. Throws OutputError when the kept frames are not all there.
    /// `resume_after(0)` clears a directory of the frames of an earlier run.
    virtual void resume_after(int frames) = 0;
};

/// cache (which every run writes), obj, ply, pc2 or vtk, into `directory`, which exists; several formats may share it.
/// `fps` is noted for formats that do not store times. Throws InputError for another format; those of a whole run are
/// in run_export.hpp.
[[nodiscard]] std::unique_ptr<FrameWriter> make_frame_writer(std::string_view format,
                                                             const std::filesystem::path& directory, double fps);

}  // namespace tulle
