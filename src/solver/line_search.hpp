#pragma once
// Line search along a descent direction of the step's potential.

#include "solver/stage_residual.hpp"

#include <optional>
#include <span>

namespace tulle {

/// Moves at.v along `direction` [m/s] until the slope of the potential along the direction has nearly vanished, and
/// evaluates the residual there. The residual is the gradient of the step's potential. The sign of the product of
/// residual and direction tells whether a step length is too short or too long, without the cancellation from which
/// comparisons of energies suffer near the solution. `gradient` [N s] is the residual at the start, and `longest` is
/// the largest step length: 1 if the direction was cut to its collision-free part. Returns the step length; none if no
/// part of the direction leads downhill.
[[nodiscard]] std::optional<double> line_search(StageResidual& at, const StageProblem& p,
                                                std::span<const Vec3> gradient, std::span<const Vec3> direction,
                                                double longest);

}  // namespace tulle
