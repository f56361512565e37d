// Reports, energies and measurements: plain records, with a dict and a text of each.

#include "bindings.hpp"

#include <tulle/report.hpp>

#include <string>

namespace tulle::python {
namespace {

const char* name_of(StepStatus status)
{
    switch (status) {
        case StepStatus::ok:
            return "ok";
        case StepStatus::not_converged:
            return "not converged";
        case StepStatus::imprecise:
            return "imprecise";
        case StepStatus::non_finite:
            return "not finite";
        case StepStatus::exploded:
            return "exploded";
        case StepStatus::intersecting:
            return "intersecting";
        case StepStatus::stalled:
            break;
    }
    return "stalled";
}

/// What is bound as a property, by name; what is bound itself as a dict of its own.
template <class Bound>
py::dict dict_of(const py::object& self)
{
    py::dict values;
    const py::object type = py::type::of<Bound>();
    for (const py::handle key : py::list(type.attr("__dict__"))) {
        if (key.cast<std::string>().front() == '_') continue;
        const py::object value = self.attr(key);
        if (PyCallable_Check(value.ptr()) == 0)
            values[key] = py::hasattr(value, "as_dict") ? py::object(value.attr("as_dict")()) : value;
    }
    return values;
}

/// "StepReport(status='ok', time=0.01, ...)"
template <class Bound>
std::string text_of(const py::object& self)
{
    std::string text;
    for (const auto& [key, value] : dict_of<Bound>(self))
        text += (text.empty() ? "" : ", ") + std::string(py::str(key)) + "=" + std::string(py::repr(self.attr(key)));
    return std::string(py::str(py::type::of<Bound>().attr("__name__"))) + "(" + text + ")";
}

}  // namespace

void bind_reports(py::module_& module)
{
    py::class_<StepReport>(module, "StepReport", "What a step did.")
        .def_property_readonly(
            "status", [](const StepReport& report) { return name_of(report.status); },
            "ok, not converged, imprecise, not finite, exploded, intersecting or stalled")
        .def_property_readonly(
            "failed", [](const StepReport& report) { return is_failure(report.status); },
            "whether the simulation cannot go on from here")
        .def_readonly("time", &StepReport::time, "s, at the end of the step")
        .def_readonly("dt", &StepReport::dt, "s")
        .def_readonly("nonlinear_iterations", &StepReport::nonlinear_iterations, "Newton steps or IMEX updates")
        .def_readonly("linear_iterations", &StepReport::linear_iterations,
                      "of conjugate gradients, in all nonlinear iterations")
        .def_readonly("matrix_refills", &StepReport::matrix_refills, "how often the matrix was filled anew")
        .def_readonly("residual", &StepReport::residual, "of the equations of motion, relative to momenta and impulses")
        .def_readonly("speed_left", &StepReport::speed_left,
                      "m/s, the largest change of a velocity that the last iteration asked for; 0 in solved steps")
        .def_readonly("contacts", &StepReport::contacts, "particles held by an obstacle")
        .def_readonly("largest_stretch", &StepReport::largest_stretch, "of all springs: length / rest length - 1")
        .def_readonly("worst_particle", &StepReport::worst_particle,
                      "the particle that a failed step is about; -1: none")
        .def_readonly("torn_faces", &StepReport::torn_faces, "faces that have torn in the step")
        .def_readonly("substeps", &StepReport::substeps, "that adaptive steps took")
        .def_readonly("rejected_steps", &StepReport::rejected_steps, "that were undone")
        .def_readonly("smallest_dt", &StepReport::smallest_dt, "s")
        .def_readonly("largest_dt", &StepReport::largest_dt, "s")
        .def("as_dict", &dict_of<StepReport>, "All of it by name, to keep or to send to another process.")
        .def("__repr__", &text_of<StepReport>);
    py::class_<Energies>(module, "Energies", "Energies [J].")
        .def_readonly("kinetic", &Energies::kinetic, "J")
        .def_readonly("gravity", &Energies::gravity, "J")
        .def_readonly("stretch", &Energies::stretch, "J")
        .def_readonly("shear", &Energies::shear, "J")
        .def_readonly("bending", &Energies::bending, "J")
        .def_readonly("contact", &Energies::contact, "J")
        .def_readonly("user", &Energies::user, "J, of user-defined forces")
        .def_property_readonly("total", &Energies::total, "J")
        .def("as_dict", &dict_of<Energies>, "All of it by name, to keep or to send to another process.")
        .def("__repr__", &text_of<Energies>);
    py::class_<Measurements>(module, "Measurements", "A row of metrics.csv.")
        .def_readonly("time", &Measurements::time, "s")
        .def_readonly("energies", &Measurements::energies, "J")
        .def_readonly("largest_stretch", &Measurements::largest_stretch, "length / rest length - 1")
        .def_readonly("mean_stretch", &Measurements::mean_stretch, "length / rest length - 1")
        .def_readonly("contacts", &Measurements::contacts, "particles held by an obstacle")
        .def_readonly("deepest_penetration", &Measurements::deepest_penetration, "m, into bare obstacles")
        .def_readonly("smallest_gap", &Measurements::smallest_gap, "m, to the nearest bare obstacle")
        .def_property_readonly(
            "momentum",
            [](const Measurements& m) { return py::make_tuple(m.momentum[0], m.momentum[1], m.momentum[2]); }, "kg m/s")
        .def_readonly("largest_tension", &Measurements::largest_tension, "N/m, of the threads of fabrics")
        .def_readonly("torn_faces", &Measurements::torn_faces, "faces that have torn so far")
        .def("as_dict", &dict_of<Measurements>, "All of it by name, to keep or to send to another process.")
        .def("__repr__", &text_of<Measurements>);
}

}  // namespace tulle::python
