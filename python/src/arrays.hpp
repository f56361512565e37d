#pragma once
// Between the arrays of the library and those of NumPy.

#include <tulle/error.hpp>
#include <tulle/math.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <span>
#include <string>
#include <vector>

namespace tulle::python {

namespace py = pybind11;

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Integers = py::array_t<int, py::array::c_style | py::array::forcecast>;

inline void protect(py::array& array) { array.attr("setflags")(py::arg("write") = false); }

/// Nothing is copied; what the array shows lives as long as `owner`, which the array keeps alive.
template <class Number>
py::array view(std::span<const Number> values, py::handle owner)
{
    py::array_t<Number> array({values.size()}, {sizeof(Number)}, values.data(), owner);
    protect(array);
    return array;
}

inline py::array view(std::span<const Vec3> values, py::handle owner)
{
    static_assert(sizeof(Vec3) == 3 * sizeof(double));
    py::array_t<double> array({values.size(), std::size_t{3}}, {sizeof(Vec3), sizeof(double)},
                              reinterpret_cast<const double*>(values.data()), owner);
    protect(array);
    return array;
}

/// Copies, as rows of whatever is made of `columns` numbers each.
template <class Number, class Row>
py::array_t<Number> rows(std::span<const Row> values, std::size_t columns)
{
    py::array_t<Number> array({values.size(), columns});
    Number* out = array.mutable_data();
    for (const Row& row : values)
        for (std::size_t k = 0; k < columns; ++k) *out++ = static_cast<Number>(row[k]);
    return array;
}

[[noreturn]] inline void refuse_shape(const std::string& name, const char* expected, const py::array& found)
{
    Problem problem;
    problem.key = name;
    problem.message =
        "expected an array of shape " + std::string(expected) + "; found " + std::string(py::str(found.attr("shape")));
    throw InputError(std::move(problem));
}

/// n rows of three, as the library takes them; valid while `array` is.
inline std::span<const Vec3> vectors(const Doubles& array, const std::string& name)
{
    if (array.ndim() != 2 || array.shape(1) != 3) refuse_shape(name, "(n, 3)", array);
    return {reinterpret_cast<const Vec3*>(array.data()), static_cast<std::size_t>(array.shape(0))};
}

template <class Number>
std::span<const Number> numbers(const py::array_t<Number, py::array::c_style | py::array::forcecast>& array,
                                const std::string& name)
{
    if (array.ndim() != 1) refuse_shape(name, "(n,)", array);
    return {array.data(), static_cast<std::size_t>(array.shape(0))};
}

}  // namespace tulle::python
