#include "simulation/step_limits.hpp"

#include "analysis/stability.hpp"
#include "integrators/choice_of.hpp"
#include "simulation/parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Leaves out what only a run needs: obstacles, air, water, automatic steps, and adaptive ones with a filter.
SceneDescription bare(SceneDescription scene)
{
    scene.obstacles.clear();
    scene.pairs.clear();
    scene.air.reset();
    scene.water.reset();
    if (scene.filter) scene.integrator.adaptive = false;
    scene.integrator.automatic = false;
    return scene;
}

}  // namespace

StepLimits::StepLimits(const SceneDescription& scene)
    : parts_(std::make_unique<Simulation::Parts>(bare(scene))),
      linear_(std::make_unique<LinearForce>(*parts_->forces, parts_->start_position))
{
    if (parts_->filter) parts_->filter->weigh(parts_->start_position);
}

StepLimits::~StepLimits() = default;

std::size_t StepLimits::particle_count() const { return parts_->state.size(); }
std::span<const Vec3> StepLimits::positions() const { return parts_->start_position; }
const std::vector<ClothView>& StepLimits::cloths() const { return parts_->views.all(); }
double StepLimits::dt() const { return parts_->clock.dt(); }
bool StepLimits::has_filter() const { return parts_->filter.has_value(); }

NetAtRest StepLimits::net(bool filtered) const
{
    return {*parts_->forces, parts_->start_position, parts_->state.mass, parts_->constraints->filter().fixed,
            filtered && parts_->filter ? &*parts_->filter : nullptr};
}

double StepLimits::symplectic() const
{
    if (!symplectic_)
        symplectic_ = symplectic_step_limit(*parts_->forces, parts_->start_position, parts_->state.mass,
                                            parts_->constraints->filter().fixed);
    return *symplectic_;
}

double StepLimits::paper(bool filtered) const
{
    std::optional<double>& known = paper_.at(filtered ? 1 : 0);
    if (!known) known = paper_step_limit(net(filtered));
    return *known;
}

StepLimit StepLimits::of(std::string_view method, bool filtered) const
{
    const IntegratorChoice& choice = choice_of(method);
    if (choice.controls_error) return {};
    if (choice.family == IntegratorFamily::implicit_method || method == "imex-euler") return {infinite, {}};
    if (choice.family != IntegratorFamily::explicit_method) return {};
    const NetAtRest at_rest = net(filtered);
    const double unfiltered = symplectic();
    if (!std::isfinite(unfiltered)) return {infinite, infinite};

    StepLimit result;
    // ATG07 gives forward Euler the limit of the other two, and RK4 one that is 4.6 % too long (PHYSICS section 6).
    const double by_paper = paper(filtered);
    result.paper = method == "rk4" ? std::sqrt(8.75) / 2 * by_paper : by_paper;

    const bool is_damped = linear_->is_damped();
    if (method == "forward-euler") {
        // With damping or a filter it grows so slowly near its limit that watching does not tell.
        if (!is_damped && at_rest.filter == nullptr) result.longest = 0;
        return result;
    }
    if (at_rest.filter == nullptr && method == "symplectic-euler") {
        result.longest = unfiltered;
        return result;
    } else if (at_rest.filter == nullptr && !is_damped) {
        result.longest = (method == "rk4" ? std::sqrt(2.0) : 1.0) * unfiltered;  // sqrt(8/k0) and 2/sqrt(k0)
        return result;
    }
    if (method != "rk4" && turns_velocities_around(at_rest)) {
        result.longest = 0;
        return result;
    }
    StepGrowth growth(at_rest, std::string(method));
    // Where ATG07 is right, RK4 takes sqrt(2) times the step of the others.
    const double as_long = method == "rk4" ? std::sqrt(2.0) : 1.0;
    const double seen = find_step_limit(
        growth, as_long * (at_rest.filter == nullptr ? unfiltered : std::min(by_paper, 2 * unfiltered)));
    // Steps that grow too slowly to be seen lie below: growth is at least as much as the step is too long, relatively.
    result.longest = (1 - growth.unseen()) * seen;
    return result;
}

StiffestMode StepLimits::stiffest_mode(std::string_view method, bool filtered, double limit) const
{
    StiffestMode mode;
    if (!(limit > 0 && std::isfinite(limit))) return mode;
    const NetAtRest at_rest = net(filtered);
    StepGrowth growth(at_rest, std::string(method));
    // Beyond the limit by so much that one vibration soon outgrows all others, by so little that it is the first.
    constexpr double little = 1.02, too_much = 1.3;
    double h = little * limit;
    while (!growth.grows(h)) {
        h *= little;
        if (h > too_much * limit) return mode;
    }
    const std::span<const Vec3> u = growth.mode();
    for (std::size_t i = 0; i < u.size(); ++i)
        mode.particles.push_back(0.5 * parts_->state.mass[i] * u[i].squaredNorm());

    const Csr<Mat3>& stiffness = linear_->stiffness();
    const SparsityPattern& pattern = *stiffness.pattern;
    double total = 0;
    for (std::size_t i = 0; i < pattern.rows(); ++i) {
        for (int e = pattern.row_begin[i]; e < pattern.diagonal[i]; ++e) {
            const int j = pattern.column[static_cast<std::size_t>(e)];
            const Vec3 apart = u[i] - u[static_cast<std::size_t>(j)];
            const double energy = -apart.dot(stiffness.value[static_cast<std::size_t>(e)] * apart);
            total += std::max(energy, 0.0);
            mode.pairs.push_back({j, static_cast<int>(i), std::max(energy, 0.0)});
        }
    }
    for (StiffestMode::Pair& pair : mode.pairs) pair.share /= total > 0 ? total : 1;
    std::ranges::stable_sort(mode.pairs, std::greater{}, &StiffestMode::Pair::share);
    return mode;
}

}  // namespace tulle
