#include "output/run_export.hpp"

#include "core/assert.hpp"
#include "core/list_names.hpp"
#include "output/frame_files.hpp"
#include "output/output_formats.hpp"
#include "output/view_page.hpp"
#include "output/view_template.hpp"

#include <tulle/choices.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

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

std::span<const Choice> export_formats()
{
    static const std::vector<Choice> choices = [] {
        std::vector<Choice> all{{view_format, "the page view.html, which shows the run in a browser"}};
        all.insert(all.end(), output_choices().begin(), output_choices().end());
        return all;
    }();
    return choices;
}

void write_frames(std::string_view format, const std::filesystem::path& directory, RunFrames& frames)
{
    const std::span<const Choice> formats = export_formats();
    if (std::ranges::find(formats, format, &Choice::name) == formats.end())
        refuse_format("format", list_names(formats, &Choice::name), format);
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
