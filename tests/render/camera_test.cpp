#include "render/camera.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <vector>

namespace tulle {
namespace {

/// Where a point appears: 0..1 from the left and from the bottom.
Vec2 seen_at(const Camera& camera, double aspect, const Vec3& point)
{
    const CameraAxes axes = axes_of(camera.eye, camera.target);
    const Vec3 from_eye = point - camera.eye;
    const double scale = camera.focal_length / camera.sensor_width / from_eye.dot(axes.forward);
    return {0.5 + scale * from_eye.dot(axes.right), 0.5 + aspect * scale * from_eye.dot(axes.up)};
}

const std::vector<Vec3> points_to_see{{-1, -1, 0}, {1, -1, 0},      {1, 1, 0.1},
                                      {-1, 1, 0},  {0.3, 0.2, 1.4}, {5, -0.5, 0.5}};

class FramedFrom : public ::testing::TestWithParam<std::tuple<double, double, double>> {};

TEST_P(FramedFrom, AllIsInsideTheMarginsAndNoNearerCameraWouldDo)
{
    const auto [azimuth, elevation, aspect] = GetParam();
    const Margins margins{.left = 0.05, .right = 0.2, .bottom = 0.1, .top = 0.03};
    const Camera camera = frame_points(points_to_see, view_direction(azimuth, elevation), aspect, margins);
    double left = 1, right = 0, bottom = 1, top = 0;
    for (const Vec3& p : points_to_see) {
        const Vec2 at = seen_at(camera, aspect, p);
        left = std::min(left, at.x());
        right = std::max(right, at.x());
        bottom = std::min(bottom, at.y());
        top = std::max(top, at.y());
    }
    constexpr double rounding = 1e-9;
    EXPECT_GE(left, margins.left - rounding);
    EXPECT_LE(right, 1 - margins.right + rounding);
    EXPECT_GE(bottom, margins.bottom - rounding);
    EXPECT_LE(top, 1 - margins.top + rounding);
    const bool fills_width = left < margins.left + rounding && right > 1 - margins.right - rounding;
    const bool fills_height = bottom < margins.bottom + rounding && top > 1 - margins.top - rounding;
    EXPECT_TRUE(fills_width || fills_height);
    const Vec3 back = -axes_of(camera.eye, camera.target).forward;
    EXPECT_NEAR((back - view_direction(azimuth, elevation)).norm(), 0, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Views, FramedFrom,
                         ::testing::Combine(::testing::Values(0.0, 30.0, 200.0), ::testing::Values(0.0, 25.0, 90.0),
                                            ::testing::Values(0.5, 16.0 / 9)));

TEST(Camera, AxesAreRightHandedAndUpright)
{
    for (const Vec3& direction : {view_direction(30, 20), view_direction(-100, 85), view_direction(0, 90)}) {
        const CameraAxes axes = axes_of(direction, Vec3::Zero());
        EXPECT_NEAR((axes.right.cross(axes.up) + axes.forward).norm(), 0, 1e-12);
        EXPECT_NEAR(axes.right.z(), 0, 1e-12);
        EXPECT_GE(axes.up.z(), -1e-12);
    }
}

TEST(Camera, DirectionsAreAsDescribed)
{
    EXPECT_NEAR((view_direction(0, 0) - Vec3(0, -1, 0)).norm(), 0, 1e-12);
    EXPECT_NEAR((view_direction(90, 0) - Vec3(1, 0, 0)).norm(), 0, 1e-12);
    EXPECT_NEAR((view_direction(17, 90) - Vec3(0, 0, 1)).norm(), 0, 1e-12);
}

TEST(Camera, AFlatThingSeenEdgeOnAndASinglePointAreFramedToo)
{
    const std::vector<Vec3> point{{3, 4, 5}};
    const Camera camera = frame_points(point, view_direction(10, 10), 1.5);
    EXPECT_TRUE(camera.eye.allFinite());
    EXPECT_GT((camera.eye - point[0]).norm(), 0);
    EXPECT_NEAR(seen_at(camera, 1.5, point[0]).x(), 0.5, 0.06);
}

}  // namespace
}  // namespace tulle
