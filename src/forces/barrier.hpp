#pragma once
// Interface of barriers: limits of motion by continuous collision detection (CCD). A barrier is a potential that grows
// without bound before surfaces meet, but a step could jump across it. CCD therefore bounds each step of the nonlinear
// solver before the step is taken, so that the line search stays feasible (docs/theory/self-contact.md).

#include <tulle/math.hpp>
#include <tulle/report.hpp>

#include <span>
#include <vector>

namespace tulle {

class Barrier {
public:
    virtual ~Barrier() = default;

    /// Whether the barrier has any surfaces to keep apart.
    [[nodiscard]] virtual bool has_barrier() const { return true; }
    /// Whether the barrier bounds the motion of particles relative to each other. If it bounds relative motion,
    /// shortening the motion of a single particle may cause a collision.
    [[nodiscard]] virtual bool bounds_relative_motion() const { return false; }

    /// Returns the largest collision-free step length in [0, 1] along the straight motion of all particles from `from`
    /// to `to` [m]. A motion of this length also leaves a part of every gap. `from` must be free of collisions.
    [[nodiscard]] virtual double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to) = 0;
    /// Bounds the motion of each particle separately: replaces `to` by from + s (to - from), with an s per particle, so
    /// that the motion is free of collisions.
    virtual void limit_motion(std::span<const Vec3> from, std::span<Vec3> to) = 0;
    /// Starts a step at x [m], in which obstacles move to their places at the end of the step. `to` [m] is the first
    /// guess of the end positions. `to` is corrected so that particles and moving obstacles do not pass each other.
    virtual void enter_step(std::span<const Vec3> x, std::span<Vec3> to) = 0;

    /// Adds the contacts at x [m] to the list, with shares on all particles, vertices of obstacles included.
    virtual void list_contacts(std::span<const Vec3> /*x*/, std::vector<ContactPoint>& /*contacts*/) {}
};

}  // namespace tulle
