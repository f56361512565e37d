#pragma once
// A force written in Python (tulle.Force) as one of the library's.

#include "arrays.hpp"

#include <tulle/force.hpp>

#include <memory>

namespace tulle::python {

/// Takes Python for itself while it asks, so that it may be called from threads that have let go of it.
class PythonForce final : public UserForce {
public:
    explicit PythonForce(py::object force) : force_(std::move(force)) {}
    ~PythonForce() override
    {
        const py::gil_scoped_acquire python;
        force_ = py::object();
    }
    PythonForce(const PythonForce&) = delete;
    PythonForce& operator=(const PythonForce&) = delete;

    [[nodiscard]] std::string name() const override;
    [[nodiscard]] double energy(std::span<const Vec3> x, double time) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, double time, std::span<Vec3> f) override;
    [[nodiscard]] std::vector<std::array<int, 2>> couplings() const override;
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, double time, ForceJacobian& jacobian) override;

private:
    py::object force_;
};

[[nodiscard]] std::vector<std::shared_ptr<UserForce>> python_forces(const py::sequence& forces);

}  // namespace tulle::python
