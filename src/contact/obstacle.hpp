#pragma once
// What cloth may not enter: a shape, how it feels, and where it is during a step.
//
// Everything about contact is done in coordinates that move with the obstacle. There a particle goes from where the
// obstacle sees it at the start of the step to where it sees it at the end, in a straight line; so a turning body needs
// no other search than a still one, and nothing passes between the two places without being seen.

#include "contact/mesh_obstacle.hpp"
#include "contact/shapes.hpp"
#include "mesh/rigid_motion.hpp"

#include <tulle/description.hpp>

#include <memory>
#include <optional>
#include <variant>

namespace tulle {

/// Directions of shapes are unit vectors.
using ConvexShape = std::variant<PlaneShape, BoxShape, SphereShape, CylinderShape, CapsuleShape>;

struct Obstacle {
    std::variant<ConvexShape, std::shared_ptr<MeshObstacle>> shape;
    double friction = 0;
    double thickness = 0;  // m
    RigidMotion motion{};
    double restitution = 0;
    /// What spans of cloth meet: the mesh itself, or the edges and corners of a solid that has sharp ones; null for
    /// what is smooth, or is to touch particles only.
    std::shared_ptr<MeshObstacle> edges{};
    std::optional<PoseDrive> drive{};  // set at run time, instead of the motion

    /// Where the obstacle is at a time [s], relative to where the scene puts it; none for one that always stands there.
    [[nodiscard]] std::optional<RigidPose> pose(double time) const
    {
        if (drive) return drive->at(time);
        if (!motion.keyframes.empty()) return pose_at(motion, time);
        return std::nullopt;
    }
    [[nodiscard]] const ConvexShape* convex() const { return std::get_if<ConvexShape>(&shape); }
    [[nodiscard]] MeshObstacle* mesh() const
    {
        const auto* held = std::get_if<std::shared_ptr<MeshObstacle>>(&shape);
        return held == nullptr ? nullptr : held->get();
    }
    /// The triangles that barriers act between: of a mesh, or of a solid whose edges are to be held; null for what
    /// is smooth.
    [[nodiscard]] MeshObstacle* surface() const { return edges != nullptr ? edges.get() : mesh(); }
};

/// Where a moving obstacle is at the start and at the end of a step.
class ObstaclePath {
public:
    void set(const RigidPose& start, const RigidPose& end)
    {
        moves_ = true;
        start_ = start;
        end_ = end;
    }

    [[nodiscard]] bool moves() const { return moves_; }
    [[nodiscard]] Vec3 seen_at_start(const Vec3& x) const { return moves_ ? start_.undo(x) : x; }
    [[nodiscard]] Vec3 seen_at_end(const Vec3& x) const { return moves_ ? end_.undo(x) : x; }
    [[nodiscard]] Vec3 placed_at_start(const Vec3& seen) const { return moves_ ? start_.apply(seen) : seen; }
    [[nodiscard]] Vec3 placed_at_end(const Vec3& seen) const { return moves_ ? end_.apply(seen) : seen; }
    [[nodiscard]] Vec3 turned_at_start(const Vec3& seen) const { return moves_ ? Vec3(start_.rotation * seen) : seen; }
    [[nodiscard]] Vec3 turned_at_end(const Vec3& seen) const { return moves_ ? Vec3(end_.rotation * seen) : seen; }
    /// A direction of the world at the start of the step, turned with the obstacle to its end.
    [[nodiscard]] Vec3 turned_along(const Vec3& direction) const
    {
        return moves_ ? Vec3(end_.rotation * (start_.rotation.transpose() * direction)) : direction;
    }

private:
    bool moves_ = false;  // spares those that stand still the work, and the rounding
    RigidPose start_, end_;
};

}  // namespace tulle
