#pragma once
// Keyframe animation of rigid motion: the pose of an obstacle at a given time.

#include <tulle/description.hpp>
#include <tulle/math.hpp>

namespace tulle {

/// Returns the rotation by an angle in degrees about an axis of any length; exact for quarter turns about the axes.
[[nodiscard]] Mat3 rotation_about(const Vec3& axis, double angle);

/// Returns the pose at a time [s]: before the first keyframe the first, after the last keyframe the last.
[[nodiscard]] RigidPose pose_at(const RigidMotion& motion, double time);

/// A motion set at run time: the pose changes evenly from one pose to another, from one time [s] to another. The pose
/// is constant before and after the motion.
struct PoseDrive {
    RigidPose from, to;
    double start = 0, end = 0;  // s
    Vec3 pivot = Vec3::Zero();  // m, point of the obstacle, where the scene puts it, that moves straight

    /// Returns the pose at a time [s]. Between the two poses the rotation turns evenly about one axis.
    [[nodiscard]] RigidPose at(double time) const;
};

}  // namespace tulle
