#pragma once
// Pictures to a film: H.264 in MP4, encoded by the ffmpeg program.

#include "render/image.hpp"

#include <filesystem>
#include <memory>

namespace tulle {

class VideoWriter {
public:
    /// Starts ffmpeg, found in PATH; throws InputError when it is not there. The film is written aside and gets its
    /// name when it is whole.
    VideoWriter(const std::filesystem::path& file, int width, int height, double fps);
    /// Without `finish` nothing is left.
    ~VideoWriter();
    VideoWriter(const VideoWriter&) = delete;
    VideoWriter& operator=(const VideoWriter&) = delete;

    /// The next picture, of the size given. Throws OutputError with ffmpeg's words when it gave up.
    void add(const Picture& picture);
    void finish();

private:
    struct Process;
    std::filesystem::path file_;
    std::unique_ptr<Process> process_;
};

/// Whether films can be made here.
[[nodiscard]] bool is_ffmpeg_present();

}  // namespace tulle
