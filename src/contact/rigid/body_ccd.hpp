#pragma once
// Continuous collision detection of rigid bodies with obstacles and each other: how far they may move until the barrier
// of a pair (BodyResistance) is used up too far. A point meets a convex shape in the coordinates of that shape, in a
// straight line between the places where the shape sees it at both ends; the distance along it is convex, and Newton's
// method never steps past the surface (contact/shapes.hpp). Triangle meshes have detection of their own
// (contact/mesh_obstacle.hpp). Bodies move as a whole, so each is shortened as a whole.

#include "contact/rigid/body_shapes.hpp"

#include <span>
#include <vector>

namespace tulle {

class BodyCcd {
public:
    /// `shapes` outlive this.
    explicit BodyCcd(const BodyShapes& shapes) : shapes_(shapes) {}

    /// The part of the motion of all bodies, from 0 to 1, that is free where obstacles are at the end of the step.
    [[nodiscard]] double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to);
    /// Shortens the motion of each body by a part of its own, until all of it is free.
    void limit(std::span<const Vec3> from, std::span<Vec3> to);
    /// The same where a step begins at x [m]. Obstacles that move take bodies along.
    void enter_step(std::span<const Vec3> x, std::span<Vec3> to);

private:
    /// Which obstacles are looked at, and where they are when a motion begins.
    enum class Obstacles {
        at_end,        // all, where they are at the end of the step
        that_rest,     // those that do not move
        on_their_way,  // those that move, from their start to their end
    };
    void place(std::span<const Vec3> from, std::span<const Vec3> to);
    [[nodiscard]] bool looks_at(int obstacle, Obstacles which) const;
    /// Of the motion from_ to to_ of what `place` has seen last.
    [[nodiscard]] double beside_obstacle(std::size_t b, int obstacle, Obstacles which);
    [[nodiscard]] double between_bodies(std::size_t b, std::size_t other) const;
    /// The part of its motion on which a body is not flattened: beyond that it would be turned inside out, and what is
    /// on one side of it would come to be on the other.
    [[nodiscard]] double until_flat(std::size_t b) const;
    [[nodiscard]] double in_mesh(const MeshObstacle& mesh, const BodyResistance& resistance, double radius,
                                 const MovingPoint& way);
    /// Shortens each body until no pair that `which` names is blocked.
    void limit(std::span<const Vec3> from, std::span<Vec3> to, Obstacles which);
    void shorten(std::size_t b, double part, std::span<const Vec3> from, std::span<Vec3> to) const;

    const BodyShapes& shapes_;
    std::span<const Vec3> from_, to_;            // m, of all particles
    std::vector<BodyPose> pose_from_, pose_to_;  // scratch: per body
    std::vector<double> part_, next_part_;       // scratch: per body
    std::vector<Vec3> whole_;                    // m, scratch: ends of motion before it was shortened
    std::vector<int> faces_;                     // scratch
};

}  // namespace tulle
