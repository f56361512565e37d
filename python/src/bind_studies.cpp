// Studies of scenes and fabrics: their results as the JSON that the program prints with --json.

#include "bindings.hpp"

#include "scene/find_fabric.hpp"
#include "scene/read_fabric.hpp"
#include "study/fabric_lab/cantilever_report.hpp"
#include "study/fabric_lab/drape_report.hpp"
#include "study/fabric_lab/fabric_card.hpp"
#include "study/fabric_lab/fabric_report.hpp"
#include "study/stability/stability_report.hpp"

#include <tulle/scene_file.hpp>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>
#include <nlohmann/json.hpp>

#include <atomic>

namespace tulle::python {
namespace {

/// Runs a study that lets go of Python, tells of its progress now and then, and can be ended by Ctrl-C.
template <class Study>
std::string as_json(const Study& study)
{
    Interruption interruption;
    std::atomic<bool> stop = false;
    std::string json;
    {
        const py::gil_scoped_release others;
        const auto watch = [&](const StudyProgress&) { stop = !interruption.goes_on(); };
        json = to_json(study(watch, stop)).dump();
    }
    interruption.rethrow();
    return json;
}

FabricDescription fabric_of(const std::string& name) { return read_fabric(find_fabric(name, "")); }

}  // namespace

void bind_studies(py::module_& module)
{
    module.def("study_stability", [](const SceneFile& scene) {
        return as_json([&](const auto& watch, const std::atomic<bool>& stop) {
            StabilityStudy study = study_stability(scene.scene, {.stop = &stop, .on_progress = watch});
            study.scene = scene.name;
            return study;
        });
    });
    module.def("fabric_card", [](const std::string& fabric) {
        return to_json(fabric_card(fabric_of(fabric), fabric_unit_system(find_fabric(fabric, "")))).dump();
    });
    module.def("test_kes", [](const std::string& fabric, const std::vector<int>& cells) {
        return as_json([&](const auto& watch, const std::atomic<bool>& stop) {
            return run_kes_tests(fabric_of(fabric), {.cells = cells, .watch = {.on_progress = watch, .stop = &stop}});
        });
    });
    module.def("test_cantilever", [](const std::string& fabric, int cells) {
        return as_json([&](const auto& watch, const std::atomic<bool>& stop) {
            return run_cantilever_tests(fabric_of(fabric),
                                        {.cells = {cells}, .watch = {.on_progress = watch, .stop = &stop}});
        });
    });
    module.def("test_drape",
               [](const std::string& fabric, const std::vector<int>& rings, int runs, double specimen, double support) {
                   return as_json([&](const auto& watch, const std::atomic<bool>& stop) {
                       DrapeStudyOptions options;
                       options.specimen = specimen;
                       options.support = support;
                       options.resolutions = rings;
                       options.runs = runs;
                       options.watch = {.on_progress = watch, .stop = &stop};
                       return run_drape_tests(fabric_of(fabric), options);
                   });
               });
}

}  // namespace tulle::python
