#include <tulle/run.hpp>

#include "core/list_names.hpp"
#include "core/refuse.hpp"
#include "output/atomic_file.hpp"
#include "output/checked_file.hpp"
#include "output/metrics_writer.hpp"
#include "output/output_formats.hpp"
#include "output/run_export.hpp"
#include "output/view_page.hpp"
#include "output/view_template.hpp"
#include "run/checkpoint.hpp"
#include "run/cloth_check.hpp"
#include "run/disk_space.hpp"
#include "run/metrics_reader.hpp"
#include "run/run_certificate.hpp"
#include "run/run_directory.hpp"
#include "run/run_json.hpp"
#include "run/scene_hash.hpp"

#include <tulle/error.hpp>
#include <tulle/frame_writer.hpp>
#include <tulle/output_error.hpp>
#include <tulle/threads.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace tulle {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double record_interval = 1.0;  // s between updates of run.json

// Largest share of the time for checkpoints, which wait for the disk. With a twentieth, a killed run loses little, and
// a slow disk does not slow down a run with small frames.
constexpr double checkpoint_share = 0.05;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

StageTimes operator+(const StageTimes& a, const StageTimes& b)
{
    return {.force = a.force + b.force,
            .assembly = a.assembly + b.assembly,
            .solve = a.solve + b.solve,
            .contact = a.contact + b.contact,
            .other = a.other + b.other,
            .history = a.history + b.history,
            .contact_broad = a.contact_broad + b.contact_broad,
            .contact_narrow = a.contact_narrow + b.contact_narrow};
}

std::string intersection_text(const ClothFindings& found, std::span<const ClothView> cloths)
{
    const ClothPlace& place = found.deepest;
    return fmt::format(
        "frame {} ({:.3f} s): cloth passes through cloth: triangle {} of {} and {} of {}, at ({:.4g}, {:.4g}, {:.4g}) "
        "m; "
        "the run goes on",
        found.frame, found.time, place.faces[0], cloths[place.cloths[0]].name, place.faces[1],
        cloths[place.cloths[1]].name, place.position.x(), place.position.y(), place.position.z());
}

/// One segment of a run: from the start or a checkpoint to the end, a stop or a failure.
class RunSegment {
public:
    RunSegment(const SceneFile& scene, const RunOptions& options)
        : scene_(scene), options_(options), threads_(options.threads), simulation_(scene.scene)
    {
        record_.scene = scene.name;
        record_.threads = thread_count();
        record_.frame_count = simulation_.frame_count() + 1;
        record_.particles = simulation_.particle_count();
        record_.springs = static_cast<long>(simulation_.spring_count());
        for (const ClothView& cloth : simulation_.cloths()) record_.faces += static_cast<long>(cloth.faces.size());
        record_.dt = simulation_.dt();
        record_.method = simulation_.method();
        record_.solver = simulation_.solver();
        record_.step = simulation_.step_choice();
        for (const Problem& warning : scene.warnings) record_.warnings.push_back(warning.text());
        if (options.resume) before_ = read_run_json(options.directory / run_file_name);
        const bool was_certified =
            options.resume &&
            (before_.certificate || metrics_kind_of(options.directory / metrics_file_name) == MetricsKind::certified);
        if (options.certify || was_certified) {
            check_.emplace(scene.scene, frame_now());  // the state at the start, also of a resumed run
            record_.certificate.emplace().reach = check_->reach();
        }
    }

    RunResult run(const Runner& runner)
    {
        if (options_.resume) {
            take_up();
        } else {
            create();
        }
        if (options_.resume && is_complete()) return completed_before();
        open_writers();
        if (runner.on_start) runner.on_start(directory_);
        try {
            advance(runner);
        } catch (const OutputError& error) {
            fail(output_message(error));
        } catch (const std::exception& error) {
            fail(error.what());
        }
        return {record_, directory_, false};
    }

private:
    [[nodiscard]] bool is_complete() const { return record_.totals.frames > simulation_.frame_count(); }
    [[nodiscard]] bool is_started() const { return record_.totals.frames > 0; }
    [[nodiscard]] std::string resume_command() const
    {
        const std::string name = directory_.string();
        const std::string_view quote = name.find(' ') == std::string::npos ? "" : "'";
        return fmt::format("tulle run -o {0}{1}{0} --resume", quote, name);
    }

