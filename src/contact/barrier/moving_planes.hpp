#pragma once
// Limits of motion that keep pairs apart, particle by particle: each pair has a separating plane that moves with the
// pair.
//
// Let n be the unit vector between the closest points of a pair, d their distance, and q_k = n.(to_k - from_k) the
// motion of corner k along n. The gap along n at the end is the minimum of n.from_k + q_k over one side minus the
// maximum of n.from_k + q_k over the other side. The gap is concave in time: if the gap is positive at the start and at
// the end, the two parts have not met in between. If a motion would leave a gap of less than a given part of d, the
// motions of both sides are shortened, in proportion to how far each side approaches the other. Motion that both sides
// share is not limited, because the plane moves with both sides.
//
// Shortening one particle can bring it into the path of another. All planes are therefore checked again until no motion
// violates a plane. After some passes the planes stand still, which ends the loop: a motion that respects a plane at
// rest still respects this plane when the motion is shortened. A rigid body moves as a whole: all its vertices are
// shortened alike.

#include "contact/barrier/contact_surface.hpp"
#include "contact/barrier/pair_bounds.hpp"
#include "core/reduce.hpp"

#include <span>
#include <vector>

namespace tulle {

class MovingPlanes {
public:
    /// Shortens motions that would bring a pair nearer than `least_distance_left` of its distance and its contact
    /// distance. Returns the largest length [m] by which the motion of a particle was shortened.
    double limit(std::span<const SurfacePair> pairs, const ContactSurface& surface, std::span<const Vec3> from,
                 std::span<Vec3> to);

private:
    struct Plane {
        std::array<int, 4> particles;
        int first_side;                // number of corners of the first part
        double room;                   // m, by which the two parts may come nearer
        std::array<double, 4> behind;  // m, per corner: distance behind the closest point of its side
        std::array<double, 4> motion;  // m, per corner: its motion along n
    };
    [[nodiscard]] bool make_plane(const SurfacePair& pair, const ContactSurface& surface, std::span<const Vec3> from,
                                  std::span<const Vec3> to, Plane& plane) const;
    /// Returns whether the motion violates the plane. If so, lowers next_part_ of the corners of the pair.
    bool shorten(const Plane& plane, bool stands_still);

    RoundedMotion motion_;                    // scratch
    std::vector<std::vector<Plane>> planes_;  // per block of pairs
    std::vector<double> part_, next_part_;    // per particle
    BlockReducer<double> longest_;
};

}  // namespace tulle
