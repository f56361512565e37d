#pragma once
// Reference trajectory of a scene, exact to nearly all digits (analysis/reference_solution.hpp). SUNDIALS CVODE
// computes it, and our methods are compared with it.

#include "analysis/reference_solution.hpp"

#include <tulle/simulation.hpp>

namespace tulle {

class ReferenceTrajectory {
public:
    /// Starts in the state of a new Simulation of the scene; its integrator and solver settings do not matter. A
    /// reference needs a smooth problem: throws InputError that names every obstacle and every moving pin, besides what
    /// Simulation throws.
    explicit ReferenceTrajectory(const SceneDescription& scene, ReferenceOptions options = {});
    ~ReferenceTrajectory();
    ReferenceTrajectory(const ReferenceTrajectory&) = delete;
    ReferenceTrajectory& operator=(const ReferenceTrajectory&) = delete;

    /// Advances to `time` [s], which must not be before time(). The report is about this advance alone. Throws
    /// std::runtime_error on failure (see solve_reference).
    ReferenceReport advance_to(double time);

    [[nodiscard]] double time() const { return time_; }      // s
    [[nodiscard]] std::span<const Vec3> positions() const;   // m
    [[nodiscard]] std::span<const Vec3> velocities() const;  // m/s

private:
    std::unique_ptr<Simulation::Parts> parts_;
    ReferenceOptions options_;
    double time_ = 0;
};

}  // namespace tulle
