// Scenes and fabrics: read as the program reads them.

#include "arrays.hpp"
#include "bindings.hpp"

#include "scene/find_fabric.hpp"
#include "scene/find_scene.hpp"
#include "scene/named_files.hpp"

#include <tulle/choices.hpp>
#include <tulle/scene_file.hpp>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace tulle::python {
namespace {

std::vector<std::pair<std::string, std::string>> names_of(const std::vector<NamedFile>& files)
{
    std::vector<std::pair<std::string, std::string>> names;
    for (const NamedFile& file : files) names.emplace_back(file.name, file.description);
    return names;
}

}  // namespace

void bind_scene(py::module_& module)
{
    py::class_<SceneFile>(module, "SceneFile")
        .def_readonly("name", &SceneFile::name)
        .def_readonly("text", &SceneFile::text)
        .def_readonly("formats", &SceneFile::formats)
        .def_readonly("warnings", &SceneFile::warnings)
        .def_property_readonly("duration", [](const SceneFile& file) { return file.scene.simulation.duration; })
        .def_property_readonly("fps", [](const SceneFile& file) { return file.scene.simulation.fps; });
    module.def(
        "read_scene",
        [](const std::filesystem::path& file, const std::vector<std::string>& overrides) {
            return read_scene(file, overrides);
        },
        py::arg("file"), py::arg("overrides"), py::call_guard<py::gil_scoped_release>());
    module.def("find_scene", &find_scene, py::arg("name"));
    module.def("set_data_folder", &set_data_folder, py::arg("folder"));
    module.def("list_scenes", [] { return names_of(named_scenes()); });
    module.def("list_fabrics", [] { return names_of(named_fabrics()); });
    module.def("list_integrators", [] {
        std::vector<std::pair<std::string, std::string>> names;
        for (const IntegratorChoice& choice : integrator_choices()) names.emplace_back(choice.name, choice.use);
        return names;
    });
}

}  // namespace tulle::python
