#pragma once
// Line search along a descent direction of the step's potential.

#include "solver/stage_residual.hpp"

#include <optional>
#include <span>

namespace tulle {

/// Moves at.v along `direction` [m/s] until the slope there has about vanished, and evaluates there. The residual is
/// the gradient of the step's potential, so its product with the direction tells under- from overshooting, without the
/// cancellation that comparing energies suffers near the solution. `gradient` [N s] is the residual at the start, and
/// `longest` the largest step length, 1 where the direction was cut to what is free of collisions. Returns the step
/// length; none where no part of the direction leads downhill.
[[nodiscard]] std::optional<double> line_search(StageResidual& at, const StageProblem& p,
                                                std::span<const Vec3> gradient, std::span<const Vec3> direction,
                                                double longest);

}  // namespace tulle
