#include "solver/line_search.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {

std::optional<double> line_search(StageResidual& at, const StageProblem& p, std::span<const Vec3> gradient,
                                  std::span<const Vec3> direction, double longest)
{
    const double slope = at.dot(gradient, direction);
    if (!(slope < 0)) return std::nullopt;
    constexpr double longest_longer = 4;
    double taken = 0;
    double step = std::min(1.0, longest);
    double left = 0;  // of the slope, relative: -1 at the start, positive beyond the minimum
    constexpr int attempts = 12;
    constexpr int longer_attempts = 2;  // a clamped Jacobian is too stiff where springs buckle: longer steps pay
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const double change = step - taken;
        parallel_for(at.v.size(), [&](std::size_t i) { at.v[i] += change * direction[i]; });
        taken = step;
        at.evaluate(p);
        left = at.dot(at.residual, direction) / std::abs(slope);
        const double secant = std::isfinite(left) ? 1 / (1 + left) : 0.1;  // to the root, from zero and here
        if (left < -0.5 && attempt < longer_attempts && step < longest) {
            const double longer = left > -1 ? std::clamp(secant, 1.5, longest_longer) : longest_longer;
            step = std::min(step * longer, longest);
        } else if (left <= 0.5) {
            break;
        } else {
            step *= std::clamp(secant, 0.1, 0.7);
        }
    }
    if (!(left <= 0.9)) return std::nullopt;
    return taken;
}

}  // namespace tulle
