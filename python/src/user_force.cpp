#include "user_force.hpp"

namespace tulle::python {
namespace {

py::array copied(std::span<const Vec3> values) { return rows<double, Vec3>(values, 3); }

[[noreturn]] void refuse(const py::object& force, const std::string& method, const std::string& message)
{
    throw InputError(Problem{.key = std::string(py::str(force.attr("name"))) + "." + method, .message = message});
}

std::string shape_of(const py::array& array) { return std::string(py::str(array.attr("shape"))); }

/// Particles: numbers without a fraction, and no masks.
Integers integers(const py::object& force, const py::object& given, const char* method)
{
    const py::array array = py::array::ensure(given);
    if (!array || (array.dtype().kind() != 'i' && array.dtype().kind() != 'u'))
        refuse(force, method, "expected particles as integers; found " + std::string(py::str(given)).substr(0, 60));
    return array.cast<Integers>();
}

/// (count, 3, 3)
Doubles blocks(const py::object& force, const py::handle& given, std::size_t count, const char* name)
{
    const auto array = given.cast<Doubles>();
    const bool fits = array.ndim() == 3 && static_cast<std::size_t>(array.shape(0)) == count && array.shape(1) == 3 &&
                      array.shape(2) == 3;
    if (!fits)
        refuse(force, "jacobian",
               std::string(name) + ": expected an array of shape (" + std::to_string(count) + ", 3, 3); found " +
                   shape_of(array));
    return array;
}

Mat3 block(const Doubles& array, std::size_t k)
{
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(array.data() + 9 * k);
}

}  // namespace

std::string PythonForce::name() const
{
    const py::gil_scoped_acquire python;
    return py::str(force_.attr("name"));
}

double PythonForce::energy(std::span<const Vec3> x, double time)
{
    const py::gil_scoped_acquire python;
    return force_.attr("energy")(copied(x), time).cast<double>();
}

void PythonForce::add_force(std::span<const Vec3> x, std::span<const Vec3> v, double time, std::span<Vec3> f)
{
    const py::gil_scoped_acquire python;
    const auto values = force_.attr("force")(copied(x), copied(v), time).cast<Doubles>();
    if (values.ndim() != 2 || static_cast<std::size_t>(values.shape(0)) != f.size() || values.shape(1) != 3)
        refuse(force_, "force",
               "expected an array of shape (" + std::to_string(f.size()) + ", 3); found " + shape_of(values));
    const double* value = values.data();
    for (Vec3& force : f) {
        force += Vec3(value[0], value[1], value[2]);
        value += 3;
    }
}

std::vector<std::array<int, 2>> PythonForce::couplings() const
{
    const py::gil_scoped_acquire python;
    const py::object given = force_.attr("couplings")();
    if (py::array::ensure(given).size() == 0) return {};
    const Integers pairs = integers(force_, given, "couplings");
    if (pairs.ndim() != 2 || pairs.shape(1) != 2)
        refuse(force_, "couplings", "expected an array of shape (k, 2); found " + shape_of(pairs));
    std::vector<std::array<int, 2>> list;
    for (py::ssize_t k = 0; k < pairs.shape(0); ++k) list.push_back({pairs.at(k, 0), pairs.at(k, 1)});
    return list;
}

void PythonForce::add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, double time, ForceJacobian& jacobian)
{
    const py::gil_scoped_acquire python;
    const py::object answer = force_.attr("jacobian")(copied(x), copied(v), time);
    if (answer.is_none()) return;
    const auto parts = answer.cast<py::sequence>();
    if (parts.size() != 3 && parts.size() != 4)
        refuse(force_, "jacobian",
               "expected (i, j, by_position) or (i, j, by_position, by_velocity); found " +
                   std::to_string(parts.size()) + " parts");
    const Integers i = integers(force_, parts[0], "jacobian");
    const Integers j = integers(force_, parts[1], "jacobian");
    if (i.ndim() != 1 || j.ndim() != 1 || i.size() != j.size())
        refuse(force_, "jacobian", "expected i and j of the same length; found " + shape_of(i) + " and " + shape_of(j));
    const auto count = static_cast<std::size_t>(i.size());
    const Doubles by_position = blocks(force_, py::object(parts[2]), count, "by_position");
    std::optional<Doubles> by_velocity;
    if (parts.size() == 4) by_velocity = blocks(force_, py::object(parts[3]), count, "by_velocity");
    for (std::size_t k = 0; k < count; ++k)
        jacobian.add(i.data()[k], j.data()[k], block(by_position, k),
                     by_velocity ? block(*by_velocity, k) : Mat3(Mat3::Zero()));
}

std::vector<std::shared_ptr<UserForce>> python_forces(const py::sequence& forces)
{
    std::vector<std::shared_ptr<UserForce>> list;
    for (const py::handle force : forces)
        list.push_back(std::make_shared<PythonForce>(py::reinterpret_borrow<py::object>(force)));
    return list;
}

}  // namespace tulle::python
