#include "output/run_export.hpp"

#include "core/assert.hpp"
#include "core/list_names.hpp"
#include "output/frame_files.hpp"
#include "output/output_formats.hpp"
#include "output/view_page.hpp"
#include "output/view_template.hpp"

#include <tulle/choices.hpp>

#include <algorithm>
#include <string>

namespace tulle {

bool is_run_format(std::string_view format)
{
    const OutputFormat* found = find_output_format(format);
    return found != nullptr && found->write_run != nullptr;
}

std::filesystem::path write_run_format(std::string_view format, const std::filesystem::path& directory,
                                       RunFrames& frames)
{
    TULLE_ASSERT(is_run_format(format), format);
    const OutputFormat& found = *find_output_format(format);
    const std::filesystem::path file = directory / (safe_file_name(frames.name()) + std::string(found.ending));
    found.write_run(file, frames);
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
    const std::vector<std::string_view> formats = export_formats();
    if (std::ranges::find(formats, format) == formats.end()) refuse_format("format", list_names(formats), format);
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
