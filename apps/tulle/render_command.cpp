// tulle render: renders a picture of a frame, or a film of all frames.

#include "analysis/particle_fields.hpp"
#include "commands.hpp"
#include "core/refuse.hpp"
#include "interrupt.hpp"
#include "output/frame_files.hpp"
#include "print.hpp"
#include "render/png_writer.hpp"
#include "render/render_run.hpp"
#include "render/video.hpp"
#include "threads_option.hpp"

#include <tulle/run.hpp>
#include <tulle/threads.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

namespace tulle {
namespace {

namespace fs = std::filesystem;

constexpr int still_samples = 64, film_samples = 8;
constexpr int smallest_side = 16, largest_side = 8192;  // pixels

struct RenderArguments {
    std::string run, output;
    std::string frame = "last", size = "960x540", texture = "woven", range, view;
    RenderOptions options;
    std::optional<int> samples;
    int threads = 0;
    bool video = false;
    bool quiet = false;
    bool json = false;
};

template <class Number>
std::optional<Number> parse_number(std::string_view text)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Reads two numbers with a separator between them.
template <class Number>
std::optional<std::array<Number, 2>> parse_pair(std::string_view text, char separator)
{
    const std::size_t middle = text.find(separator);
    if (middle == std::string_view::npos) return std::nullopt;
    const auto first = parse_number<Number>(text.substr(0, middle));
    const auto second = parse_number<Number>(text.substr(middle + 1));
    if (!first || !second) return std::nullopt;
    return std::array<Number, 2>{*first, *second};
}

/// Collects all problems of the arguments before anything is read or written.
class Requirements {
public:
    void expect(bool is_met, const std::string& flag, std::string message)
    {
        if (is_met) return;
        Problem& problem = problems_.emplace_back();
        problem.file = flag;
        problem.message = std::move(message);
    }
    void check()
    {
        if (!problems_.empty()) throw InputError(std::move(problems_));
    }

private:
    std::vector<Problem> problems_;
};

RenderOptions options_of(const RenderArguments& arguments)
{
    Requirements needs;
    RenderOptions options = arguments.options;
    options.texture = arguments.texture == "checked" ? ClothTexture::checked
                      : arguments.texture == "plain" ? ClothTexture::plain
                                                     : ClothTexture::woven;
    options.samples = arguments.samples.value_or(arguments.video ? film_samples : still_samples);

    const auto size = parse_pair<int>(arguments.size, 'x').value_or(std::array{0, 0});
    const auto is_side = [](int n) { return n >= smallest_side && n <= largest_side; };
    needs.expect(is_side(size[0]) && is_side(size[1]), "--size",
                 fmt::format("expected WIDTHxHEIGHT, each {} to {} pixels, as in 1920x1080; found {}", smallest_side,
                             largest_side, arguments.size));
    options.width = size[0];
    options.height = size[1];
    if (!arguments.range.empty()) {
        std::string range = arguments.range;
        const bool is_percent = std::erase(range, '%') > 0;
        options.range = parse_pair<double>(range, ',').value_or(std::array{0.0, 0.0});
        if (is_percent)
            for (double& end : *options.range) end /= 100;
        const auto fields = ParticleFields::list();
        const auto field = std::ranges::find(fields, options.colour, &FieldDescription::name);
        needs.expect(!is_percent || field == fields.end() || field->unit == "1", "--range",
                     fmt::format("percentages are for ratios such as stretch; the unit of {} is {}", options.colour,
                                 field == fields.end() ? "" : field->unit));
        const auto [min, max] = *options.range;
        needs.expect(std::isfinite(min) && std::isfinite(max) && min < max, "--range",
                     "expected MIN,MAX with MIN < MAX, as in 0,1.5; found " + arguments.range);
        needs.expect(!options.colour.empty(), "--range", "needs --colour FIELD");
    }
    if (!arguments.view.empty()) {
        const auto view = parse_pair<double>(arguments.view, ',').value_or(std::array{0.0, -1.0});
        needs.expect(
            std::abs(view[0]) <= 360 && view[1] >= 0 && view[1] <= 90, "--view",
            "expected AZIMUTH,ELEVATION in degrees, -360 to 360 and 0 to 90, as in 30,20; found " + arguments.view);
        options.azimuth = view[0];
        options.elevation = view[1];
    }
    needs.check();
    return options;
}

int frame_of(const RenderArguments& arguments, const RunFrames& run)
{
    if (arguments.frame == "last") return run.count() - 1;
    const auto frame = parse_number<int>(arguments.frame);
    if (!frame || *frame < 0 || *frame >= run.count())
        refuse("--frame", fmt::format("expected 0 to {} or last; found {}", run.count() - 1, arguments.frame));
    return *frame;
}

/// Tells whether an existing file is of the same kind as the new one: a PNG picture or an MP4 film.
bool is_own_kind(const fs::path& file, bool video)
{
    std::array<char, 8> head{};
    std::ifstream(file, std::ios::binary).read(head.data(), head.size());
    const std::string_view text(head.data(), head.size());
    return video ? text.substr(4) == "ftyp" : text == "\x89PNG\r\n\x1a\n";
}

/// Returns film.mp4, or film-2.mp4 and so on if the name is taken. A file is overwritten only if the user names it.
fs::path free_name(const fs::path& directory, const std::string& stem, const std::string& ending)
{
    fs::path file = directory / (stem + ending);
    std::error_code ignored;
    for (int number = 2; fs::exists(fs::symlink_status(file, ignored)); ++number)
        file = directory / fmt::format("{}-{}{}", stem, number, ending);
    return file;
}

struct Output {
    fs::path file;
    bool replaces = false;  // replaces a file of the same kind
};

Output output_of(const RenderArguments& arguments, int frame)
{
    const std::string ending = arguments.video ? ".mp4" : ".png";
    if (arguments.output.empty())
        return {free_name(arguments.run, arguments.video ? "film" : frame_file_name(frame, ""), ending)};
    const fs::path file = arguments.output;
    if (file.extension() != ending)
        refuse(file, fmt::format("expected a name that ends in {}; {}", ending,
                                 arguments.video ? "films are MP4" : "pictures are PNG, films need --video"));
    std::error_code ignored;
    const bool is_there = fs::exists(file, ignored);
    if (is_there && !is_own_kind(file, arguments.video))
        refuse(file, fmt::format("exists and is no {} file; it is not overwritten", arguments.video ? "MP4" : "PNG"));
    if (const fs::path folder = file.parent_path(); !folder.empty() && !fs::is_directory(folder, ignored))
        refuse(folder, "is not a directory");
    return {file, is_there};
}

/// Shows the progress of pictures on standard error. Work of less than two seconds shows nothing.
class RenderProgress {
public:
    RenderProgress(int pictures, bool is_quiet)
        : pictures_(pictures), is_quiet_(is_quiet), is_terminal_(isatty(STDERR_FILENO) != 0)
    {}
    ~RenderProgress()
    {
        if (is_drawn_) std::fputs("\r\x1b[K", stderr);
    }
    RenderProgress(const RenderProgress&) = delete;
    RenderProgress& operator=(const RenderProgress&) = delete;