    [[nodiscard]] std::string output_message(const OutputError& error) const
    {
        return fmt::format("{}. The frames before are kept; once that is mended, go on with {}", error.what(),
                           resume_command());
    }

    /// Throws InputError for a SceneFile that a program has put together and that could not be written or resumed.
    void require_scene_file() const
    {
        if (scene_.text.empty())
            throw InputError(Problem{.key = "scene.text",
                                     .message = "a run directory has the text of its scene, and the text is empty: "
                                                "take the scene from read_scene, or from make_scene_file if "
                                                "a program describes it"});
        const std::span<const Choice> choices = output_choices();
        for (const std::string& format : scene_.formats)
            if (std::ranges::find(choices, format, &Choice::name) == choices.end())
                refuse_format("output.formats", list_names(choices, &Choice::name), format);
    }

    void create()
    {
        require_scene_file();
        const fs::path& wanted = options_.directory;
        const fs::path runs = "runs";
        if (!wanted.empty()) require_free(wanted);
        require_space(wanted.empty() ? runs : wanted, bytes_to_come() + data_bytes());
        const StartFiles files{scene_.text, to_json(record_), scene_.data};
        if (wanted.empty()) {
            directory_ = create_numbered_run_directory(runs, scene_.name, files);
        } else {
            create_run_directory(wanted, files);
            directory_ = wanted;
        }
        lock_.emplace(directory_);
    }

    void take_up()
    {
        directory_ = options_.directory;
        lock_.emplace(directory_);
        if (!before_.warnings.empty()) record_.warnings = before_.warnings;  // of the original scene file
        const fs::path file = directory_ / checkpoint_file_name;
        if (fs::exists(file)) {  // otherwise the run was killed before its first checkpoint
            const Checkpoint checkpoint = read_checkpoint(file, hash_of(scene_));
            std::istringstream bytes(checkpoint.simulation);
            simulation_.restore(bytes);
            record_.totals = checkpoint.totals;
            if (!before_.method.empty()) record_.method = before_.method;  // the next step may replace it
            frames_in_checkpoint_ = checkpoint.totals.frames;
            if (record_.certificate) take_up_certificate();
        }
        require_space(directory_, bytes_to_come());
        record_.resumed = before_.resumed + 1;
    }

    /// Rebuilds the certificate from the rows of metrics.csv, because no other file has its values.
    void take_up_certificate()
    {
        const fs::path file = directory_ / metrics_file_name;
        if (metrics_kind_of(file) != MetricsKind::certified)
            refuse(file, fmt::format("the run was begun without --certify; go on without it, and check its frames with "
                                     "tulle certify {}",
                                     directory_.string()));
        for (const std::vector<double>& row : read_metrics(file, record_.totals.frames).rows) {
            const auto* const columns = row.data() + row.size() - 3;
            add_frame(*record_.certificate, {static_cast<long>(columns[0]), columns[1], columns[2]});
        }
    }

    /// Completes a run without steps left. Such a run may have been killed before its last files were written.
    RunResult completed_before()
    {
        record_.resumed = before_.resumed;
        record_.method = before_.method;
        record_.status = RunStatus::finished;
        record_.stages = before_.stages;
        record_.output_seconds = before_.output_seconds;
        record_.certify_seconds = before_.certify_seconds;
        record_.wall_seconds = before_.wall_seconds;
        if (before_.status == RunStatus::finished) return {record_, directory_, true};
        try {
            export_run();
            finish(RunStatus::finished, "");
        } catch (const OutputError& error) {
            fail(output_message(error));
        }
        return {record_, directory_, false};
    }

    [[nodiscard]] std::uintmax_t bytes_to_come() const
    {
        return estimate_output_bytes(simulation_, scene_.formats, record_.frame_count - record_.totals.frames);
    }

