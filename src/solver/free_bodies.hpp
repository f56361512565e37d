#pragma once
// Bodies that nothing holds keep their momentum exactly, whatever tolerance the solver stops at. A common change of
// velocity strains no spring, so the momentum that an unfinished solve has lost can be given back by one.

#include "linear/csr.hpp"
#include "linear/direction_filter.hpp"

#include <span>
#include <vector>

namespace tulle {

/// The connected parts of the particle graph: the number of each particle's, from 0 in the order of their lowest.
[[nodiscard]] std::vector<int> number_bodies(const SparsityPattern& pattern);

class FreeBodies {
public:
    /// Bodies are those of number_bodies.
    explicit FreeBodies(const SparsityPattern& pattern);

    /// For every body without a constrained particle, moves v by a constant so that the body's share of `reaction`
    /// [N s], M(v+ - v) - h f, sums to zero.
    void restore_momentum(const DirectionFilter& filter, std::span<const double> mass, std::span<Vec3> reaction,
                          std::span<Vec3> v);

    /// Whether every body has a constrained particle.
    [[nodiscard]] bool are_held(const DirectionFilter& filter);

private:
    struct Body {
        Vec3 momentum;  // N s, still missing
        double mass;    // kg
        bool held;
    };
    std::vector<int> body_of_;  // per particle
    std::vector<Body> bodies_;
};

}  // namespace tulle
