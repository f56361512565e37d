#pragma once
// Takes kinetic energy from bodies without changing their momentum and angular momentum: of
//     v = u + w,   u: the rigid motion that has both,   w: what is left,
// the energies of u and w add up, and all w become smaller alike.

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
    /// Bodies are those of number_bodies.
    explicit EnergyLimitingDissipation(const SparsityPattern& pattern);

    /// Takes `energy` [J], or all there is, from the bodies that have a particle in `touches`, each with what it
    /// touches. One that is held has no momentum to keep: it is calmed as a whole, but for its particles that are
    /// constrained.
    void take(double energy, std::span<const StencilBlock> touches, const DirectionFilter& filter,
              const MovingParticles& particles);

private:
    std::vector<int> body_of_;  // per particle
    std::size_t bodies_ = 0;
};

}  // namespace tulle