    [[nodiscard]] std::uintmax_t data_bytes() const
    {
        std::uintmax_t bytes = 0;
        for (const SceneDataFile& file : scene_.data) bytes += file.bytes.size();
        return bytes;
    }

    void open_writers()
    {
        const auto add = [&](std::string_view format) {
            writers_.push_back(make_frame_writer(format, directory_, scene_.scene.simulation.fps));
        };
        add("cache");
        for (const std::string& format : scene_.formats)
            if (!is_run_format(format)) add(format);
        writers_.insert(writers_.end(), options_.writers.begin(), options_.writers.end());
        metrics_ = std::make_unique<MetricsWriter>(directory_ / metrics_file_name,
                                                   check_ ? MetricsKind::certified : MetricsKind::plain);
        if (!options_.resume) return;
        try {
            for (const auto& writer : writers_) writer->resume_after(record_.totals.frames);
            metrics_->resume_after(record_.totals.frames);
        } catch (const OutputError& error) {  // frames of the checkpoint are missing or cannot be continued
            Problem problem;
            problem.message = fmt::format("{}, so the run cannot go on from its checkpoint", error.what());
            throw InputError(std::move(problem));
        }
    }

    void advance(const Runner& runner)
    {
        if (!is_started()) keep_frame(FrameReport{}, runner);
        const int frames_before = record_.totals.frames;
        const Clock::time_point start = Clock::now();
        while (!is_complete()) {
            if (runner.stop != nullptr && *runner.stop) {
                keep_checkpoint();
                export_run();
                finish(RunStatus::stopped, "interrupted; go on with " + resume_command());
                return;
            }
            const FrameReport report = simulation_.advance_frame();
            record_.method = simulation_.method();
            record_.solver = simulation_.solver();
            if (is_failure(report.status)) {
                export_run();  // the frames before a failure help to find its cause
                fail(simulation_.explain(report.last));
                return;
            }
            if (report.status == StepStatus::imprecise && note_.empty()) {
                StepReport step = report.last;
                step.status = report.status;
                note_ = simulation_.explain(step);
            }
            keep_frame(report, runner);
            if (runner.on_progress)
                runner.on_progress(progress(record_.totals.frames - frames_before, seconds_since(start)));
        }
        keep_checkpoint();
        export_run();
        finish(RunStatus::finished, note_);
    }

    [[nodiscard]] FrameData frame_now() const { return current_frame(simulation_); }

    [[nodiscard]] CertificateColumns check(const FrameData& frame, const Runner& runner)
    {
        if (!check_) return {};
        const Clock::time_point start = Clock::now();
        const ClothFindings found = check_->check(frame);
        if (found.intersections > 0 && record_.certificate->is_free() && runner.on_intersection)
            runner.on_intersection(intersection_text(found, frame.cloths));
        certify_seconds_ += seconds_since(start);
        return {found.intersections, found.smallest_gap, found.deepest_crossing};
    }

    void keep_frame(const FrameReport& report, const Runner& runner)
    {
        const FrameData frame = frame_now();
        const CertificateColumns certificate = check(frame, runner);
        const Clock::time_point start = Clock::now();
        for (const auto& writer : writers_) writer->write(frame);
        measured_ = simulation_.measure();
        metrics_->write(measured_, report, certificate);
        if (record_.certificate) add_frame(*record_.certificate, certificate);

        RunTotals totals = record_.totals;
        totals.frames += 1;
        totals.steps += report.steps;
        totals.not_converged_steps += report.not_converged_steps;
        totals.speed_left = std::max(totals.speed_left, report.speed_left);
        totals.nonlinear_iterations += report.nonlinear_iterations;
        totals.linear_iterations += report.linear_iterations;
        totals.matrix_refills += report.matrix_refills;
        totals.rejected_steps += report.rejected_steps;
        if (report.smallest_dt > 0 && (totals.smallest_dt == 0 || report.smallest_dt < totals.smallest_dt))
            totals.smallest_dt = report.smallest_dt;
        totals.largest_dt = std::max(totals.largest_dt, report.largest_dt);
        totals.largest_stretch = std::max(totals.largest_stretch, measured_.largest_stretch);
        if (totals.torn_faces == 0) totals.first_tear = report.first_tear;
        totals.torn_faces += report.torn_faces;
        record_.totals = totals;
        output_seconds_ += seconds_since(start);
        if (seconds_since(last_checkpoint_) >= checkpoint_seconds_ / checkpoint_share) keep_checkpoint();
        if (seconds_since(last_record_) >= record_interval) write_record();
    }

