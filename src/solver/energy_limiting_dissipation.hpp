#pragma once
// Energy-limiting dissipation: takes kinetic energy from bodies without changing their momentum and angular momentum.
// The velocities are split as
//     v = u + w,   u: the rigid motion with the momentum and angular momentum of v,   w: the rest.
// The energies of u and w add up, and all w are reduced by the same factor.

#include "linear/contact_hessian.hpp"
#include "linear/csr.hpp"
#include "linear/direction_filter.hpp"

#include <span>
#include <vector>

namespace tulle {

struct MovingParticles {
    std::span<const Vec3> x;       // m
    std::span<const double> mass;  // kg
    std::span<Vec3> v;             // m/s
};

class EnergyLimitingDissipation {
public:
    /// Bodies are the connected parts that number_bodies finds.
    explicit EnergyLimitingDissipation(const SparsityPattern& pattern);

    /// Takes `energy` [J], or as much as can be taken, from the bodies with a particle in `touches`. Bodies that touch
    /// each other count as one. A body with constrained particles has no momentum to keep: the velocities of the other
    /// particles of such a body are reduced as a whole.
    void take(double energy, std::span<const StencilBlock> touches, const DirectionFilter& filter,
              const MovingParticles& particles);

private:
    std::vector<int> body_of_;  // per particle
    std::size_t bodies_ = 0;
};

}  // namespace tulle
