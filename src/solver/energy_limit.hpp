#pragma once
// Energy limit: contact must not add energy in a step, whether the equations of the step are solved roughly or not
// solved at all. `is_exceeded` and `shorten` apply to backward Euler only, and only if no moving pin or obstacle does
// work on the cloth.

#include "core/reduce.hpp"
#include "solver/stage_problem.hpp"

#include <limits>
#include <span>

namespace tulle {

class EnergyLimit {
public:
    /// Starts a step that is solved to a velocity tolerance [m/s].
    void begin_step(double tolerance)
    {
        tolerance_ = tolerance;
        most_ = std::numeric_limits<double>::infinity();
    }
    /// Measures the energy at the start of the step, if the limit applies. Right after the forces were evaluated there,
    /// contact forces need not find touching pairs again.
    void measure_start(const StageProblem& p);
    /// Returns whether the step would end with more energy than it began with, by more than the velocity tolerance
    /// allows. `measure_start` must have been called in this step. x is scratch.
    [[nodiscard]] bool is_exceeded(const StageProblem& p, std::span<const Vec3> v, std::span<Vec3> x);
    /// Halves all velocities until the step ends with no more energy than it began with; in the end, sets them to zero.
    /// `shorten` is for steps that may end with any energy, because their equations are not solved or depenetration has
    /// changed their velocities. Returns whether the velocities changed. x is scratch.
    [[nodiscard]] bool shorten(const StageProblem& p, std::span<Vec3> v, std::span<Vec3> x);

private:
    [[nodiscard]] double end_energy(const StageProblem& p, std::span<const Vec3> v, std::span<Vec3> x);

    double tolerance_ = 0;                                   // m/s
    double most_ = std::numeric_limits<double>::infinity();  // J, limit with the tolerance; infinite: no limit
    BlockReducer<double> sum_;
};

}  // namespace tulle
