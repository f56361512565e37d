// tulle analyze spectrum: power spectrum of the velocity of a run's cloth.

#include "commands.hpp"
#include "core/refuse.hpp"
#include "interrupt.hpp"
#include "number_range.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "study/spectrum/fourier.hpp"
#include "study/spectrum/spectrum.hpp"
#include "study/spectrum/spectrum_report.hpp"
#include "study_run.hpp"

#include <tulle/run.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include <unistd.h>

namespace tulle {
namespace {

struct SpectrumArguments {
    std::string run;
    std::string directory;
    std::string cloth;
    std::optional<double> from, to;
    std::optional<int> frame;
    bool mirrored = false;
    bool quiet = false;
    bool json = false;
};

/// Returns the index of the named frame among the analyzed frames.
std::optional<std::size_t> place_of(const std::optional<int>& frame, const GridMotion& motion)
{
    if (!frame) return std::nullopt;
    const auto found = std::ranges::find(motion.frames, *frame);
    if (found == motion.frames.end())
        refuse(motion.scene, fmt::format("has no frame {} in the selected time; the selected frames are {} to {}",
                                         *frame, motion.frames.front(), motion.frames.back()));
    return static_cast<std::size_t>(found - motion.frames.begin());
}

int run_spectrum(const SpectrumArguments& arguments)
{
    const PowerSpectrum needed(1);  // reports a missing library before anything is read
    const SceneFile scene = read_run_scene(arguments.run);
    const std::unique_ptr<RunFrames> frames = open_run(arguments.run, scene);
    StudyFolder files(free_study_directory(arguments.directory, scene.name + "-spectrum"));
    ProgressDisplay display(isatty(STDERR_FILENO) != 0);
    MotionOptions options{.cloth = arguments.cloth, .from = arguments.from, .to = arguments.to};
    options.stop = &watch_for_interrupt();
    if (!arguments.quiet) options.on_progress = [&](const StudyProgress& progress) { display.show(progress); };
    const GridMotion motion = read_grid_motion(*frames, scene.scene, options);
    display.clear();
    if (motion.was_interrupted) return exit_interrupted;

    const std::optional<std::size_t> frame = place_of(arguments.frame, motion);
    const VelocitySpectrum spectrum =
        velocity_spectrum(motion, {.beyond = arguments.mirrored ? Beyond::mirrored : Beyond::repeated, .frame = frame});
    files.write("space-time.csv", space_time_csv(motion));
    files.write("spectrum.csv", plane_csv(spectrum));
    files.write("spatial-power.csv", rings_csv(motion, spectrum));
    files.write("temporal-power.csv", times_csv(spectrum));
    const auto space_time = files.add("space-time.png"), plane = files.add("spectrum.png"),
               power = files.add("power.png");
    if (arguments.json) {
        nlohmann::ordered_json json = to_json(motion, spectrum);
        json["files"] = files.names();
        print_json(json);
    } else {
        if (!arguments.quiet) fmt::print("{}\n", to_text(motion, spectrum));
        for (const std::string& file : files.names()) fmt::print("{}\n", file);
    }
    std::fflush(stdout);
    // Figures are last, so that all other files exist if gnuplot is missing.
    write_plot(space_time, space_time_figure(motion));
    write_plot(plane, plane_figure(spectrum, frame ? fmt::format("Power at {:.4g} s", motion.times[*frame])
                                                   : fmt::format("Power, mean of {} frames", motion.frames.size())));
    write_plot(power, power_figure(spectrum));
    return exit_done;
}

}  // namespace

void add_spectrum_command(CLI::App& analyze, int& exit_code)
{
    const auto arguments = std::make_shared<SpectrumArguments>();
    CLI::App* command = analyze.add_subcommand(
        "spectrum", "Compute the spectrum of the velocity of a run's cloth, over the cloth and over time");
    command->add_option("RUN", arguments->run, "A run directory; its cloth must be a grid")->required();
    command
        ->add_option("-o,--output", arguments->directory,
                     "The folder for the pictures and tables; default: studies/<scene name>-spectrum, with a number if "
                     "this name is taken")
        ->type_name("DIR");
    command->add_option("--cloth", arguments->cloth, "The name of the cloth, if the run has several cloths")
        ->type_name("NAME");
    constexpr double longest = 1e9;  // s
    command->add_option("--from", arguments->from, "Use only frames from this time on [s]")
        ->check(NumberRange{0, longest, "s"})
        ->type_name("NUMBER");
    command->add_option("--to", arguments->to, "Use only frames up to this time [s]")
        ->check(NumberRange{0, longest, "s"})
        ->type_name("NUMBER");
    command
        ->add_option("--frame", arguments->frame,
                     "Compute spectrum.png and spectrum.csv of this frame; default: the mean over all frames")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N");
    command->add_flag("--mirror", arguments->mirrored,
                      "Continue the cloth and the time by their mirror images instead of repeating them, so that a "
                      "difference between opposite borders causes no high frequencies");
    command->add_flag("--quiet", arguments->quiet, "Show no progress and no numbers, only the names of the files");
    command->add_flag("--json", arguments->json, "Print everything as JSON");
    command->footer(
        "space-time.png shows the velocity of every particle over time as colours (ATG07 Figure 4). spectrum.png shows "
        "the\n"
        "power over both spatial frequencies (ATG07 Figure 5). power.png shows the power over the spatial frequency in "
        "any\n"
        "direction, and over the temporal frequency. Run scenes with many frames a second (--set simulation.fps=100),\n"
        "because the highest temporal frequency is half of the number of frames a second.\n"
        "Exit code: 0 done, 2 bad input, 130 interrupted.\n"
        "Examples:\n"
        "  tulle analyze spectrum runs/flag\n"
        "  tulle analyze spectrum runs/hanging --from 1 --mirror -o studies/waves\n"
        "  tulle analyze spectrum runs/flag --frame 25 --json");
    command->callback([arguments, &exit_code] { exit_code = run_spectrum(*arguments); });
}

}  // namespace tulle
