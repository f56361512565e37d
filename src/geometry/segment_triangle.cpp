#include "geometry/segment_triangle.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

/// a b - c d with its sign, and ten digits or more: where the products cancel, Kahan's way keeps what rounding drops.
/// Opposite arguments give opposite signs, and zero only if it is zero; so two triangles never both deny a common edge.
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
    const Vec3 way = to - from;
    Eigen::Index longest = 0;
    way.cwiseAbs().maxCoeff(&longest);
    axis_z_ = static_cast<int>(longest);
    axis_x_ = (axis_z_ + 1) % 3;
    axis_y_ = (axis_z_ + 2) % 3;
    length_z_ = way[axis_z_];
    if (length_z_ == 0) return;
    shear_x_ = way[axis_x_] / length_z_;
    shear_y_ = way[axis_y_] / length_z_;
}

/// In the frame where the segment runs along z from 0 to 1. A corner comes out the same for all triangles that share
/// it.
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
    // The weights are of one sign, so this lies between the corners' depths, whatever was rounded.
    result.time = result.weights.x() * a.z() + result.weights.y() * b.z() + result.weights.z() * c.z();
    if (!(result.time >= 0 && result.time <= 1)) return std::nullopt;
    return result;
}

}  // namespace tulle
