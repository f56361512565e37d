#include "mesh/rigid_motion.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace tulle {
namespace {

struct CosSin {
    double cos, sin;
};

/// Cosine and sine of an angle in degrees. They are exact for quarter turns, which most placements use; pi itself has
/// no exact double.
CosSin cos_sin(double angle)
{
    const double turn = std::remainder(angle, 360.0);  // exact
    if (turn == 0) return {.cos = 1, .sin = 0};
    if (turn == 90) return {.cos = 0, .sin = 1};
    if (turn == -90) return {.cos = 0, .sin = -1};
    if (std::abs(turn) == 180) return {.cos = -1, .sin = 0};
    const double radians = turn * (std::numbers::pi / 180.0);
    return {.cos = std::cos(radians), .sin = std::sin(radians)};
}

/// Velocity at a keyframe: the slope between its neighbours (Catmull-Rom), zero at both ends.
Keyframe slope_at(const std::vector<Keyframe>& frames, std::size_t k)
{
    Keyframe slope;
    if (k == 0 || k + 1 == frames.size()) return slope;
    const Keyframe& before = frames[k - 1];
    const Keyframe& after = frames[k + 1];
    const double span = after.time - before.time;
    slope.translation = (after.translation - before.translation) / span;
    slope.angle = (after.angle - before.angle) / span;
    return slope;
}

/// Interpolates between keyframes k and k + 1: linearly, or with a cubic Hermite spline.
Keyframe between(const RigidMotion& motion, std::size_t k, double time)
{
    const Keyframe& a = motion.keyframes[k];
    const Keyframe& b = motion.keyframes[k + 1];
    const double span = b.time - a.time;
    const double s = (time - a.time) / span;
    Keyframe now = a;
    if (motion.interpolation == Interpolation::linear) {
        now.translation += s * (b.translation - a.translation);
        now.angle += s * (b.angle - a.angle);
        return now;
    }
    const Keyframe from = slope_at(motion.keyframes, k);
    const Keyframe to = slope_at(motion.keyframes, k + 1);
    const double rise = s * s * (3 - 2 * s);
    const double leave = s * (1 - s) * (1 - s) * span;
    const double arrive = -s * s * (1 - s) * span;
    now.translation += rise * (b.translation - a.translation) + leave * from.translation + arrive * to.translation;
    now.angle += rise * (b.angle - a.angle) + leave * from.angle + arrive * to.angle;
    return now;
}

}  // namespace

/// Rodrigues' formula: R = c I + (1 - c) u u^T + s [u]x, with u the unit axis.
Mat3 rotation_about(const Vec3& axis, double angle)
{
    const auto [c, s] = cos_sin(angle);
    if (c == 1) return Mat3::Identity();
    const Vec3 u = axis.normalized();
    Mat3 cross;
    cross << 0, -u.z(), u.y(), u.z(), 0, -u.x(), -u.y(), u.x(), 0;
    return c * Mat3::Identity() + (1 - c) * u * u.transpose() + s * cross;
}

RigidPose pose_at(const RigidMotion& motion, double time)
{
    const auto& frames = motion.keyframes;
    if (frames.empty()) return {};
    const auto after = std::upper_bound(frames.begin(), frames.end(), time,
                                        [](double t, const Keyframe& frame) { return t < frame.time; });
    Keyframe now = after == frames.begin() ? frames.front() : frames.back();
    if (after != frames.begin() && after != frames.end())
        now = between(motion, static_cast<std::size_t>(after - frames.begin()) - 1, time);
    RigidPose pose;
    pose.rotation = rotation_about(motion.axis, now.angle);
    pose.translation = motion.pivot - pose.rotation * motion.pivot + now.translation;
    return pose;
}

RigidPose PoseDrive::at(double time) const
{
    if (time <= start) return from;
    if (time >= end) return to;
    const double part = (time - start) / (end - start);
    const Eigen::Quaterniond first(from.rotation), last(to.rotation);
    const Mat3 rotation = first.slerp(part, last).toRotationMatrix();
    const Vec3 place = from.apply(pivot) + part * (to.apply(pivot) - from.apply(pivot));
    return {rotation, place - rotation * pivot};
}

}  // namespace tulle
