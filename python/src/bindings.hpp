#pragma once
// The parts of the module; each file binds one.

#include <pybind11/pybind11.h>

#include <functional>
#include <string>

namespace tulle::python {

namespace py = pybind11;

void bind_scene(py::module_& module);
void bind_reports(py::module_& module);
void bind_simulation(py::module_& module);
void bind_runs(py::module_& module);
void bind_studies(py::module_& module);

/// Asks Python, from a thread that has let go of it, whether Ctrl-C was pressed or a handler has thrown; what was
/// thrown is kept, and thrown again by `rethrow`.
class Interruption {
public:
    /// False from the first time on that something was thrown.
    [[nodiscard]] bool goes_on()
    {
        if (is_raised_) return false;
        const py::gil_scoped_acquire python;
        is_raised_ = PyErr_CheckSignals() != 0;
        if (is_raised_) keep();
        return !is_raised_;
    }
    /// Calls what a user gave us.
    void call(const std::function<void()>& function)
    {
        if (is_raised_) return;
        const py::gil_scoped_acquire python;
        try {
            function();
        } catch (py::error_already_set& error) {
            is_raised_ = true;
            error.restore();
            keep();
        }
    }
    [[nodiscard]] bool is_raised() const { return is_raised_; }
    /// With Python held.
    void rethrow()
    {
        if (!is_raised_) return;
        PyErr_Restore(type_, value_, trace_);
        throw py::error_already_set();
    }

private:
    void keep() { PyErr_Fetch(&type_, &value_, &trace_); }

    bool is_raised_ = false;
    PyObject *type_ = nullptr, *value_ = nullptr, *trace_ = nullptr;
};

}  // namespace tulle::python
