// tulle export: writes the stored frames of a run in other formats.

#include "commands.hpp"
#include "core/list_names.hpp"
#include "core/refuse.hpp"
#include "output/run_export.hpp"
#include "output/view_page.hpp"
#include "output/view_template.hpp"
#include "print.hpp"

#include <tulle/choices.hpp>
#include <tulle/run.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tulle {
namespace {

namespace fs = std::filesystem;

struct ExportArguments {
    std::string run;
    std::vector<std::string> formats;
    std::string directory;
    bool json = false;
};

void check_formats(const std::vector<std::string>& formats)
{
    const std::span<const Choice> known = export_formats();
    std::vector<Problem> problems;
    for (const std::string& format : formats) {
        if (std::ranges::find(known, format, &Choice::name) != known.end()) continue;
        Problem& problem = problems.emplace_back();
        problem.file = format;
        problem.message = "is not a format; the formats are " + list_names(known, &Choice::name);
    }
    if (!problems.empty()) throw InputError(std::move(problems));
    if (view_template().empty() && std::find(formats.begin(), formats.end(), view_format) != formats.end())
        refuse(view_format, "this Tulle was built without the viewer (npm was missing)");
}

/// Creates the output folder. Refuses a folder that is not empty, so that no file is overwritten.
fs::path make_directory(const ExportArguments& arguments)
{
    const fs::path directory =
        arguments.directory.empty() ? fs::path(arguments.run) / "export" : fs::path(arguments.directory);
    std::error_code error;
    if (fs::exists(directory, error) && !fs::is_empty(directory, error))
        refuse(directory, "exists and is not empty; name another directory with -o");
    fs::create_directories(directory, error);
    if (error) refuse(directory, "cannot be created: " + error.message());
    return directory;
}

int run(const ExportArguments& arguments)
{
    check_formats(arguments.formats);
    const std::unique_ptr<RunFrames> frames = open_run(arguments.run);
    // The view page is a file of the run, so an existing one is replaced.
    const bool only_page = arguments.directory.empty() && arguments.formats == std::vector{std::string(view_format)};
    const fs::path directory = only_page ? fs::path(arguments.run) : make_directory(arguments);
    for (const std::string& format : arguments.formats) write_frames(format, directory, *frames);

    if (arguments.json) {
        print_json({{"run", arguments.run},
                    {"directory", directory.string()},
                    {"formats", arguments.formats},
                    {"frames", frames->count()}});
    } else {
        std::fputs(fmt::format("{} frames of {} in {}\n", frames->count(), frames->name(), directory.string()).c_str(),
                   stdout);
    }
    return exit_done;
}

}  // namespace

void add_export_command(CLI::App& app, int& exit_code)
{
    const auto arguments = std::make_shared<ExportArguments>();
    CLI::App* command = app.add_subcommand("export", "Write the frames of a run in other formats");
    command->add_option("RUN", arguments->run, "A run directory")->required();
    command
        ->add_option("FORMAT", arguments->formats,
                     fmt::format("One or more of {}; tulle list formats describes the formats, and view is the page "
                                 "view.html for a browser",
                                 list_names(export_formats(), &Choice::name)))
        ->required();
    command
        ->add_option("-o,--output", arguments->directory,
                     "A new folder for the files; default: RUN/export, or RUN if view is the only format")
        ->type_name("DIR");
    command->add_flag("--json", arguments->json, "Print the folder and the formats as JSON");
    command->footer(
        "Examples:\n"
        "  tulle export runs/tablecloth usd gltf\n"
        "  tulle export runs/tablecloth vtk -o for_paraview");
    command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace tulle
