#pragma once
// Continuous collision detection (CCD) of rigid bodies with obstacles and with each other: how far bodies may move
// before too much of the barrier of a pair (BodyResistance) is used up. A point is tested against a convex shape in the
// coordinates of the shape. In these coordinates the point moves in a straight line from its place at the start to its
// place at the end. The distance along the line is convex, so Newton's method never steps past the surface
// (contact/shapes.hpp). Triangle meshes have their own collision detection (contact/mesh_obstacle.hpp). A body moves as
// a whole, so its motion is shortened as a whole.

#include "contact/rigid/body_shapes.hpp"

#include <span>
#include <vector>

namespace tulle {

class BodyCcd {
public:
    /// `shapes` must outlive this object.
    explicit BodyCcd(const BodyShapes& shapes) : shapes_(shapes) {}

    /// Returns the collision-free part, in [0, 1], of the motion of all bodies. Obstacles are at their places at the
    /// end of the step.
    [[nodiscard]] double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to);
    /// Shortens the motion of each body by a part of its own, until all motions are collision-free.
    void limit(std::span<const Vec3> from, std::span<Vec3> to);
    /// Shortens the motions of bodies at the start of a step at x [m]. Moving obstacles carry bodies along.
    void enter_step(std::span<const Vec3> x, std::span<Vec3> to);

private:
    /// The obstacles that are tested, and where they are when a motion begins.
    enum class Obstacles {
        at_end,     // all obstacles, at their places at the end of the step
        that_rest,  // obstacles at rest
        moving,     // moving obstacles, from their start to their end
    };
    void place(std::span<const Vec3> from, std::span<const Vec3> to);
    [[nodiscard]] bool looks_at(int obstacle, Obstacles which) const;
    /// Returns the collision-free part of the motion that `place` has set last, beside one obstacle.
    [[nodiscard]] double beside_obstacle(std::size_t b, int obstacle, Obstacles which);
    [[nodiscard]] double between_bodies(std::size_t b, std::size_t other) const;
    /// Returns the part of the motion of a body before it becomes too flat. Beyond the flat state the body would be
    /// turned inside out, and anything on one side of it would then be on the other side.
    [[nodiscard]] double until_flat(std::size_t b) const;
    [[nodiscard]] double in_mesh(const MeshObstacle& mesh, const BodyResistance& resistance, double radius,
                                 const MovingPoint& motion);
    /// Shortens the motion of each body until no pair is blocked. `which` selects the obstacles.
    void limit(std::span<const Vec3> from, std::span<Vec3> to, Obstacles which);
    void shorten(std::size_t b, double part, std::span<const Vec3> from, std::span<Vec3> to) const;

    const BodyShapes& shapes_;
    std::span<const Vec3> from_, to_;            // m, of all particles
    std::vector<BodyPose> pose_from_, pose_to_;  // scratch: per body
    std::vector<double> part_, next_part_;       // scratch: per body
    std::vector<Vec3> whole_;                    // m, scratch: ends of the motion before shortening
    std::vector<int> faces_;                     // scratch
};

}  // namespace tulle
