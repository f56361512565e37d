#pragma once
// The nonlinear residual of an implicit stage (stage_problem.hpp) at a velocity v:
//     r(v) = M (v - v_hat) - eta f(x_hat + eta v, v) - friction,   in the directions that constraints leave free.
// The residual is the gradient of the step's potential, so that a line search can use it (line_search.hpp).

#include "core/reduce.hpp"
#include "solver/stage_problem.hpp"

#include <tulle/report.hpp>

#include <cmath>

#include <span>
#include <vector>

namespace tulle {

class StageResidual {
public:
    StageResidual(std::size_t particles, StageTimes& times);

    /// Evaluates x, force, reaction and residual at v.
    void evaluate(const StageProblem& p);
    [[nodiscard]] double size() { return norm(residual); }  // N s

    /// Returns the scale [N s] that residuals are relative to: the momenta, and the impulses of the forces at the start
    /// of the step. `scratch` has one entry per particle.
    [[nodiscard]] double scale(const StageProblem& p, bool has_barrier, std::span<Vec3> scratch);

    [[nodiscard]] double norm(std::span<const Vec3> a) { return std::sqrt(dot(a, a)); }
    [[nodiscard]] double dot(std::span<const Vec3> a, std::span<const Vec3> b) { return dot_(a, b); }
    /// Returns the length of the longest vector.
    [[nodiscard]] double longest(std::span<const Vec3> a);

    std::vector<Vec3> v;         // m/s, the velocity being solved for
    std::vector<Vec3> x;         // m, x_hat + eta v
    std::vector<Vec3> force;     // N
    std::vector<Vec3> reaction;  // N s, M (v - v_hat) - eta f: what constraints and friction must supply
    std::vector<Vec3> residual;  // N s

private:
    StageTimes& times_;
    DotProduct dot_;
    BlockReducer<double> largest_;
};

}  // namespace tulle
