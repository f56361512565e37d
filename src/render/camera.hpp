#pragma once
// A camera with a sensor and a lens, and how it finds its place by itself.

#include <tulle/math.hpp>

#include <span>

namespace tulle {

struct Camera {
    Vec3 eye{0, -3, 1};          // m
    Vec3 target = Vec3::Zero();  // m; with a lens this is in focus
    double focal_length = 50;    // mm
    double sensor_width = 36;    // mm; the height follows from the picture's shape
    double f_number = 0;         // of the lens; 0 is a pinhole, everything sharp
};

/// The directions of a camera's picture: unit vectors to its right, upward and forward. Z is up unless the camera
/// looks along it; then up is +Y.
struct CameraAxes {
    Vec3 right, up, forward;
};
[[nodiscard]] CameraAxes axes_of(const Vec3& eye, const Vec3& target);

/// Unit vector from the scene to a camera. Azimuth 0 looks from -Y, 90 from +X [degrees]; elevation is above the floor.
[[nodiscard]] Vec3 view_direction(double azimuth, double elevation);

/// Free space to keep, as shares of the picture's width or height.
struct Margins {
    double left = 0.06, right = 0.06, bottom = 0.06, top = 0.06;
};

/// The camera in `direction` (unit, from the scene to the camera) that is nearest while all points are inside the
/// margins of a picture with `aspect` = width / height. Exact: every side of the view is a plane that the points push.
[[nodiscard]] Camera frame_points(std::span<const Vec3> points, const Vec3& direction, double aspect,
                                  const Margins& margins = {});

}  // namespace tulle
