#pragma once
// Where keyframes put a thing at a time.

#include <tulle/description.hpp>
#include <tulle/math.hpp>

namespace tulle {

/// x -> rotation x + translation
struct RigidPose {
    Mat3 rotation = Mat3::Identity();
    Vec3 translation = Vec3::Zero();  // m

    [[nodiscard]] Vec3 apply(const Vec3& x) const { return rotation * x + translation; }
    [[nodiscard]] Vec3 undo(const Vec3& x) const { return rotation.transpose() * (x - translation); }
};

/// Rotation by an angle in degrees about an axis of any length; exact for quarter turns about the axes.
[[nodiscard]] Mat3 rotation_about(const Vec3& axis, double angle);

[[nodiscard]] RigidPose pose_at(const RigidMotion& motion, double time);

}  // namespace tulle
