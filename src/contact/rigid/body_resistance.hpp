#pragma once
// Force law of rigid contact, as a function of depth: the amount by which two parts are nearer than their contact
// distance (docs/theory/rigid-bodies.md). At least one part is a rigid body. A penalty spring decides how bodies lie
// and roll on each other. At larger depths a barrier is added (contact/barrier/barrier_potential.hpp), through which no
// impact passes. The barrier ends where the bare surfaces are `give` deep in each other. Light loads never reach the
// barrier.

#include "contact/barrier/barrier_potential.hpp"

#include <algorithm>

namespace tulle {

struct BodyResistance {
    double stiffness = 0;         // N/m, of the spring, and of the barrier where it begins
    double contact_distance = 0;  // m, distance at which the spring begins
    double give = 0;              // m, largest depth of the bare surfaces in each other; negative: minus least distance
    double zone = 0;              // m, over which the barrier acts; 0: no barrier

    // Functions of the depth [m], by which the two parts are nearer than `contact_distance`.
    [[nodiscard]] double energy(double depth) const { return spring_energy(depth) + barrier(depth).energy; }  // J
    [[nodiscard]] double force(double depth) const { return stiffness * depth + barrier(depth).force; }       // N
    [[nodiscard]] double curvature(double depth) const { return stiffness + barrier(depth).curvature; }       // N/m

    /// Returns the remaining distance [m] to the end of the barrier if the bare surfaces are a distance [m] apart.
    [[nodiscard]] double left(double distance) const { return distance + give; }
    /// Returns the distance [m] of the bare surfaces that a motion must leave.
    [[nodiscard]] double least_distance(double distance) const
    {
        constexpr double detectable = 1e-6;  // m, well above the tolerance of detection (contact_slop)
        return std::max(least_distance_left(left(distance), zone), detectable) - give;
    }

private:
    struct Response {
        double energy = 0, force = 0, curvature = 0;  // J, N, N/m
    };
    [[nodiscard]] double spring_energy(double depth) const { return 0.5 * stiffness * depth * depth; }
    [[nodiscard]] Response barrier(double depth) const
    {
        // Within the last `least_part` of the zone and beyond the end of the barrier, a parabola continues the energy.
        // The parabola pushes bodies apart that start so deep in each other.
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
