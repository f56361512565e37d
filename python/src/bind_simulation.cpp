// A simulation: views of its arrays, steps without holding Python, control and questions between them.

#include "arrays.hpp"
#include "bindings.hpp"
#include "user_force.hpp"

#include "run/live_frame.hpp"
#ifdef TULLE_HAS_RENDER
#include "pictures.hpp"
#endif

#include <tulle/frame_writer.hpp>
#include <tulle/scene_file.hpp>
#include <tulle/simulation.hpp>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <atomic>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace tulle::python {
namespace {

/// A simulation and its scene. A step releases the lock of Python, so another thread may call in between.
struct BoundSimulation {
    BoundSimulation(const SceneFile& file, std::vector<std::shared_ptr<UserForce>> forces)
        : scene(file.scene), simulation(scene, std::move(forces))
    {}
    BoundSimulation(const SceneFile& file, const Simulation& before)
        : scene(file.scene), simulation(before.with_scene(scene))
    {}

    SceneDescription scene;
    Simulation simulation;
    std::atomic<bool> is_busy = false;
};

/// Holds a simulation for one thread.
class Turn {
public:
    explicit Turn(BoundSimulation& bound) : bound_(bound)
    {
        if (bound_.is_busy.exchange(true))
            throw std::runtime_error("the simulation is at work in another thread; wait until its step is over");
    }
    ~Turn() { bound_.is_busy = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    BoundSimulation& bound_;
};

JacobianTreatment treatment_of(const std::string& name)
{
    if (name == "exact") return JacobianTreatment::exact;
    if (name == "clamped") return JacobianTreatment::clamped;
    if (name == "damped") return JacobianTreatment::damped;
    throw InputError(Problem{.key = "treatment", .message = "expected exact, clamped or damped; found " + name});
}

StepReport take_step(BoundSimulation& bound)
{
    const Turn turn(bound);
    const py::gil_scoped_release others;
    return bound.simulation.step();
}

/// Up to the next frame, or to where Ctrl-C ends it: between two steps.
StepReport take_frame(BoundSimulation& bound)
{
    Interruption interruption;
    FrameReport report;
    {
        const Turn turn(bound);
        const py::gil_scoped_release others;
        report = bound.simulation.advance_frame([&] { return interruption.goes_on(); });
    }
    interruption.rethrow();
    StepReport last = report.last;
    if (!is_failure(last.status)) last.status = report.status;
    return last;
}

py::tuple block_rows(const BlockMatrix& matrix)
{
    const std::size_t count = matrix.block.size();
    py::array_t<double> data({count, std::size_t{3}, std::size_t{3}});
    double* out = data.mutable_data();
    for (const Mat3& block : matrix.block)
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) *out++ = block(r, c);
    return py::make_tuple(std::move(data), py::array_t<int>(count, matrix.column.data()),
                          py::array_t<int>(matrix.row_begin.size(), matrix.row_begin.data()));
}

/// Of all cloths, as they were at the start, with particles that count through them.
py::array all_faces(const Simulation& simulation)
{
    std::vector<Face> faces;
    for (const ClothView& cloth : simulation.cloths())
        for (const Face& face : cloth.faces)
            faces.push_back(
                {face[0] + cloth.first_particle, face[1] + cloth.first_particle, face[2] + cloth.first_particle});
    return rows<int, Face>(faces, 3);
}

void bind_views(py::class_<BoundSimulation>& simulation)
{
    const auto vectors_of = [&](const char* name, std::span<const Vec3> (Simulation::*get)() const) {
        simulation.def_property_readonly(name, [get](const py::object& self) {
            return view((self.cast<BoundSimulation&>().simulation.*get)(), self);
        });
    };
    vectors_of("positions", &Simulation::positions);
    vectors_of("velocities", &Simulation::velocities);
    vectors_of("external_forces", &Simulation::external_forces);
    const auto numbers_of = [&](const char* name, std::span<const double> (Simulation::*get)() const) {
        simulation.def_property_readonly(name, [get](const py::object& self) {
            return view((self.cast<BoundSimulation&>().simulation.*get)(), self);
        });
    };
    numbers_of("masses", &Simulation::masses);
    numbers_of("rest_lengths", &Simulation::rest_lengths);
    simulation.def("all_faces", [](const BoundSimulation& bound) { return all_faces(bound.simulation); });
    simulation.def("visible_positions", [](BoundSimulation& bound) {
        const Turn turn(bound);
        return rows<double, Vec3>(bound.simulation.visible_positions(), 3);
    });
    simulation.def("intact_faces", [](const BoundSimulation& bound) {
        const std::span<const unsigned char> stands = bound.simulation.intact_faces();
        py::array_t<bool> array(stands.size());
        std::copy(stands.begin(), stands.end(), array.mutable_data());
        return array;
    });
    simulation.def("springs", [](BoundSimulation& bound) {
        const Turn turn(bound);
        const std::vector<std::array<int, 2>> ends = bound.simulation.springs();
        return rows<int, std::array<int, 2>>(ends, 2);
    });
    simulation.def("pinned", [](BoundSimulation& bound) {
        const Turn turn(bound);
        const std::vector<int> pinned = bound.simulation.pinned();
        return py::array_t<int>(pinned.size(), pinned.data());
    });
    simulation.def("cloths", [](const BoundSimulation& bound) {
        std::vector<std::tuple<std::string, int, int, std::size_t>> all;
        for (const ClothView& cloth : bound.simulation.cloths())
            all.emplace_back(cloth.name, cloth.first_particle, cloth.particle_count, cloth.faces.size());
        return all;
    });
}

void bind_control(py::class_<BoundSimulation>& simulation)
{
    simulation
        .def("set_positions",
             [](BoundSimulation& bound, const Doubles& x) {
                 const Turn turn(bound);
                 bound.simulation.set_positions(vectors(x, "positions"));
             })
        .def("set_velocities",
             [](BoundSimulation& bound, const Doubles& v) {
                 const Turn turn(bound);
                 bound.simulation.set_velocities(vectors(v, "velocities"));
             })
        .def("set_external_forces",
             [](BoundSimulation& bound, const std::optional<Doubles>& f) {
                 const Turn turn(bound);
                 bound.simulation.set_external_forces(f ? vectors(*f, "external_forces") : std::span<const Vec3>{});
             })
        .def("set_rest_lengths",
             [](BoundSimulation& bound, const Doubles& lengths) {
                 const Turn turn(bound);
                 bound.simulation.set_rest_lengths(numbers<double>(lengths, "rest_lengths"));
             })
        .def("set_wind",
             [](BoundSimulation& bound, const std::array<double, 3>& wind) {
                 const Turn turn(bound);
                 bound.simulation.set_wind({wind[0], wind[1], wind[2]});
             })
        .def("wind",
             [](const BoundSimulation& bound) {
                 const Vec3 wind = bound.simulation.wind();
                 return std::array<double, 3>{wind[0], wind[1], wind[2]};
             })
        .def("pin",
             [](BoundSimulation& bound, const Integers& particles, const std::optional<Doubles>& targets) {
                 const Turn turn(bound);
                 bound.simulation.pin(numbers<int>(particles, "particles"),
                                      targets ? vectors(*targets, "targets") : std::span<const Vec3>{});
             })
        .def("unpin",
             [](BoundSimulation& bound, const Integers& particles) {
                 const Turn turn(bound);
                 bound.simulation.unpin(numbers<int>(particles, "particles"));
             })
        .def("save",
             [](BoundSimulation& bound) {
                 const Turn turn(bound);
                 std::ostringstream out;
                 bound.simulation.save(out);
                 return py::bytes(out.str());
             })
        .def("restore", [](BoundSimulation& bound, const std::string& state) {
            const Turn turn(bound);
            std::istringstream in(state);
            bound.simulation.restore(in);
        });
}

/// Points, normals, forces, obstacles, and up to four particles of each with their shares; -1 where there are fewer.
py::tuple contact_arrays(const std::vector<ContactPoint>& contacts)
{
    constexpr std::size_t most = 4;
    const std::size_t count = contacts.size();
    py::array_t<double> points({count, std::size_t{3}}), normals({count, std::size_t{3}}), shares({count, most});
    py::array_t<double> forces(count);
    py::array_t<int> obstacles(count), particles({count, most});
    std::fill_n(particles.mutable_data(), count * most, -1);
    std::fill_n(shares.mutable_data(), count * most, 0.0);
    for (std::size_t k = 0; k < count; ++k) {
        const ContactPoint& contact = contacts[k];
        for (std::size_t c = 0; c < 3; ++c) {
            points.mutable_data()[3 * k + c] = contact.point[static_cast<int>(c)];
            normals.mutable_data()[3 * k + c] = contact.normal[static_cast<int>(c)];
        }
        forces.mutable_data()[k] = contact.force;
        obstacles.mutable_data()[k] = contact.obstacle;
        for (std::size_t c = 0; c < std::min(contact.particles.size(), most); ++c) {
            particles.mutable_data()[most * k + c] = contact.particles[c];
            shares.mutable_data()[most * k + c] = contact.shares[c];
        }
    }
    return py::make_tuple(points, normals, forces, obstacles, particles, shares);
}

RigidPose pose_of(const Doubles& rotation, const std::array<double, 3>& translation)
{
    if (rotation.ndim() != 2 || rotation.shape(0) != 3 || rotation.shape(1) != 3)
        refuse_shape("rotation", "(3, 3)", rotation);
    RigidPose pose;
    pose.rotation = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(rotation.data());
    pose.translation = {translation[0], translation[1], translation[2]};
    return pose;
}

void bind_queries(py::class_<BoundSimulation>& simulation)
{
    simulation
        .def("find_obstacle",
             [](const BoundSimulation& bound, const std::string& name) { return bound.simulation.find_obstacle(name); })
        .def("move_obstacle",
             [](BoundSimulation& bound, int obstacle, const Doubles& rotation, const std::array<double, 3>& translation,
                double duration) {
                 const Turn turn(bound);
                 bound.simulation.move_obstacle(obstacle, pose_of(rotation, translation), duration);
             })
        .def("obstacle_pose",
             [](BoundSimulation& bound, int obstacle) {
                 const Turn turn(bound);
                 const RigidPose pose = bound.simulation.obstacle_pose(obstacle);
                 py::array_t<double> rotation({3, 3}), translation(3);
                 for (int r = 0; r < 3; ++r) {
                     for (int c = 0; c < 3; ++c) rotation.mutable_at(r, c) = pose.rotation(r, c);
                     translation.mutable_at(r) = pose.translation[r];
                 }
                 return py::make_tuple(rotation, translation);
             })
        .def("contacts",
             [](BoundSimulation& bound) {
                 const Turn turn(bound);
                 return contact_arrays(bound.simulation.contacts());
             })
        .def("field",
             [](BoundSimulation& bound, const std::string& name) {
                 const Turn turn(bound);
                 const std::vector<double> values = bound.simulation.field(name);
                 return py::array_t<double>(values.size(), values.data());
             })
        .def_static("fields", [] {
            py::dict units;
            for (const FieldDescription& field : Simulation::fields())
                units[py::str(std::string(field.name))] = std::string(field.unit);
            return units;
        });
}

void bind_forces(py::class_<BoundSimulation>& simulation)
{
    simulation.def(
        "forces", [](BoundSimulation& bound, const std::optional<Doubles>& x, const std::optional<Doubles>& v) {
            const Turn turn(bound);
            const Simulation& now = bound.simulation;
            py::array_t<double> f({static_cast<std::size_t>(now.particle_count()), std::size_t{3}});
            now.forces(x ? vectors(*x, "positions") : now.positions(), v ? vectors(*v, "velocities") : now.velocities(),
                       {reinterpret_cast<Vec3*>(f.mutable_data()), static_cast<std::size_t>(f.shape(0))});
            return f;
        });
    simulation.def("jacobian", [](BoundSimulation& bound, bool by_velocity, const std::string& treatment,
                                  const std::optional<Doubles>& x, const std::optional<Doubles>& v) {
        const Turn turn(bound);
        const Simulation& now = bound.simulation;
        return block_rows(now.jacobian(
            x ? vectors(*x, "positions") : now.positions(), v ? vectors(*v, "velocities") : now.velocities(),
            by_velocity ? Simulation::Derivative::by_velocity : Simulation::Derivative::by_position,
            treatment_of(treatment)));
    });
}

}  // namespace

