#pragma once
// Contact may not add energy to a step: not where its equations are solved roughly, and not where they are not solved
// at all. Both checks apply to backward Euler only, and only where no moving pin or obstacle does work on the cloth.

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
    /// Whether the step would end with more energy than it began with, by more than the velocity tolerance leaves open.
    /// x is scratch.
    [[nodiscard]] bool is_exceeded(const StageProblem& p, std::span<const Vec3> v, std::span<Vec3> x);
    /// The end of a step whose equations are not solved, or that the last resort has changed, may have any energy. All
    /// velocities are halved until it has no more than the step began with, in the end to nothing. True when they
    /// changed. x is scratch.
    [[nodiscard]] bool shorten(const StageProblem& p, std::span<Vec3> v, std::span<Vec3> x);

private:
    [[nodiscard]] double end_energy(const StageProblem& p, std::span<const Vec3> v, std::span<Vec3> x);

    double tolerance_ = 0;                                   // m/s
    double most_ = std::numeric_limits<double>::infinity();  // J, with the tolerance; infinite until it is asked for
    BlockReducer<double> sum_;
};

}  // namespace tulle
