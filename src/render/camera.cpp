#include "render/camera.hpp"

#include "core/assert.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tulle {
namespace {

/// Extent of the view along one axis of the picture: from `low` to `high`, as tangents of the angle to the view axis.
struct Opening {
    double low = 0, high = 0;
};

/// Feasible positions of the eye along one axis of the picture (x) and along the view axis (z). A point at (x, z) is
/// inside the view if low (z - eye_z) <= x - eye_x <= high (z - eye_z).
struct Reach {
    Opening opening;
    double push_high = -std::numeric_limits<double>::infinity();  // max of x - high z
    double push_low = -std::numeric_limits<double>::infinity();   // max of low z - x

    void add(double x, double z)
    {
        push_high = std::max(push_high, x - opening.high * z);
        push_low = std::max(push_low, opening.low * z - x);
    }
    /// Returns the largest eye_z for which all points are inside both sides.
    [[nodiscard]] double foremost() const { return -(push_high + push_low) / (opening.high - opening.low); }
    /// Returns the middle of the feasible interval of eye_x at the given eye_z.
    [[nodiscard]] double centered(double eye_z) const
    {
        return 0.5 * ((push_high + opening.high * eye_z) + (opening.low * eye_z - push_low));
    }
};

}  // namespace

CameraAxes axes_of(const Vec3& eye, const Vec3& target)
{
    const Vec3 forward = (target - eye).normalized();
    const Vec3 hint = std::abs(forward.z()) < 0.9999 ? Vec3::UnitZ() : Vec3::UnitY();
    const Vec3 right = forward.cross(hint).normalized();
    return {right, right.cross(forward), forward};
}

Vec3 view_direction(double azimuth, double elevation)
{
    const double a = azimuth * std::numbers::pi / 180;
    const double e = elevation * std::numbers::pi / 180;
    return {std::sin(a) * std::cos(e), -std::cos(a) * std::cos(e), std::sin(e)};
}

Camera frame_points(std::span<const Vec3> points, const Vec3& direction, double aspect, const Margins& margins)
{
    TULLE_ASSERT(!points.empty() && aspect > 0, points.size(), aspect);
    Camera camera;
    const double width = camera.sensor_width / camera.focal_length;  // picture width at distance 1
    const double height = width / aspect;
    const CameraAxes axes = axes_of(direction, Vec3::Zero());
    Reach across{{width * (margins.left - 0.5), width * (0.5 - margins.right)}};
    Reach upright{{height * (margins.bottom - 0.5), height * (0.5 - margins.top)}};
    Eigen::AlignedBox3d bounds;
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec3& p : points) {
        const double z = p.dot(axes.forward);
        across.add(p.dot(axes.right), z);
        upright.add(p.dot(axes.up), z);
        nearest = std::min(nearest, z);
        bounds.extend(p);
    }
    // Keep a minimum distance to the nearest point: for a single point, every distance is feasible.
    const double clearance = std::max(0.05 * bounds.diagonal().norm(), 1e-3);
    const double z = std::min({across.foremost(), upright.foremost(), nearest - clearance});
    camera.eye = across.centered(z) * axes.right + upright.centered(z) * axes.up + z * axes.forward;
    camera.target = camera.eye + (bounds.center() - camera.eye).dot(axes.forward) * axes.forward;
    return camera;
}

}  // namespace tulle
