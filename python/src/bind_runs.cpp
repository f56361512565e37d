// Whole runs: made as the program makes them, and looked at afterwards.

#include "arrays.hpp"
#include "bindings.hpp"

#include "output/run_export.hpp"
#ifdef TULLE_HAS_RENDER
#include "pictures.hpp"
#endif

#include <tulle/run.hpp>
#include <tulle/threads.hpp>

#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace tulle::python {
namespace {

namespace fs = std::filesystem;

py::dict result_of(const RunResult& result)
{
    py::dict dict;
    dict["directory"] = result.directory.string();
    dict["status"] = std::string(name_of(result.record.status));
    dict["message"] = result.record.message;
    return dict;
}

py::dict run_scene(const SceneFile& scene, const fs::path& directory, bool resume, bool certify,
                   const py::object& on_progress)
{
    RunOptions options;
    options.directory = directory;
    options.resume = resume;
    options.certify = certify;
    options.threads = thread_count();
    Runner runner(scene, options);
    Interruption interruption;
    std::atomic<bool> stop = false;
    runner.stop = &stop;
    runner.on_progress = [&](const RunProgress& progress) {
        if (!on_progress.is_none())
            interruption.call([&] { on_progress(progress.frame, progress.frame_count, progress.remaining); });
        stop = !interruption.goes_on();
    };
    RunResult result;
    {
        const py::gil_scoped_release others;
        result = runner.run();
    }
    interruption.rethrow();
    return result_of(result);
}

/// The frames of a run: they share one frame in memory, so threads take turns.
struct BoundRun {
    std::unique_ptr<RunFrames> frames;
    std::mutex mutex;
};

/// Waits for other threads, which need Python to finish.
std::unique_lock<std::mutex> take_turn(BoundRun& run)
{
    const py::gil_scoped_release others;
    return std::unique_lock(run.mutex);
}

}  // namespace

void bind_runs(py::module_& module)
{
    module.def("run_scene", &run_scene, py::arg("scene"), py::arg("directory"), py::arg("resume"), py::arg("certify"),
               py::arg("on_progress"));
    module.def("export_formats", [] {
        std::vector<std::pair<std::string, std::string>> formats;
        for (const Choice& choice : export_formats()) formats.emplace_back(choice.name, choice.description);
        return formats;
    });
    module.def("read_run_scene", &read_run_scene, py::arg("directory"));
    py::class_<BoundRun> frames(module, "RunFrames");
    frames
        .def(py::init([](const fs::path& directory) {
                 auto run = std::make_unique<BoundRun>();
                 run->frames = open_run(directory);
                 return run;
             }),
             py::arg("directory"))
        .def_property_readonly("name", [](const BoundRun& run) { return std::string(run.frames->name()); })
        .def_property_readonly("fps", [](const BoundRun& run) { return run.frames->fps(); })
        .def_property_readonly("count", [](const BoundRun& run) { return run.frames->count(); })
        .def("read",
             [](BoundRun& run, int index) {
                 const auto turn = take_turn(run);
                 const FrameData& frame = run.frames->read(index);
                 return py::make_tuple(frame.time, rows<double, Vec3>(frame.positions, 3),
                                       rows<double, Vec3>(frame.velocities, 3));
             })
        .def("field_names",
             [](const BoundRun& run) {
                 std::vector<std::pair<std::string, std::string>> names;
                 for (const FieldDescription& field : run.frames->fields()) names.emplace_back(field.name, field.unit);
                 return names;
             })
        .def("field",
             [](BoundRun& run, int index, std::size_t field) {
                 const auto turn = take_turn(run);
                 (void)run.frames->read(index);
                 const std::span<const double> values = run.frames->values(field);
                 return py::array_t<double>(values.size(), values.data());
             })
        .def("metrics",
             [](const BoundRun& run) {
                 const MetricsTable& table = run.frames->metrics();
                 py::dict columns;
                 for (std::size_t c = 0; c < table.columns.size(); ++c) {
                     py::array_t<double> column(table.rows.size());
                     for (std::size_t r = 0; r < table.rows.size(); ++r) column.mutable_at(r) = table.rows[r][c];
                     columns[table.columns[c].c_str()] = column;
                 }
                 return columns;
             })
        .def("export", [](BoundRun& run, const std::string& format, const fs::path& directory) {
            const auto turn = take_turn(run);
            const py::gil_scoped_release others;
            write_frames(format, directory, *run.frames);
        });
#ifdef TULLE_HAS_RENDER
    frames.def("render", [](BoundRun& run, int frame, const py::dict& options) {
        const auto turn = take_turn(run);
        return render_picture(*run.frames, frame, options);
    });
#endif
}

}  // namespace tulle::python
