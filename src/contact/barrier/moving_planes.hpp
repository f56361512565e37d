#pragma once
// Limits of motion, particle by particle, that keep pairs apart: a plane for each pair, which moves.
//
// With n the unit vector between the closest points of a pair, d their distance and q_k = n.(to_k - from_k) the motion
// of its corners along n, the gap along n at the end is min over one side minus max over the other of n.from_k + q_k.
// It is concave in time, so where it is positive at both ends the two have not met in between. Where less would be left
// of it than a part of d, both sides are shortened in proportion to how far they have come nearer. Both may move on
// together as far as they like: the plane moves with them.
//
// Shortening one particle can bring it into the way of another, so all planes are looked at again until none fails.
// From some pass on planes stand still, which ends it: motion that respects a still plane does so when it is shortened.
// A rigid body moves as a whole: what is taken from one of its vertices is taken from all.

#include "contact/barrier/contact_surface.hpp"
#include "contact/barrier/pair_bounds.hpp"
#include "core/reduce.hpp"

#include <span>
#include <vector>

namespace tulle {

class MovingPlanes {
public:
    /// Shortens motions that bring one of the pairs nearer than `least_distance_left` of its distance and its contact
    /// distance. Returns the longest way [m] that it has taken from a particle.
    double limit(std::span<const SurfacePair> pairs, const ContactSurface& surface, std::span<const Vec3> from,
                 std::span<Vec3> to);

private:
    struct Plane {
        std::array<int, 4> particles;
        int first_side;                // corners of the first thing
        double room;                   // m, that the two may use up
        std::array<double, 4> behind;  // m, of corners: how far they lie behind the closest point, seen from the other
        std::array<double, 4> motion;  // m, along n
    };
    [[nodiscard]] bool make_plane(const SurfacePair& pair, const ContactSurface& surface, std::span<const Vec3> from,
                                  std::span<const Vec3> to, Plane& plane) const;
    /// Whether the plane fails; what is left to its corners then goes to next_part_.
    bool shorten(const Plane& plane, bool stands_still);

    RoundedMotion motion_;                    // scratch
    std::vector<std::vector<Plane>> planes_;  // per block of pairs
    std::vector<double> part_, next_part_;    // per particle
    BlockReducer<double> longest_;
};

}  // namespace tulle
