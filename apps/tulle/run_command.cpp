// tulle run: simulates a scene into a run directory, or resumes a run.

#include "commands.hpp"
#include "core/counted.hpp"
#include "core/refuse.hpp"
#include "interrupt.hpp"
#include "output/view_page.hpp"
#include "print.hpp"
#include "progress.hpp"
#ifdef TULLE_HAS_RENDER
#include "preview.hpp"
#endif
#include "run/run_directory.hpp"
#include "run/run_json.hpp"
#include "scene/find_scene.hpp"
#include "threads_option.hpp"

#include <tulle/run.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

namespace tulle {
namespace {

namespace fs = std::filesystem;

struct RunArguments {
    std::string scene;
    std::string directory;
    std::vector<std::string> overrides;
    int threads = 0;
    bool resume = false;
    bool certify = false;
    bool quiet = false;
    bool preview = false;
    bool json = false;
};

struct Resumed {
    SceneFile scene;
    fs::path directory;
};

/// Returns the run to resume: from -o DIR, from a directory in place of SCENE, or the scene's last run in runs/.
Resumed find_run(const RunArguments& arguments)
{
    std::error_code ignored;
    const bool names_directory = arguments.directory.empty() && fs::is_directory(arguments.scene, ignored);
    if (arguments.directory.empty() && arguments.scene.empty()) {
        refuse("--resume", "needs the run directory: tulle run -o DIR --resume");
    }
    fs::path directory = names_directory ? arguments.scene : arguments.directory;
    const bool names_scene = !arguments.scene.empty() && !names_directory;
    SceneFile given;
    if (names_scene) {
        given = read_scene(find_scene(arguments.scene), arguments.overrides);
        if (directory.empty()) {
            const auto last = last_run_directory("runs", given.name);
            if (!last) refuse(fs::path("runs") / given.name, "there is no run to resume");
            directory = *last;
        }
    } else if (!arguments.overrides.empty()) {
        given = read_scene(directory / scene_file_name, arguments.overrides);
    }
    SceneFile stored = read_run_scene(directory);
    if ((names_scene || !arguments.overrides.empty()) && given.text != stored.text) {
        refuse(directory / scene_file_name,
               "the scene of the run differs from the scene given now; resume the run without naming a scene, or start "
               "a new run");
    }
    return {std::move(stored), std::move(directory)};
}

/// Returns suggestions for commands on a run, one per line.
std::vector<std::string> what_next(const RunResult& result, const std::vector<std::string>& formats)
{
    const auto has = [&](const char* format) { return std::ranges::find(formats, format) != formats.end(); };
    const std::string directory = result.directory.string();
    std::vector<std::string> lines;
#ifdef TULLE_HAS_RENDER
    lines.push_back(fmt::format("tulle render {} --video, for a film", directory));
#endif
    lines.push_back(fmt::format("tulle plot {}, for energy and stretch over time", directory));
    if (has("vtk")) {
        lines.push_back(fmt::format("open {} in ParaView", (result.directory / "frames.pvd").string()));
    } else if (has("pc2")) {
        lines.push_back(fmt::format("load the point cache in {} with Blender's Mesh Cache", directory));
    }
    return lines;
}

/// Returns "60", or "326 of 0.4 to 21 ms, and 40 rejected and repeated with shorter steps" for adaptive steps.
std::string steps_text(const RunTotals& totals)
{
    std::string text = std::to_string(totals.steps);
    const bool equal = totals.largest_dt <= totals.smallest_dt * (1 + 1e-9);
    if (equal && totals.rejected_steps == 0) return text;
    text += equal ? fmt::format(" of {:.3g} ms", 1e3 * totals.largest_dt)
                  : fmt::format(" of {:.3g} to {:.3g} ms", 1e3 * totals.smallest_dt, 1e3 * totals.largest_dt);
    if (totals.rejected_steps > 0)
        text += fmt::format(", and {} rejected and repeated with shorter steps", totals.rejected_steps);
    return text;
}

std::string certificate_text(const RunCertificate& certificate)
{
    if (!certificate.is_free())
        return fmt::format("NOT FREE: {} in {} of {} frames, up to {:.3g} mm deep",
                           counted(certificate.intersections, "intersection"), certificate.frames_with_intersections,
                           certificate.frames, 1e3 * certificate.deepest_crossing);
    const bool has_gap = certificate.smallest_gap <= certificate.reach;
    return fmt::format("no intersections in {} frames, smallest gap {}{:.3g} mm", certificate.frames,
                       has_gap ? "" : "above ", 1e3 * (has_gap ? certificate.smallest_gap : certificate.reach));
}

void print_summary(const RunResult& result, const std::vector<std::string>& formats)
{
    const RunRecord& record = result.record;
    const RunTotals& totals = record.totals;
    std::string text =
        fmt::format("{} {} in {}\n", record.scene,
                    result.was_finished ? "was finished already" : name_of(record.status), result.directory.string());
    text += fmt::format("  frames           {} of {}\n", totals.frames, record.frame_count);
    text += fmt::format("  steps            {}\n", steps_text(totals));
    if (totals.not_converged_steps > 0) {
        text +=
            fmt::format("                   {} of these steps did not reach the tolerance (metrics.csv lists them)\n",
                        totals.not_converged_steps);
        if (totals.speed_left > 0)
            text += fmt::format(
                "                   the last iterations of these steps would have changed velocities by up to {:.2g} "
                "m/s\n",
                totals.speed_left);
    }
    text += fmt::format("  largest stretch  {:.2f} %\n", 100 * totals.largest_stretch);
    if (totals.torn_faces > 0) {
        text += fmt::format("  torn             {} of {} faces, from {:.3g} s on\n", totals.torn_faces, record.faces,
                            totals.first_tear);
    }
    if (record.certificate) text += fmt::format("  certified        {}\n", certificate_text(*record.certificate));
    text += fmt::format("  wall time        {}\n", readable_duration(record.wall_seconds));
    std::error_code ignored;
    if (const fs::path view = result.directory / view_file_name; fs::exists(view, ignored))
        text += fmt::format("  page             {} (for any browser)\n", view.string());
    if (record.status == RunStatus::finished) {
        std::string_view head = "next";
        for (const std::string& line : what_next(result, formats))
            text += fmt::format("  {:<15}  {}\n", std::exchange(head, ""), line);
    }
    std::fputs(text.c_str(), stdout);
}

int exit_code_of(const RunRecord& record)
{
    switch (record.status) {
        case RunStatus::finished:
            return record.certificate && !record.certificate->is_free() ? exit_internal : exit_done;
        case RunStatus::stopped:
            return exit_interrupted;
        case RunStatus::failed:
        case RunStatus::running:
            break;
    }
    return exit_failed;
}

int run(const RunArguments& arguments)
{
    Resumed start;
    if (arguments.resume) {
        start = find_run(arguments);
    } else {
        if (arguments.scene.empty())
            refuse(
                "SCENE",
                "is missing; tulle list scenes shows the names of scenes, and tulle run --help explains the options");
        start = {read_scene(find_scene(arguments.scene), arguments.overrides), arguments.directory};
    }
    print_warnings(start.scene.warnings);
    const std::vector<std::string> formats = start.scene.formats;
    ProgressDisplay display(isatty(STDERR_FILENO) != 0);
    Runner runner(std::move(start.scene), {start.directory, arguments.resume, arguments.threads, arguments.certify});
    runner.stop = &watch_for_interrupt();
#ifdef TULLE_HAS_RENDER
    std::optional<Preview> preview;
    if (arguments.preview) runner.on_start = [&](const fs::path& directory) { preview.emplace(directory); };
    const auto show_preview = [&] {
        if (preview) preview->show();
    };
#else
    const auto show_preview = [] {};
#endif
    runner.on_progress = [&](const RunProgress& progress) {
        if (!arguments.quiet) display.show(progress);
        show_preview();
    };
    runner.on_intersection = [&](const std::string& what) {
        display.clear();
        std::fputs(fmt::format("tulle: warning: {}\n", what).c_str(), stderr);
    };
    const RunResult result = runner.run();
    display.clear();

    if (!result.record.message.empty()) {
        std::fputs(fmt::format("tulle: {}\n", result.record.message).c_str(), stderr);
    }
    if (arguments.json) {
        auto json = nlohmann::ordered_json::parse(to_json(result.record));
        json["directory"] = result.directory.string();
        print_json(json);
    } else if (!arguments.quiet) {
        print_summary(result, formats);
    }
    return exit_code_of(result.record);
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code)
{
    const auto arguments = std::make_shared<RunArguments>();
    CLI::App* command = app.add_subcommand("run", "Simulate a scene and write a run directory, or resume a run");
    command->add_option("SCENE", arguments->scene,
                        "A scene file, or a name that tulle list scenes shows; --resume does not need it");
    command
        ->add_option("-o,--output", arguments->directory,
                     "The run directory; default: runs/<scene name>, with a number if this name is taken")
        ->type_name("DIR");
    command->add_option("--set", arguments->overrides, "Change a value of the scene, as in integrator.dt=1e-3")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    add_threads_option(command, arguments->threads,
                       "Number of threads; default: all cores; the number changes no result");
    command->add_flag("--resume", arguments->resume, "Resume the run in DIR where it stopped");
    command->add_flag("--certify", arguments->certify,
                      "Check every frame for intersections of cloth; metrics.csv gets columns with the results, and "
                      "the exit code is 1 if any frame has intersections");
    command->add_flag("--quiet", arguments->quiet, "Show no progress and no summary; problems are still shown");
#ifdef TULLE_HAS_RENDER
    command->add_flag("--preview", arguments->preview,
                      "Keep a picture of the latest frame in DIR/preview.png; the pictures take up to a tenth of the "
                      "time of the run");
#endif
    command->add_flag("--json", arguments->json, "Print the summary as JSON");
    command->footer(
        "Examples:\n"
        "  tulle run flag\n"
        "  tulle run tablecloth -o runs/stiff --set 'cloth[0].stretch_stiffness=5000' --threads 2\n"
        "  tulle run napkin --certify\n"
        "  tulle run -o runs/stiff --resume");
    command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace tulle
