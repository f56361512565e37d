#pragma once
// The vector types of Tulle's public interface: Eigen's fixed-size types under short names.
// Thread safety: threads may use the same constant object at the same time.

#include <Eigen/Core>

#include <array>

namespace tulle {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

/// The motion x -> rotation x + translation.
struct RigidPose {
    Mat3 rotation = Mat3::Identity();
    Vec3 translation = Vec3::Zero();  // m

    [[nodiscard]] Vec3 apply(const Vec3& x) const { return rotation * x + translation; }
    [[nodiscard]] Vec3 undo(const Vec3& x) const { return rotation.transpose() * (x - translation); }
};

/// Indices of a triangle's corners, counter-clockwise seen from its front.
using Face = std::array<int, 3>;

}  // namespace tulle
