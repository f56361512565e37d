#include "output/run_export.hpp"

#include "core/assert.hpp"
#include "core/log.hpp"
#include "output/frame_files.hpp"
#include "output/gltf_export.hpp"
#include "output/usd_export.hpp"

#include <array>
#include <string>

namespace tulle {
namespace {

struct RunFormat {
    std::string_view name;
    std::string_view ending;
    void (*write)(const std::filesystem::path& file, RunFrames& frames);
};

void write_glb(const std::filesystem::path& file, RunFrames& frames)
{
    const GltfSummary summary = write_gltf(file, frames);
    if (summary.frames < frames.count())
        log(LogLevel::warning, file.string() + ": the last frame alone, because " + summary.reason);
}

constexpr std::array run_formats{
    RunFormat{"usd", ".usda", write_usd},
    RunFormat{"gltf", ".glb", write_glb},
};

const RunFormat* find(std::string_view name)
{
    for (const RunFormat& format : run_formats)
        if (format.name == name) return &format;
    return nullptr;
}

}  // namespace

bool is_run_format(std::string_view format) { return find(format) != nullptr; }

std::filesystem::path write_run_format(std::string_view format, const std::filesystem::path& directory,
                                       RunFrames& frames)
{
    const RunFormat* found = find(format);
    TULLE_ASSERT(found != nullptr);
    const std::filesystem::path file = directory / (safe_file_name(frames.name()) + std::string(found->ending));
    found->write(file, frames);
    return file;
}

}  // namespace tulle
