#include "integrators/solver_choice.hpp"

#include "integrators/implicit_euler.hpp"

#include <tulle/choices.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tulle {
namespace {

// Largest number of particles for a direct factor. Larger factors need too much memory for a laptop: 4.6 GiB for a
// million particles.
constexpr std::size_t largest_direct = 200'000;
// Multigrid is faster than ic0 above this number of particles. For matrices of blocks the springs must also be stiff:
// the diagonal of h^2 K must exceed the mass by this factor. A pull is then felt over 15 particles within a step
// (h sqrt(k/m)). Contacts raise this factor: particles in contact rest or slide, independent of particles far away, and
// every change of contacts requires a new preconditioner.
constexpr std::size_t least_for_multigrid = 1'500;
constexpr double stiffness_for_multigrid = 1'000;
constexpr double stiffness_at_obstacles = 12'000;

/// Returns the largest (h^2 K_ii + h D_ii)/m_i.
double stiffness_of(ForceField& forces, const ParticleState& state, double h)
{
    Csr<double> A(forces.pattern());
    static_cast<void>(forces.update_stiff_part(state.position));
    forces.add_stiff_linear(h * h, h, A);
    double largest = 0;
    for (std::size_t i = 0; i < A.rows(); ++i) largest = std::max(largest, A.diagonal(i) / state.mass[i]);
    return largest;
}

/// Estimates the length [s] of adaptive steps of first order: the longest step with h^2/2 a <= absolute + relative v h,
/// at most h. Here a is the acceleration at the start, and v = a t the speed after a quarter of a second.
double expected_step(const IntegratorSettings& integrator, ForceField& forces, const ParticleState& state, double h)
{
    constexpr double t = 0.25;   // s
    constexpr double aim = 0.8;  // safety factor of error control
    std::vector<Vec3> force(state.size());
    forces.force(state.position, state.velocity, force);
    double a = 0;  // m/s^2
    for (std::size_t i = 0; i < state.size(); ++i) a = std::max(a, state.inverse_mass[i] * force[i].norm());
    if (!(a > 0)) return h;
    const double of_speed = integrator.relative_tolerance * t;  // s
    return std::min(h, aim * (of_speed + std::sqrt(of_speed * of_speed + 2 * integrator.absolute_tolerance / a)));
}

SolverChoice conjugate_gradients(SolverSettings settings, PreconditionerKind preconditioner, std::string reason)
{
    settings.method = SolverMethod::cg;
    settings.preconditioner = preconditioner;
    return {settings, std::move(reason)};
}

PreconditionerKind either(bool multigrid)
{
    return multigrid ? PreconditionerKind::multigrid : PreconditionerKind::ic0;
}

}  // namespace

SolverChoice choose_solver(const IntegratorSettings& integrator, const SolverSettings& solver, ForceField& forces,
                           const MotionConstraints& constraints, const ParticleState& state, double h)
{
    const auto choices = integrator_choices();
    const auto method = std::find_if(choices.begin(), choices.end(),
                                     [&](const IntegratorChoice& c) { return c.name == integrator.method; });
    if (method == choices.end() || method->family == IntegratorFamily::explicit_method)
        return conjugate_gradients(solver, PreconditionerKind::none, "explicit methods solve nothing");
    if (solver.method == SolverMethod::direct) return {solver, "as the scene asks"};
    if (solver.preconditioner != PreconditionerKind::automatic)
        return conjugate_gradients(solver, solver.preconditioner, "as the scene asks");

    const std::size_t n = state.size() - constraints.obstacle_vertex_count();
    const std::string size = std::to_string(n) + " particles";
    if (integrator.adaptive && method->order == 1) h = expected_step(integrator, forces, state, h);
    const double stiffness = stiffness_of(forces, state, h);
    const bool updates_crawl =
        method->can.updates && integrator.update == UpdateKind::automatic && imex_takes_newton(stiffness);
    if (method->family == IntegratorFamily::implicit_method || updates_crawl) {
        const double stiff = forces.has_barrier() || constraints.contacts().has_obstacles() ? stiffness_at_obstacles
                                                                                            : stiffness_for_multigrid;
        const bool pays = n > least_for_multigrid && stiffness > stiff;
        return conjugate_gradients(solver, either(pays),
                                   "the matrix changes in every iteration; " + size +
                                       (pays ? ", stiff enough for multigrid" : ", too few or too soft for multigrid"));
    }
    if (integrator.adaptive || forces.stiff_part_changes()) {
        return conjugate_gradients(solver, either(n > least_for_multigrid),
                                   std::string("the matrix changes with ") +
                                       (integrator.adaptive ? "the step" : "the pieces of the springs' curves") + "; " +
                                       size);
    }
    if (solver.method == SolverMethod::cg)
        return conjugate_gradients(solver, either(n > least_for_multigrid), "the matrix stays the same; " + size);
    if (n > largest_direct)
        return conjugate_gradients(solver, PreconditionerKind::multigrid,
                                   "the matrix stays the same, but factors for " + size + " would fill the memory");
    SolverSettings direct = solver;
    direct.method = SolverMethod::direct;
    return {direct, "the matrix stays the same and is factored once; " + size};
}

}  // namespace tulle
