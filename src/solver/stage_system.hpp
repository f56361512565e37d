#pragma once
// The linear system of one nonlinear iteration, A d = b: the matrix of the stage (stage_matrix.hpp), its
// preconditioner, and filtered conjugate gradients.

#include "core/stage_clock.hpp"
#include "linear/conjugate_gradients.hpp"
#include "solver/stage_matrix.hpp"

#include <tulle/report.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace tulle {

/// Tolerances of a linear system. The first tolerance that is met ends the iterations; a tolerance of 0 is ignored.
struct LinearTolerance {
    double residual = 0;        // N s
    double energy = 0;          // of the error, in the norm of the matrix, relative
    double preconditioned = 0;  // of the residual, in the norm of the preconditioner, relative
};

template <class Value>
class StageSystem {
public:
    StageSystem(const SolverSettings& settings, JacobianTreatment treatment, FactorPrecision precision, bool multiplies,
                const ForceField& forces, StageTimes& times)
        : right(forces.particle_count(), Vec3::Zero()),
          direction(forces.particle_count(), Vec3::Zero()),
          settings_(settings),
          times_(times),
          matrix_(settings, treatment, precision, multiplies, forces, times),
          cg_(matrix_.rows())
    {}

    [[nodiscard]] StageMatrix<Value>& matrix() { return matrix_; }
    [[nodiscard]] const SolverSettings& settings() const { return settings_; }

    /// Solves A direction = right in the free directions. Returns false if the iterations reached their limit.
    [[nodiscard]] bool solve(const DirectionFilter& filter, const LinearTolerance& tolerance, StepReport& report)
    {
        const StageTimer timer(times_.solve);
        // Particles without rows keep their velocities.
        const std::size_t rows = matrix_.rows();
        std::fill(direction.begin() + static_cast<std::ptrdiff_t>(rows), direction.end(), Vec3::Zero());
        const CgResult result =
            cg_.solve(matrix_.full(), matrix_.preconditioner(), filter, std::span(right).first(rows),
                      std::span(direction).first(rows), tolerance.residual, settings_.max_iterations, tolerance.energy,
                      tolerance.preconditioned);
        report.linear_iterations += result.iterations;
        return result.converged;
    }

    /// Solves A direction = right by one application of a direct factor. The result is exact if the filter constrains
    /// only particles that the factor leaves out.
    void apply_factor(const DirectionFilter& filter, StepReport& report)
    {
        const StageTimer timer(times_.solve);
        matrix_.preconditioner().apply(right, direction);
        filter.apply(direction);
        ++report.linear_iterations;
    }

    std::vector<Vec3> right;      // N s
    std::vector<Vec3> direction;  // m/s

private:
    SolverSettings settings_;
    StageTimes& times_;
    StageMatrix<Value> matrix_;
    ConjugateGradients<Value> cg_;
};

}  // namespace tulle
