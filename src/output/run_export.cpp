#include "output/run_export.hpp"

#include "core/assert.hpp"
#include "core/log.hpp"
#include "output/frame_files.hpp"
#include "output/gltf_export.hpp"
#include "output/usd_export.hpp"
#include "output/view_page.hpp"
#include "output/view_template.hpp"

#include <tulle/choices.hpp>

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

std::vector<std::string_view> export_formats()
{
    std::vector<std::string_view> names{view_format};
    for (const Choice& choice : output_choices()) names.push_back(choice.name);
    return names;
}

void write_frames(std::string_view format, const std::filesystem::path& directory, RunFrames& frames)
{
    if (format == view_format) {
        write_view_page(directory / view_file_name, view_template(), frames);
    } else if (is_run_format(format)) {
        write_run_format(format, directory, frames);
    } else {
        const auto writer = make_frame_writer(std::string(format), directory, frames.fps());
        for (int frame = 0; frame < frames.count(); ++frame) writer->write(frames.read(frame));
    }
}

}  // namespace tulle
