// tulle plot: plots the metrics of a run.

#include "commands.hpp"
#include "core/refuse.hpp"
#include "plot/plot.hpp"
#include "plot/run_plots.hpp"
#include "print.hpp"

#include <tulle/run.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace tulle {
namespace {

namespace fs = std::filesystem;

struct PlotArguments {
    std::string run;
    std::string directory;
    bool png = false;
    bool json = false;
};

int run(const PlotArguments& arguments)
{
    const std::unique_ptr<RunFrames> frames = open_run(arguments.run);
    const fs::path directory = arguments.directory.empty() ? arguments.run : arguments.directory;
    std::error_code error;
    fs::create_directories(directory, error);
    if (error) refuse(directory, "cannot be created: " + error.message());
    const std::string ending = arguments.png ? ".png" : ".svg";
    std::vector<std::string> files;
    const auto write = [&](const std::string& name, const Figure& figure) {
        const fs::path file = directory / (name + ending);
        write_plot(file, figure);
        files.push_back(file.string());
    };
    write("energy", energy_figure(frames->metrics()));
    write("stretch", stretch_figure(frames->metrics()));

    if (arguments.json) {
        print_json({{"run", arguments.run}, {"files", files}});
    } else {
        for (const std::string& file : files) std::fputs((file + '\n').c_str(), stdout);
    }
    return exit_done;
}

}  // namespace

void add_plot_command(CLI::App& app, int& exit_code)
{
    const auto arguments = std::make_shared<PlotArguments>();
    CLI::App* command = app.add_subcommand("plot", "Plot the energies and the stretch of a run over time");
    command->add_option("RUN", arguments->run, "A run directory")->required();
    command
        ->add_option("-o,--output", arguments->directory,
                     "The folder for energy.svg and stretch.svg; existing files are replaced; default: RUN")
        ->type_name("DIR");
    command->add_flag("--png", arguments->png, "Write the plots as PNG instead of SVG");
    command->add_flag("--json", arguments->json, "Print the names of the files as JSON");
    command->footer(
        "Examples:\n"
        "  tulle plot runs/flag\n"
        "  tulle plot runs/flag --png -o figures");
    command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace tulle