void bind_simulation(py::module_& module)
{
    module.def("check_derivatives",
               [](const py::object& force, const Doubles& x, const Doubles& v, double time, double h) {
                   const DerivativeErrors errors = check_derivatives(*python_forces(py::make_tuple(force)).front(),
                                                                     vectors(x, "x"), vectors(v, "v"), time, h);
                   return py::make_tuple(errors.energy, errors.by_position, errors.by_velocity);
               });
    py::class_<BoundSimulation> simulation(module, "Simulation");
    simulation
        .def(py::init([](const SceneFile& scene, const py::sequence& forces) {
                 std::vector<std::shared_ptr<UserForce>> own = python_forces(forces);
                 const py::gil_scoped_release others;
                 return std::make_unique<BoundSimulation>(scene, std::move(own));
             }),
             py::arg("scene"), py::arg("forces") = py::tuple())
        .def("with_scene",
             [](BoundSimulation& bound, const SceneFile& changed) {
                 const Turn turn(bound);
                 const py::gil_scoped_release others;
                 return std::make_unique<BoundSimulation>(changed, bound.simulation);
             })
        .def("step", &take_step)
        .def("advance_frame", &take_frame)
        .def_property_readonly("time", [](const BoundSimulation& b) { return b.simulation.time(); })
        .def_property_readonly("dt", [](const BoundSimulation& b) { return b.simulation.dt(); })
        .def_property_readonly("frame", [](const BoundSimulation& b) { return b.simulation.frame(); })
        .def_property_readonly("frame_count", [](const BoundSimulation& b) { return b.simulation.frame_count(); })
        .def_property_readonly("particle_count", [](const BoundSimulation& b) { return b.simulation.particle_count(); })
        .def_property_readonly("method", [](const BoundSimulation& b) { return b.simulation.method(); })
        .def_property_readonly("solver", [](const BoundSimulation& b) { return b.simulation.solver(); })
        .def_property_readonly("step_choice", [](const BoundSimulation& b) { return b.simulation.step_choice(); })
        .def("measure",
             [](BoundSimulation& b) {
                 const Turn turn(b);
                 return b.simulation.measure();
             })
        .def("explain", [](const BoundSimulation& b, const StepReport& report) { return b.simulation.explain(report); })
        .def(
            "stable_step_limit", [](const BoundSimulation& b) { return b.simulation.stable_step_limit(); },
            py::call_guard<py::gil_scoped_release>())
        .def("write_frame", [](BoundSimulation& b, const std::filesystem::path& directory, const std::string& format) {
            const Turn turn(b);
            make_frame_writer(format, directory, b.scene.simulation.fps)->write(current_frame(b.simulation));
        });
    bind_views(simulation);
    bind_control(simulation);
    bind_queries(simulation);
    bind_forces(simulation);
#ifdef TULLE_HAS_RENDER
    simulation.def("render", [](BoundSimulation& bound, const py::dict& options) {
        const Turn turn(bound);
        LiveFrame frame(bound.scene, bound.simulation);
        return render_picture(frame, 0, options);
    });
#endif
}

}  // namespace tulle::python