    /// Writes a checkpoint after all outputs are on the disk. So every frame in the checkpoint is complete in every
    /// format, even after a power cut.
    void keep_checkpoint()
    {
        if (frames_in_checkpoint_ == record_.totals.frames) return;
        const Clock::time_point start = Clock::now();
        std::ostringstream bytes;
        simulation_.save(bytes);
        sync_file_system(directory_);
        write_checkpoint(directory_ / checkpoint_file_name, {hash_of(scene_), record_.totals, std::move(bytes).str()});
        frames_in_checkpoint_ = record_.totals.frames;
        checkpoint_seconds_ = seconds_since(start);
        output_seconds_ += checkpoint_seconds_;
        last_checkpoint_ = Clock::now();
    }

    /// Writes the files that contain the whole run: the view page, and the formats that are written at the end.
    void export_run()
    {
        const Clock::time_point start = Clock::now();
        const std::unique_ptr<RunFrames> frames = open_run(directory_, scene_);
        if (const std::string_view page = view_template(); !page.empty())
            write_view_page(directory_ / view_file_name, page, *frames);
        for (const std::string& format : scene_.formats)
            if (is_run_format(format)) write_run_format(format, directory_, *frames);
        output_seconds_ += seconds_since(start);
    }

    [[nodiscard]] RunProgress progress(int frames_done, double elapsed) const
    {
        RunProgress progress;
        progress.frame = simulation_.frame();
        progress.frame_count = simulation_.frame_count();
        progress.time = simulation_.time();
        progress.contacts = measured_.contacts;
        progress.elapsed = seconds_since(start_);
        progress.remaining = elapsed / frames_done * (record_.frame_count - record_.totals.frames);
        return progress;
    }

    void write_record()
    {
        record_.stages = before_.stages + simulation_.stage_times();
        record_.output_seconds = before_.output_seconds + output_seconds_;
        record_.certify_seconds = before_.certify_seconds + certify_seconds_;
        record_.wall_seconds = before_.wall_seconds + seconds_since(start_);
        write_file_atomically(directory_ / run_file_name, to_json(record_));
        last_record_ = Clock::now();
    }

    void finish(RunStatus status, std::string message)
    {
        record_.status = status;
        record_.message = std::move(message);
        write_record();
    }

    void fail(std::string message)
    {
        try {
            finish(RunStatus::failed, std::move(message));
        } catch (const OutputError&) {  // run.json cannot be written either; the caller has the message
        }
    }

    // More than fifteen fields: everything that a segment of a run keeps open.
    const SceneFile& scene_;
    const RunOptions& options_;
    ThreadLimit threads_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_record_ = start_;
    Simulation simulation_;
    fs::path directory_;
    std::optional<RunLock> lock_;
    std::vector<std::shared_ptr<FrameWriter>> writers_;  // of the formats, then those of the options
    std::unique_ptr<MetricsWriter> metrics_;
    std::optional<ClothCheck> check_;  // only of runs that check their frames
    Measurements measured_;
    RunRecord record_;
    std::string note_;  // message of a finished run
    RunRecord before_;  // run.json of earlier segments
    double output_seconds_ = 0;
    double certify_seconds_ = 0;
    int frames_in_checkpoint_ = 0;
    double checkpoint_seconds_ = 0;  // of the last checkpoint
    Clock::time_point last_checkpoint_ = start_;
};

}  // namespace

Runner::Runner(SceneFile scene, RunOptions options) : scene_(std::move(scene)), options_(std::move(options)) {}

Runner::Runner(const SceneDescription& scene, RunOptions options) : Runner(make_scene_file(scene), std::move(options))
{}

RunResult Runner::run() { return RunSegment(scene_, options_).run(*this); }

}  // namespace tulle
