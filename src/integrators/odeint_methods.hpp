#pragma once
// Explicit methods that choose their step by an estimate of its error, from Boost.Odeint: Cash-Karp 5(4) and
// Bulirsch-Stoer (the methods of EWS96). Compiled only where Boost is there.

#include "integrators/integrator.hpp"
#include "state/velocity_filter.hpp"

namespace tulle {

/// "cash-karp" or "bulirsch-stoer". A step of h is cut into as many as the tolerances of the settings ask for: the
/// error of a step may be absolute_tolerance [m, m/s] + relative_tolerance times the change of the value in the step.
/// A filter, which may be null, acts after each of them.
[[nodiscard]] std::unique_ptr<Integrator> make_odeint_method(const IntegratorSettings& settings, std::size_t particles,
                                                             StageTimes& times, VelocityFilter* filter);

}  // namespace tulle
