#pragma once
// The limits that a barrier sets to motion. A barrier is a potential that grows beyond bounds before surfaces meet, but
// a step could jump across it. So each step of the nonlinear solver is bounded before it is taken, by continuous
// collision detection (CCD); with that the line search stays feasible (docs/theory/self-contact.md).

#include <tulle/math.hpp>
#include <tulle/report.hpp>

#include <span>
#include <vector>

namespace tulle {

class Barrier {
public:
    virtual ~Barrier() = default;

    /// Whether there is anything to keep apart.
    [[nodiscard]] virtual bool has_barrier() const { return true; }
    /// Whether the barrier bounds the motion of particles relative to each other. Then to shorten the motion of one
    /// particle alone may lead into a collision.
    [[nodiscard]] virtual bool bounds_relative_motion() const { return false; }

    /// The largest step length in [0, 1] along the straight motion of all particles between two places that stays free
    /// of collisions, and away from the middle of the barrier. `from` must be free of them.
    [[nodiscard]] virtual double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to) = 0;
    /// Bounds the motion of each particle by itself: shortens to = from + s (to - from), with an s per particle, until
    /// the motion is free of collisions.
    virtual void limit_motion(std::span<const Vec3> from, std::span<Vec3> to) = 0;
    /// Starts a step at x [m], from where obstacles move to where they are at its end. `to` [m] is the first guess of
    /// the end; it is moved to where neither particles nor moving obstacles have passed each other.
    virtual void enter_step(std::span<const Vec3> x, std::span<Vec3> to) = 0;

    /// Adds the contacts at x [m], with shares on all particles, vertices of obstacles included.
    virtual void list_contacts(std::span<const Vec3> /*x*/, std::vector<ContactPoint>& /*contacts*/) {}
};

}  // namespace tulle
