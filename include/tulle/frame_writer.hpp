#pragma once
// Frame writers: output of frames to files, one class per format. After `write` returns, every reader finds the whole
// frame; no frame is half-written under its final name. Equal frames give equal bytes: no dates, no machine names.
// Part of Tulle::scene.
//
// Thread safety: a writer serves one thread at a time. Writers of different formats, and of different directories, are
// independent of each other. The free functions share no state; current_frame uses the simulation, and so only one
// thread at a time may call it for one simulation.

#include <tulle/choices.hpp>
#include <tulle/output_error.hpp>
#include <tulle/simulation.hpp>

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace tulle {

/// A frame: views of arrays that belong to another object, such as a simulation.
struct FrameData {
    int frame = 0;                            // 0 is the start
    double time = 0;                          // s
    std::span<const Vec3> positions;          // m, visible positions of all cloths one after the other
    std::span<const Vec3> velocities;         // m/s
    std::span<const ClothView> cloths;        // the same in every frame, except that torn faces are missing
    std::span<const unsigned char> intact{};  // per face of all cloths at the start, 0 if torn; empty: no face can tear
};

/// Returns the present state of a simulation as the frame `simulation.frame()`. The views are valid until the
/// simulation takes its next step. A program that writes at other times than Simulation::advance_frame reaches, for
/// example after every step, counts its own frames in FrameData::frame: writers take each number once.
[[nodiscard]] FrameData current_frame(const Simulation& simulation);

/// Output of frames in one format. A program may derive its own class, for another format or for another receiver than
/// a file, and give it to a run (RunOptions::writers in tulle/run.hpp).
class FrameWriter {
public:
    virtual ~FrameWriter() = default;
    /// Writes a frame. Frames must come in order, starting at 0 or at the argument of `resume_after`; formats with a
    /// file for all frames throw InputError for any other frame. Throws OutputError when the disk is full or the file
    /// cannot be written. After an OutputError all earlier frames remain, and no part of the new frame.
    virtual void write(const FrameData& frame) = 0;
    /// Prepares to continue after the first `frames` frames, which are kept. Later frames are removed, at the latest
    /// when the next frame is written. Throws OutputError when some of the kept frames are missing. `resume_after(0)`
    /// removes the frames of an earlier run from the directory.
    virtual void resume_after(int frames) = 0;
};

/// Returns the writer of one of frame_formats(). The writer writes into `directory`, which must exist; several formats
/// may share a directory. Formats that do not store times note `fps`. Throws InputError for another format; formats of
/// a whole run are written by write_frames (tulle/run_frames.hpp).
[[nodiscard]] std::unique_ptr<FrameWriter> make_frame_writer(std::string_view format,
                                                             const std::filesystem::path& directory, double fps);

/// Returns the formats that make_frame_writer accepts, with one line about each format. The list has the formats of
/// output.formats that consist of single frames, and "cache", Tulle's own format, which every run writes.
[[nodiscard]] std::span<const Choice> frame_formats();

}  // namespace tulle
