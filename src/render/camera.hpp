#pragma once
// Camera with a sensor and a thin lens, and automatic framing of points.

#include <tulle/math.hpp>

#include <span>

namespace tulle {

struct Camera {
    Vec3 eye{0, -3, 1};          // m
    Vec3 target = Vec3::Zero();  // m; with a lens this is in focus
    double focal_length = 50;    // mm
    double sensor_width = 36;    // mm; the height follows from the picture's shape
    double f_number = 0;         // of the lens; 0 is a pinhole, with everything in focus
};

/// Axes of the camera: unit vectors to the right, upward and forward. Z is up unless the camera looks along Z; then +Y
/// is up.
struct CameraAxes {
    Vec3 right, up, forward;
};
[[nodiscard]] CameraAxes axes_of(const Vec3& eye, const Vec3& target);

/// Returns the unit vector from the scene to the camera. Azimuth 0 is a camera at -Y, azimuth 90 a camera at +X
/// [degrees]. Elevation is the angle above the floor [degrees].
[[nodiscard]] Vec3 view_direction(double azimuth, double elevation);

/// Empty margins of the picture, as shares of its width or height.
struct Margins {
    double left = 0.06, right = 0.06, bottom = 0.06, top = 0.06;
};

/// Returns the nearest camera in `direction` (unit, from the scene to the camera) with all points inside the margins of
/// a picture with `aspect` = width / height. The result is exact: every side of the view frustum is a plane, and each
/// point is a linear condition on the position of the camera.
[[nodiscard]] Camera frame_points(std::span<const Vec3> points, const Vec3& direction, double aspect,
                                  const Margins& margins = {});

}  // namespace tulle
