#include "geometry/segment_triangle.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

/// Returns a b - c d with the right sign and ten digits or more. Where the products cancel, Kahan's algorithm keeps the
/// digits that rounding drops. Opposite arguments give opposite signs, and the result is zero only if a b - c d is
/// zero. Two triangles therefore never both miss a segment at their common edge.
double difference_of_products(double a, double b, double c, double d)
{
    const double ab = a * b;
    const double cd = c * d;
    const double difference = ab - cd;
    if (std::abs(difference) > 1e-5 * (std::abs(ab) + std::abs(cd))) return difference;
    const double dropped = std::fma(-c, d, cd);  // cd - c d
    return std::fma(a, b, -cd) + dropped;
}

}  // namespace

SegmentProbe::SegmentProbe(const Vec3& from, const Vec3& to) : from_(from)
{
    const Vec3 displacement = to - from;
    Eigen::Index longest = 0;
    displacement.cwiseAbs().maxCoeff(&longest);
    axis_z_ = static_cast<int>(longest);
    axis_x_ = (axis_z_ + 1) % 3;
    axis_y_ = (axis_z_ + 2) % 3;
    length_z_ = displacement[axis_z_];
    if (length_z_ == 0) return;
    shear_x_ = displacement[axis_x_] / length_z_;
    shear_y_ = displacement[axis_y_] / length_z_;
}

/// Transforms a corner to the frame in which the segment runs along z from 0 to 1. The result is the same for all
/// triangles that share the corner.
Vec3 SegmentProbe::sheared(const Vec3& x) const
{
    const Vec3 d = x - from_;
    const double z = d[axis_z_];
    return {d[axis_x_] - shear_x_ * z, d[axis_y_] - shear_y_ * z, z / length_z_};
}

std::optional<SegmentCrossing> SegmentProbe::crossing(const Triangle& triangle) const
{
    if (length_z_ == 0) return std::nullopt;
    const Vec3 a = sheared(triangle[0]);
    const Vec3 b = sheared(triangle[1]);
    const Vec3 c = sheared(triangle[2]);
    const Vec3 areas(difference_of_products(c.x(), b.y(), c.y(), b.x()),
                     difference_of_products(a.x(), c.y(), a.y(), c.x()),
                     difference_of_products(b.x(), a.y(), b.y(), a.x()));
    if (areas.minCoeff() < 0 && areas.maxCoeff() > 0) return std::nullopt;
    const double sum = areas.sum();
    if (sum == 0) return std::nullopt;
    SegmentCrossing result;
    result.weights = areas / sum;
    // The weights have one sign, so that the time lies between those of the corners, whatever the rounding.
    result.time = result.weights.x() * a.z() + result.weights.y() * b.z() + result.weights.z() * c.z();
    if (!(result.time >= 0 && result.time <= 1)) return std::nullopt;
    return result;
}

}  // namespace tulle
