#pragma once
// The table of output formats. A format is a source of its own, NAME_writer.cpp or NAME_export.cpp, and a row below:
// messages, lists, the estimate of disk space, runs, exports and tests read this table.

#include <tulle/frame_writer.hpp>
#include <tulle/run_frames.hpp>

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>

namespace tulle {

// Formats of single frames. Each function returns the writer of its format; see make_frame_writer.
[[nodiscard]] std::unique_ptr<FrameWriter> make_frame_cache_writer(const std::filesystem::path& directory, double fps);
[[nodiscard]] std::unique_ptr<FrameWriter> make_obj_writer(const std::filesystem::path& directory, double fps);
[[nodiscard]] std::unique_ptr<FrameWriter> make_ply_writer(const std::filesystem::path& directory, double fps);
[[nodiscard]] std::unique_ptr<FrameWriter> make_pc2_writer(const std::filesystem::path& directory, double fps);
[[nodiscard]] std::unique_ptr<FrameWriter> make_vtk_writer(const std::filesystem::path& directory, double fps);

// Formats of whole runs. Each function writes a run to one file, which appears only when it is complete, and throws
// OutputError when it cannot be written. write_glb warns if the file has the last frame only.
void write_usd(const std::filesystem::path& file, RunFrames& run);
void write_glb(const std::filesystem::path& file, RunFrames& run);

/// Estimated bytes of a frame. For binary formats only the headers are estimated. For text formats, numbers have about
/// 17 digits.
struct FrameBytes {
    double per_particle = 0;
    double per_face = 0;
    double per_frame = 0;
};

struct OutputFormat {
    std::string_view name;
    std::string_view description;  // one line for lists
    FrameBytes bytes;
    // One of the two: a format of single frames has a writer, a format of whole runs is written at the end.
    std::unique_ptr<FrameWriter> (*make_writer)(const std::filesystem::path& directory, double fps) = nullptr;
    void (*write_run)(const std::filesystem::path& file, RunFrames& run) = nullptr;
    std::string_view ending{};  // of the file of a whole run
    bool in_every_run = false;  // runs write the format without being asked; output.formats does not name it
};

/// Throws InputError: `found` is none of the formats that the caller takes, whose `names` are listed.
[[noreturn]] void refuse_format(const char* key, const std::string& names, std::string_view found,
                                std::string_view hint = {});

inline constexpr std::array output_formats{
    OutputFormat{.name = "cache",
                 .description = "Tulle's own frame cache, one growing file: positions and velocities as floats",
                 .bytes = {24, 0, 8},
                 .make_writer = make_frame_cache_writer,
                 .in_every_run = true},
    OutputFormat{.name = "obj",
                 .description = "Wavefront OBJ, one file per frame: positions and texture coordinates as text",
                 .bytes = {95, 30, 60},
                 .make_writer = make_obj_writer},
    OutputFormat{.name = "ply",
                 .description = "binary PLY, one file per frame: positions and velocities",
                 .bytes = {64, 17, 400},
                 .make_writer = make_ply_writer},
    OutputFormat{.name = "pc2",
                 .description = "point cache for Blender and 3ds Max: one growing file per cloth, and its mesh as OBJ",
                 .bytes = {12, 0, 0},
                 .make_writer = make_pc2_writer},
    OutputFormat{.name = "vtk",
                 .description = "VTK PolyData for ParaView: one file per frame, frames.pvd opens them all",
                 .bytes = {86, 48, 1500},
                 .make_writer = make_vtk_writer},
    OutputFormat{.name = "usd",
                 .description =
                     "Universal Scene Description: cloths and obstacles with all frames in one .usda file, at the end",
                 .bytes = {105, 0, 300},  // three vectors of floats as text
                 .write_run = write_usd,
                 .ending = ".usda"},
    OutputFormat{.name = "gltf",
                 .description = "binary glTF: the last frame, and for short runs all as an animation, in one .glb "
                                "file, at the end",
                 .bytes = {24, 0, 100},
                 .write_run = write_glb,
                 .ending = ".glb"},
};

/// Returns the row of a format; null if the table has none of this name.
[[nodiscard]] constexpr const OutputFormat* find_output_format(std::string_view name)
{
    for (const OutputFormat& format : output_formats)
        if (format.name == name) return &format;
    return nullptr;
}

}  // namespace tulle
