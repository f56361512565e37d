#include <tulle/frame_writer.hpp>

#include "core/list_names.hpp"
#include "output/output_formats.hpp"

#include <tulle/error.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tulle {
namespace {

template <class Condition>
std::vector<Choice> choices_with(const Condition& condition)
{
    std::vector<Choice> choices;
    for (const OutputFormat& format : output_formats)
        if (condition(format)) choices.push_back({format.name, format.description});
    return choices;
}

}  // namespace

FrameData current_frame(const Simulation& simulation)
{
    return {.frame = simulation.frame(),
            .time = simulation.time(),
            .positions = simulation.visible_positions(),
            .velocities = simulation.velocities(),
            .cloths = simulation.cloths(),
            .intact = simulation.intact_faces()};
}

std::unique_ptr<FrameWriter> make_frame_writer(std::string_view format, const std::filesystem::path& directory,
                                               double fps)
{
    const OutputFormat* found = find_output_format(format);
    if (found != nullptr && found->make_writer != nullptr) return found->make_writer(directory, fps);
    refuse_format("format", list_names(frame_formats(), &Choice::name), format,
                  found != nullptr ? ", a format of whole runs: write_frames writes it" : "");
}

void refuse_format(const char* key, const std::string& names, std::string_view found, std::string_view hint)
{
    Problem problem;
    problem.key = key;
    problem.message = "expected one of " + names + ", found \"" + std::string(found) + '"' + std::string(hint);
    throw InputError(std::move(problem));
}

std::span<const Choice> frame_formats()
{
    static const std::vector<Choice> choices =
        choices_with([](const OutputFormat& format) { return format.make_writer != nullptr; });
    return choices;
}

std::span<const Choice> output_choices()
{
    static const std::vector<Choice> choices =
        choices_with([](const OutputFormat& format) { return !format.in_every_run; });
    return choices;
}

}  // namespace tulle
