#pragma once
// The motion of a scene to nearly all digits, which no method of ours made: what methods are compared with.

#include "analysis/reference_solution.hpp"

#include <tulle/simulation.hpp>

namespace tulle {

class ReferenceTrajectory {
public:
    /// Starts where a Simulation of the scene does; its integrator and solver do not matter. A reference needs a
    /// smooth problem: throws InputError naming every obstacle and every pin that moves, besides what Simulation
    /// throws.
    explicit ReferenceTrajectory(const SceneDescription& scene, ReferenceOptions options = {});
    ~ReferenceTrajectory();
    ReferenceTrajectory(const ReferenceTrajectory&) = delete;
    ReferenceTrajectory& operator=(const ReferenceTrajectory&) = delete;

    /// Goes on to `time` [s], which is not before time(); the report is that of this way alone. Throws
    /// std::runtime_error when it fails (see solve_reference).
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
