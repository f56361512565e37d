#pragma once
// Momentum of free bodies: bodies without constraints keep their momentum exactly, whatever tolerance the solver stops
// at. A common change of the velocities of a body strains no spring. A common change of velocity therefore restores the
// momentum that an unfinished solve has lost.

#include "linear/csr.hpp"
#include "linear/direction_filter.hpp"

#include <span>
#include <vector>

namespace tulle {

/// Returns the connected part of the particle graph that each particle belongs to. Parts are numbered from 0, in the
/// order of their lowest particles.
[[nodiscard]] std::vector<int> number_bodies(const SparsityPattern& pattern);

class FreeBodies {
public:
    /// Bodies are the connected parts that number_bodies finds.
    explicit FreeBodies(const SparsityPattern& pattern);

    /// On every body without a constrained particle, adds a constant to v such that the sum of `reaction` [N s],
    /// M(v+ - v) - h f, over the body becomes zero.
    void restore_momentum(const DirectionFilter& filter, std::span<const double> mass, std::span<Vec3> reaction,
                          std::span<Vec3> v);

    /// Returns whether every body has a constrained particle.
    [[nodiscard]] bool are_held(const DirectionFilter& filter);

private:
    struct Body {
        Vec3 momentum;  // N s, error of the momentum
        double mass;    // kg
        bool held;
    };
    std::vector<int> body_of_;  // per particle
    std::vector<Body> bodies_;
};

}  // namespace tulle
