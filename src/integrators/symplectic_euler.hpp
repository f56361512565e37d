#pragma once
// Symplectic (forward-backward) Euler: v+ = v + h f(x, v)/m, x+ = x + h v+. Without damping, symplectic Euler is stable
// up to h = 2/sqrt(k0), where k0 is the largest eigenvalue of M^-1 K (docs/theory/stability.md). A filter acts on v+
// before the particles move. A filter that acted after the move would shorten the stable step instead
// (#with-a-velocity-filter on that page).

#include "integrators/integrator.hpp"
#include "state/velocity_filter.hpp"

namespace tulle {

class SymplecticEuler final : public Integrator {
public:
    SymplecticEuler(std::size_t particles, StageTimes& times, VelocityFilter* filter = nullptr)
        : times_(times), filter_(filter), force_(particles), v_(particles)
    {}

    [[nodiscard]] std::string_view name() const override { return "symplectic-euler"; }
    [[nodiscard]] int order() const override { return 1; }
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override;

private:
    StageTimes& times_;
    VelocityFilter* filter_;  // may be null
    std::vector<Vec3> force_;
    std::vector<Vec3> v_;
};

}  // namespace tulle
