#pragma once
// Watertight segment-triangle intersection, for both sides of triangles: a segment that crosses a surface between two
// triangles meets at least one of them ([WoopBenthinWald2013], in double precision).

#include "geometry/aabb.hpp"

#include <tulle/math.hpp>

#include <optional>

namespace tulle {

struct SegmentCrossing {
    double time = 0;              // in [0, 1] along the segment
    Vec3 weights = Vec3::Zero();  // of the corners; not negative, their sum is one
};

/// Test of one segment against triangles. Triangles that contain the direction of the segment, and triangles without
/// area, are not met: a distance query tells more about them. A segment without length meets nothing.
class SegmentProbe {
public:
    SegmentProbe(const Vec3& from, const Vec3& to);

    [[nodiscard]] std::optional<SegmentCrossing> crossing(const Triangle& triangle) const;

private:
    [[nodiscard]] Vec3 sheared(const Vec3& x) const;

    Vec3 from_;
    int axis_x_ = 0, axis_y_ = 1, axis_z_ = 2;  // z: the longest component of the direction
    double shear_x_ = 0, shear_y_ = 0;
    double length_z_ = 0;  // m, signed
};

}  // namespace tulle
