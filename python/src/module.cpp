// tulle._core: the compiled part of the package. What people call is in python/tulle, where it is described.

#include "bindings.hpp"

#include <tulle/error.hpp>
#include <tulle/output_error.hpp>
#include <tulle/threads.hpp>
#include <tulle/version.hpp>

#include <pybind11/stl.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tulle::python {
namespace {

/// How many threads everything may use; it lives as long as the module.
std::optional<ThreadLimit>& thread_limit()
{
    static std::optional<ThreadLimit> limit;
    return limit;
}

/// Advice that names a command names what does the same here.
std::string in_words_of_python(std::string text)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> words{{
        {"tulle list scenes", "tulle.scenes()"},
        {"tulle list fabrics", "tulle.fabrics()"},
        {"tulle list integrators", "tulle.integrators()"},
        {"go on with it by --resume", "go on with it by tulle.resume"},
        {"--resume goes on with a run", "tulle.resume goes on with a run"},
        {"--colour", "colour"},
    }};
    for (const auto& [command, function] : words)
        for (std::size_t at = text.find(command); at != std::string::npos; at = text.find(command, at))
            text.replace(at, command.size(), function);
    return text;
}

/// Same text as on the command line, and every problem for itself.
void bind_errors(py::module_& module)
{
    py::class_<Problem>(module, "Problem")
        .def_readonly("file", &Problem::file)
        .def_readonly("line", &Problem::line)
        .def_readonly("column", &Problem::column)
        .def_readonly("key", &Problem::key)
        .def_readonly("message", &Problem::message)
        .def("__str__", &Problem::text)
        .def("__repr__", [](const Problem& problem) { return "<Problem " + problem.text() + ">"; });
    // Looked up when it is needed: it is written in Python.
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const InputError& error) {
            const py::object type = py::module_::import("tulle.errors").attr("InputError");
            std::vector<Problem> problems = error.problems();
            for (Problem& problem : problems) {
                // A file's name is the user's own, unless it stands for a key that was set.
                if (problem.file.starts_with("--set ")) problem.file.erase(0, 2);
                for (std::string* text : {&problem.key, &problem.message}) *text = in_words_of_python(std::move(*text));
            }
            PyErr_SetObject(type.ptr(), type(std::move(problems)).ptr());
        } catch (const OutputError& error) {
            PyErr_SetString(PyExc_OSError, error.what());
        }
    });
}

}  // namespace
}  // namespace tulle::python

PYBIND11_MODULE(_core, module)
{
    using namespace tulle::python;
    module.attr("version") = tulle::version;
    module.def(
        "set_threads",
        [](int threads) {
            thread_limit().reset();
            thread_limit().emplace(threads);
        },
        py::arg("threads"));
    module.def("thread_count", &tulle::thread_count);
    bind_errors(module);
    bind_scene(module);
    bind_reports(module);
    bind_simulation(module);
    bind_runs(module);
    bind_studies(module);
}
