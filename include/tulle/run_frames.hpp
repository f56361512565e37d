#pragma once
// The frames of a simulated run, read one at a time and in any order, and their export to other formats. Part of
// Tulle::scene. open_run (tulle/run.hpp) opens the frames of a run directory. Pictures, view pages and exports read
// runs through this interface only, so they do not depend on where the frames are stored.
//
// Thread safety: a RunFrames object serves one thread at a time, because its frames share memory. Several objects may
// read the same run in different threads.

#include <tulle/choices.hpp>
#include <tulle/description.hpp>
#include <tulle/frame_writer.hpp>
#include <tulle/report.hpp>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// metrics.csv as numbers: a row per frame.
struct MetricsTable {
    std::vector<std::string> columns;       // as in the header of the file
    std::vector<std::vector<double>> rows;  // each as long as columns
};

class RunFrames {
public:
    virtual ~RunFrames() = default;

    [[nodiscard]] virtual std::string_view name() const = 0;  // of the scene
    [[nodiscard]] virtual double fps() const = 0;
    [[nodiscard]] virtual int count() const = 0;  // number of frames, the start included
    [[nodiscard]] virtual double time(int index) const { return index / fps(); }  // s, of a frame
    /// The cloths with all faces of the start. The cloths of a frame (FrameData) have only the faces intact in it.
    [[nodiscard]] virtual std::span<const ClothView> cloths() const = 0;
    [[nodiscard]] virtual std::span<const ObstacleDescription> obstacles() const = 0;
    [[nodiscard]] virtual const MetricsTable& metrics() const = 0;

    /// Reads frame `index`, from 0. The result is valid until the next call. Throws InputError when it cannot be read.
    [[nodiscard]] virtual const FrameData& read(int index) = 0;

    [[nodiscard]] virtual std::span<const FieldDescription> fields() const = 0;
    /// Returns fields()[field] in the frame read last, one value per particle; valid until the next call.
    [[nodiscard]] virtual std::span<const double> values(std::size_t field) = 0;
};

/// Returns the formats that write_frames accepts, with one line about each: "view", the page view.html, and the values
/// of output.formats.
[[nodiscard]] std::span<const Choice> export_formats();

/// Writes all frames of a run into `directory`, which must exist, as one file or frame by frame, according to the
/// format. Throws InputError for a format that is not one of export_formats(), and OutputError when a file cannot be
/// written, or for "view" when Tulle was built without the page.
void write_frames(std::string_view format, const std::filesystem::path& directory, RunFrames& frames);

}  // namespace tulle
