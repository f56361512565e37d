#include "mesh/placed_mesh.hpp"

#include "core/assert.hpp"

#include <cmath>
#include <numbers>

namespace tulle {
namespace {

struct CosSin {
    double cos, sin;
};

/// Of an angle in degrees; exact for quarter turns, where most placements are and pi is not.
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

/// Rodrigues' formula: R = c I + (1 - c) u u^T + s [u]x, with u the unit axis.
Mat3 rotation(const Vec3& axis, double angle)
{
    const auto [c, s] = cos_sin(angle);
    if (c == 1) return Mat3::Identity();
    const Vec3 u = axis.normalized();
    Mat3 cross;
    cross << 0, -u.z(), u.y(), u.z(), 0, -u.x(), -u.y(), u.x(), 0;
    return c * Mat3::Identity() + (1 - c) * u * u.transpose() + s * cross;
}

}  // namespace

TriangleMesh placed_mesh(const MeshDescription& description)
{
    const Placement& placement = description.placement;
    TULLE_ASSERT(placement.scale > 0, placement.scale);
    TULLE_ASSERT(placement.angle == 0 || placement.axis.norm() > 0, placement.axis.transpose());
    TriangleMesh mesh = description.mesh;
    const Mat3 rotate = rotation(placement.axis, placement.angle);
    for (Vec3& x : mesh.positions) x = rotate * (placement.scale * x) + placement.translation;
    return mesh;
}

}  // namespace tulle
