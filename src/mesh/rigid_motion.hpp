#pragma once
// Keyframe animation of rigid motion: the pose of an obstacle at a given time.

#include <tulle/description.hpp>
#include <tulle/math.hpp>

namespace tulle {

/// Rigid map x -> rotation x + translation.
struct RigidPose {
    Mat3 rotation = Mat3::Identity();
    Vec3 translation = Vec3::Zero();  // m

    [[nodiscard]] Vec3 apply(const Vec3& x) const { return rotation * x + translation; }
    [[nodiscard]] Vec3 undo(const Vec3& x) const { return rotation.transpose() * (x - translation); }
};

/// Returns the rotation by an angle in degrees about an axis of any length; exact for quarter turns about the axes.
[[nodiscard]] Mat3 rotation_about(const Vec3& axis, double angle);

/// Returns the pose at a time [s]: before the first keyframe the first, after the last keyframe the last.
[[nodiscard]] RigidPose pose_at(const RigidMotion& motion, double time);

}  // namespace tulle
