#include "simulation/automatic_steps.hpp"

#include "analysis/safe_step.hpp"
#include "analysis/step_spectrum.hpp"
#include "integrators/choice_of.hpp"
#include "simulation/start_overlaps.hpp"

#include <tulle/error.hpp>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

// If steps of less than this part of the stability limit fail, the step size is not the cause.
constexpr double least_share = 0.8 / 16;

// Largest mass ratio of neighbours for plain and averaged filters. On a grid a corner has a quarter of the mass of an
// inner particle.
constexpr double unequal_masses = 4.5;
constexpr double most_steps_of_a_frame = 1e9;

/// Returns the longest stable step [s] of `system` with its filter; infinite if nothing is stiff.
double true_limit(const SystemAtRest& system, const std::string& method)
{
    const std::vector<Vec3> still(system.x.size(), Vec3::Zero());
    const double guess = safe_step(system.forces, system.x, still, system.mass, system.fixed, method);
    if (!std::isfinite(guess)) return guess;
    const LinearForce force(system.forces, system.x);
    StepSpectrum spectrum(system, force, method);
    return find_step_limit(spectrum, guess);
}

[[noreturn]] void refuse_filter(const std::string& reason)
{
    throw InputError(Problem{.key = "filter.kind",
                             .message = reason +
                                        ", so that there is none for integrator.dt = \"auto\" to take: kind = "
                                        "\"momentum\" has no such effect (tulle analyze stability tells more)"});
}

}  // namespace

bool has_automatic_steps(std::string_view method) { return abilities_of(method).stable_steps; }

AutomaticSteps::AutomaticSteps(const SystemAtRest& start, std::string method, double longest)
    : method_(std::move(method)), longest_(longest)
{
    if (start.filter == nullptr) return;
    // Plain and averaged filters can make vibrations grow at steps of any size (docs/theory/stability.md). Where masses
    // differ much, these filters also feed energy to large motions, which no linearised model shows.
    if (start.filter->largest_mass_ratio() > unequal_masses && !start.filter->keeps_momentum())
        refuse_filter("where neighbours differ in mass as much as here (" + about(start.filter->largest_mass_ratio()) +
                      " times), this filter can feed energy to the motion at any step");
    const bool never = method_ != "rk4" && start.filter->may_turn_velocities() && turns_velocities_around(start);
    const double unfiltered = true_limit({start.forces, start.x, start.mass, start.fixed}, method_);
    if (!std::isfinite(unfiltered)) return;
    filter_gain_ = never ? 0 : true_limit(start, method_) / unfiltered;
    if (filter_gain_ < 0.01) refuse_filter("with this filter " + method_ + " makes vibrations grow at any step");
}

double AutomaticSteps::limit(const SystemAtRest& system, std::span<const Vec3> v) const
{
    return filter_gain_ * safe_step(system.forces, system.x, v, system.mass, system.fixed, method_);
}

int AutomaticSteps::count(double frame_time, double limit) const
{
    const double dt = std::min(longest_, share_ * limit);
    // The small tolerance absorbs rounding, as it does for a given dt.
    return static_cast<int>(std::clamp(std::ceil(frame_time / dt - 1e-9), 1.0, most_steps_of_a_frame));
}

bool AutomaticSteps::shorten()
{
    share_ *= 0.5;
    return share_ >= least_share;
}

}  // namespace tulle
