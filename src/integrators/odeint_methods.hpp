#pragma once
// Explicit methods with error control, from Boost.Odeint: the embedded Runge-Kutta method Cash-Karp 5(4) and
// Bulirsch-Stoer (the methods of EWS96). Both methods choose their step by an estimate of its error, and are compiled
// only if Boost is available.

#include "integrators/integrator.hpp"
#include "state/velocity_filter.hpp"

namespace tulle {

/// Makes "cash-karp" or "bulirsch-stoer". A step of h is cut into as many substeps as the tolerances of the settings
/// require. The error of a substep may be absolute_tolerance [m, m/s] plus relative_tolerance times the change of the
/// value in the substep. The filter may be null; a filter acts after each substep.
[[nodiscard]] std::unique_ptr<Integrator> make_odeint_method(const IntegratorSettings& settings, std::size_t particles,
                                                             StageTimes& times, VelocityFilter* filter);

}  // namespace tulle
