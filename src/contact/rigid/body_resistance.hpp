#pragma once
// The force between two things of which one is a rigid body, over how deep they are in the distance that they keep
// (docs/theory/rigid-bodies.md): a spring, which decides how bodies lie and roll on each other, and further in a
// barrier (contact/barrier/barrier_potential.hpp), which no impact gets past. The barrier ends where the bare surfaces
// are `give` deep in each other. Light loads never reach it.

#include "contact/barrier/barrier_potential.hpp"

#include <algorithm>

namespace tulle {

struct BodyResistance {
    double stiffness = 0;         // N/m, of the spring; of the barrier where it begins
    double contact_distance = 0;  // m, distance at which the spring begins
    double give = 0;  // m, how deep the bare surfaces can be in each other; negative: how far apart they stay
    double zone = 0;  // m, over which the barrier acts; 0: there is none

    // All of a depth [m], by which the two are nearer than `contact_distance`.
    [[nodiscard]] double energy(double depth) const { return spring_energy(depth) + barrier(depth).energy; }  // J
    [[nodiscard]] double force(double depth) const { return stiffness * depth + barrier(depth).force; }       // N
    [[nodiscard]] double curvature(double depth) const { return stiffness + barrier(depth).curvature; }       // N/m

    /// m: how much of the way to the end of the barrier is left where the bare surfaces are a distance [m] apart.
    [[nodiscard]] double left(double distance) const { return distance + give; }
    /// m: the distance of the bare surfaces that motion leaves at least.
    [[nodiscard]] double least_distance(double distance) const
    {
        constexpr double detectable = 1e-6;  // m, well above what detection lets pass (contact_slop)
        return std::max(least_distance_left(left(distance), zone), detectable) - give;
    }

private:
    struct Response {
        double energy = 0, force = 0, curvature = 0;  // J, N, N/m
    };
    [[nodiscard]] double spring_energy(double depth) const { return 0.5 * stiffness * depth * depth; }
    [[nodiscard]] Response barrier(double depth) const
    {
        // Bodies that start deeper in each other are drawn out with what the barrier does here, continued to the second
        // order.
        constexpr double least_part = 0.01;  // of the zone
        const double d = contact_distance + give - depth;
        if (!(zone > 0) || d >= zone) return {};
        const BarrierPotential law{stiffness, zone};
        const double inside = std::max(d, least_part * zone);
        const double beyond = inside - d;
        const double force = law.force(inside), curvature = law.curvature(inside);
        return {law.energy(inside) + (force + 0.5 * curvature * beyond) * beyond, force + curvature * beyond,
                curvature};
    }
};

}  // namespace tulle