    [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    /// Shows the progress. `picture` counts from 0, and `share` is its completed part.
    void show(int picture, double share)
    {
        constexpr double silent = 2;  // s
        const double now = seconds(), done = (picture + share) / pictures_;
        if (is_quiet_ || done <= 0 || done >= 1 || now < silent || now - last_ < (is_terminal_ ? 0.1 : silent)) return;
        last_ = now;
        const std::string left = readable_duration(now / done * (1 - done));
        const std::string text =
            pictures_ > 1 ? fmt::format("picture {}/{}  {:.0f} %  {} left", picture + 1, pictures_, 100 * done, left)
                          : fmt::format("{:.0f} %  {} left", 100 * done, left);
        std::fputs((is_terminal_ ? "\r" + text + "\x1b[K" : text + '\n').c_str(), stderr);
        is_drawn_ = is_terminal_;
    }

private:
    using Clock = std::chrono::steady_clock;

    int pictures_;
    bool is_quiet_, is_terminal_;
    bool is_drawn_ = false;
    double last_ = 0;  // s
    Clock::time_point start_ = Clock::now();
};

/// Renders `frames` and passes each picture to `take`. Returns false if it was interrupted.
template <class Take>
bool render_all(RunRenderer& renderer, const std::vector<int>& frames, RenderProgress& progress, const Take& take)
{
    const std::atomic<bool>& stop = watch_for_interrupt();
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const Picture picture = renderer.picture(frames[k], [&](double share) {
            progress.show(static_cast<int>(k), share);
            return !stop;
        });
        if (stop) return false;
        take(picture);
    }
    return true;
}

int run(const RenderArguments& arguments)
{
    const RenderOptions options = options_of(arguments);
    const std::unique_ptr<RunFrames> run = open_run(arguments.run);
    std::vector<int> frames{frame_of(arguments, *run)};
    const Output output = output_of(arguments, frames.front());
    const fs::path& file = output.file;
    if (arguments.video) {
        frames.resize(static_cast<std::size_t>(run->count()));
        std::iota(frames.begin(), frames.end(), 0);
    }
    const ThreadLimit limit(arguments.threads);
    RunRenderer renderer(*run, options, frames);
    double seconds = 0;
    {
        RenderProgress progress(static_cast<int>(frames.size()), arguments.quiet);
        if (arguments.video) {
            VideoWriter film(file, options.width, options.height, run->fps());
            if (!render_all(renderer, frames, progress, [&](const Picture& p) { film.add(p); }))
                return exit_interrupted;
            film.finish();
        } else if (!render_all(renderer, frames, progress, [&](const Picture& p) { write_png(file, p); })) {
            return exit_interrupted;
        }
        seconds = progress.seconds();
    }
    if (arguments.json) {
        print_json({{"file", file.string()},
                    {"replaced", output.replaces},
                    {"width", options.width},
                    {"height", options.height},
                    {"samples", options.samples},
                    {"frames", frames.size()},
                    {"seconds", seconds}});
    } else if (!arguments.quiet) {
        std::fputs((file.string() + (output.replaces ? " (replaced)\n" : "\n")).c_str(), stdout);
    }
    return exit_done;
}

void add_look_options(CLI::App& command, RenderArguments& arguments)
{
    command.add_option("--texture", arguments.texture, "Texture of the cloth: woven (default), checked or plain")
        ->type_name("NAME")
        ->check(CLI::IsMember(std::vector<std::string>{"woven", "checked", "plain"}));
    command
        .add_option("--colour,--color", arguments.options.colour,
                    "Colour the cloth by a field such as speed, with a colour bar; tulle list fields shows all fields")
        ->type_name("FIELD");
    command
        .add_option("--range", arguments.range,
                    "Values at the ends of the colour bar, as in 0,1.5 or, for ratios, 0,2%; default: round numbers "
                    "that enclose almost all values. If values of both signs occur, colours go from blue over white at "
                    "zero to red, otherwise from dark violet to yellow")
        ->type_name("MIN,MAX");
    command.add_flag("--edges", arguments.options.edges, "Draw the edges of the mesh");
    command
        .add_option("--view", arguments.view,
                    "Direction of view in degrees: azimuth 0 looks along +Y, azimuth 90 along -X; default: a direction "
                    "that suits the cloth")
        ->type_name("AZIMUTH,ELEVATION");
    command
        .add_option("--zoom", arguments.options.zoom,
                    "Focal length as a factor: the picture with 2 shows half of the picture with 1")
        ->type_name("FACTOR")
        ->check(CLI::Range(0.1, 100.0));
    command
        .add_option("--aperture", arguments.options.f_number,
                    "F-number of the lens, as in 2.8; only the middle of the scene is then in focus")
        ->type_name("F")
        ->check(CLI::Range(0.1, 1000.0));
}

}  // namespace

void add_render_command(CLI::App& app, int& exit_code)
{
    const auto arguments = std::make_shared<RenderArguments>();
    CLI::App* command = app.add_subcommand("render", "Make a ray-traced picture or a film of a run");
    // The last value of a repeated option counts, so that a user can override the options of a script.
    command->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    command->add_option("RUN", arguments->run, "A run directory")->required();
    command
        ->add_option("-o,--output", arguments->output,
                     "The picture or film; an existing PNG or MP4 file is replaced; default: RUN/frame_NNNN.png or "
                     "RUN/film.mp4, with a number if this name is taken")
        ->type_name("FILE");
    CLI::Option* frame =
        command->add_option("--frame", arguments->frame, "The number of the frame, from 0; default: the last frame");
    frame->type_name("N");
    command->add_flag("--video", arguments->video, "Make a film of all frames with ffmpeg")->excludes(frame);
    command->add_option("--size", arguments->size, "Width and height in pixels; default: 960x540")->type_name("WxH");
    command
        ->add_option(
            "--samples", arguments->samples,
            fmt::format(
                "Light paths per pixel; more paths make a finer picture and take more time; default: {}, for films {}",
                still_samples, film_samples))
        ->type_name("N")
        ->check(CLI::Range(1, 65536));
    add_look_options(*command, *arguments);
    add_threads_option(command, arguments->threads,
                       "Number of threads; default: all cores; the number changes no picture");
    command->add_flag("--quiet", arguments->quiet, "Show no progress and no names of files; problems are still shown");
    command->add_flag("--json", arguments->json,
                      "Print the name, the size and the computing time of the picture as JSON");
    command->footer(
        "Examples:\n"
        "  tulle render runs/tablecloth --texture checked --size 1920x1080 --samples 128\n"
        "  tulle render runs/flag --frame 40 --colour speed --range 0,8 -o speed.png\n"
        "  tulle render runs/tablecloth --video");
    command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace tulle
