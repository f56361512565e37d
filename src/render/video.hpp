#pragma once
// Writes films: H.264 in MP4, encoded by the program ffmpeg.

#include "render/image.hpp"

#include <filesystem>
#include <memory>

namespace tulle {

class VideoWriter {
public:
    /// Starts ffmpeg from PATH. Throws InputError if there is no ffmpeg. The film is written to a temporary file and
    /// renamed when it is complete.
    VideoWriter(const std::filesystem::path& file, int width, int height, double fps);
    /// Without a call of `finish`, removes the temporary file.
    ~VideoWriter();
    VideoWriter(const VideoWriter&) = delete;
    VideoWriter& operator=(const VideoWriter&) = delete;

    /// Adds the next picture, which must have the given size. If ffmpeg failed, throws OutputError with its message.
    void add(const Picture& picture);
    void finish();

private:
    struct Process;
    std::filesystem::path file_;
    std::unique_ptr<Process> process_;
};

/// Tells whether ffmpeg is in PATH, so that films can be made.
[[nodiscard]] bool is_ffmpeg_present();

}  // namespace tulle
