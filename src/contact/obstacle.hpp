#pragma once
// Obstacles: a shape that cloth may not enter, its friction, thickness and restitution, and its motion during a step.
//
// Contact is computed in coordinates that move with the obstacle. In the coordinates of the obstacle ("seen"), a
// particle moves in a straight line from its place at the start of the step to its place at the end. A turning obstacle
// therefore needs the same collision detection as an obstacle at rest, and no particle passes through an obstacle
// undetected during a step.

#include "contact/mesh_obstacle.hpp"
#include "contact/shapes.hpp"
#include "mesh/rigid_motion.hpp"

#include <tulle/description.hpp>

#include <memory>
#include <optional>
#include <variant>

namespace tulle {

/// A convex solid. The normal of a plane and the axes of cylinders and capsules are unit vectors.
using ConvexShape = std::variant<PlaneShape, BoxShape, SphereShape, CylinderShape, CapsuleShape>;

struct Obstacle {
    std::variant<ConvexShape, std::shared_ptr<MeshObstacle>> shape;
    double friction = 0;
    double thickness = 0;  // m
    RigidMotion motion{};
    double restitution = 0;
    /// The mesh for feature contacts with edges and faces of cloth: the obstacle's own mesh, or the mesh of a solid
    /// with sharp edges. Null for smooth obstacles, and for obstacles that have contacts with particles only.
    std::shared_ptr<MeshObstacle> edges{};
    std::optional<PoseDrive> drive{};           // set at run time; replaces `motion` from its start on
    std::optional<PoseDrive> previous_drive{};  // replaced by `drive`; the last step may have used it

    /// Returns the pose at a time [s], relative to the place in the scene; none for an obstacle that never moves.
    [[nodiscard]] std::optional<RigidPose> pose(double time) const
    {
        if (drive && time >= drive->start) return drive->at(time);
        if (previous_drive) return previous_drive->at(time);
        if (!motion.keyframes.empty()) return pose_at(motion, time);
        return drive ? std::optional(drive->from) : std::nullopt;
    }
    void follow(const PoseDrive& next)
    {
        if (drive && drive->start < next.start) previous_drive = drive;
        drive = next;
    }
    [[nodiscard]] const ConvexShape* convex() const { return std::get_if<ConvexShape>(&shape); }
    [[nodiscard]] MeshObstacle* mesh() const
    {
        const auto* held = std::get_if<std::shared_ptr<MeshObstacle>>(&shape);
        return held == nullptr ? nullptr : held->get();
    }
    /// Returns the triangles on which barriers act: those of a mesh, or of a solid with feature contacts (`edges`). The
    /// result is null for smooth obstacles.
    [[nodiscard]] MeshObstacle* surface() const { return edges != nullptr ? edges.get() : mesh(); }
};

/// The motion of an obstacle in a step: its pose at the start and at the end. "seen" means the coordinates that move
/// with the obstacle; "placed" and "turned" convert from the coordinates of the obstacle to those of the world.
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
    /// Turns a direction of the world with the obstacle, from the start of the step to its end.
    [[nodiscard]] Vec3 turned_along(const Vec3& direction) const
    {
        return moves_ ? Vec3(end_.rotation * (start_.rotation.transpose() * direction)) : direction;
    }

private:
    bool moves_ = false;  // if false, no transformation is made, which saves time and rounding errors
    RigidPose start_, end_;
};

}  // namespace tulle
