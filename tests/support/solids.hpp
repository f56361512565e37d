#pragma once
// Solids for tests of contact, each with its surface as a cloud of points.

#include "contact/shapes.hpp"

#include <cmath>
#include <numbers>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

namespace tulle::testing {

using Shape = std::variant<PlaneShape, BoxShape, SphereShape, CylinderShape, CapsuleShape>;

struct NamedShape {
    std::string name;
    Shape shape;

    friend std::ostream& operator<<(std::ostream& out, const NamedShape& named) { return out << named.name; }
};

/// Of the size of a metre, or thin. Directions are unit vectors, as the library keeps them.
[[nodiscard]] inline std::vector<NamedShape> sample_shapes()
{
    const Vec3 oblique = Vec3(1, -2, 2) / 3;
    return {{"plane", PlaneShape{.point = {0.1, 0.2, -0.3}, .normal = oblique}},
            {"sphere", SphereShape{.center = {0.1, -0.2, 0.3}, .radius = 0.8}},
            {"small_sphere", SphereShape{.center = {0.1, -0.2, 0.3}, .radius = 0.05}},
            {"box", BoxShape{.center = {0.2, 0.1, -0.1}, .size = {0.9, 1.4, 0.5}}},
            {"thin_box", BoxShape{.center = {0.2, 0.1, -0.1}, .size = {1.5, 1.4, 0.01}}},
            {"cylinder", CylinderShape{.center = {-0.1, 0.1, 0.2}, .axis = oblique, .radius = 0.5, .height = 1.2}},
            {"disc", CylinderShape{.center = {-0.1, 0.1, 0.2}, .axis = oblique, .radius = 0.9, .height = 0.02}},
            {"rod", CylinderShape{.center = {-0.1, 0.1, 0.2}, .axis = oblique, .radius = 0.02, .height = 2.0}},
            {"capsule", CapsuleShape{.center = {-0.1, 0.1, 0.2}, .axis = oblique, .radius = 0.3, .height = 0.8}}};
}

[[nodiscard]] inline SurfacePoint nearest(const Shape& shape, const Vec3& x)
{
    return std::visit([&](const auto& s) { return nearest_surface(s, x); }, shape);
}

[[nodiscard]] inline Impact impact(const Shape& shape, double thickness, const Vec3& from, const Vec3& to)
{
    return std::visit([&](const auto& s) { return first_impact(s, thickness, from, to); }, shape);
}

/// Points no further apart than `spacing` [m] from any point of the surface.
struct SurfaceSampler {
    double spacing;

    /// Numbers from low to high, not further apart than the spacing.
    [[nodiscard]] std::vector<double> steps(double low, double high) const
    {
        const int count = static_cast<int>(std::ceil((high - low) / spacing)) + 1;
        std::vector<double> all(static_cast<std::size_t>(count) + 1);
        for (int k = 0; k <= count; ++k) all[static_cast<std::size_t>(k)] = low + (high - low) * k / count;
        return all;
    }

    [[nodiscard]] std::vector<Vec3> operator()(const SphereShape& sphere) const
    {
        std::vector<Vec3> points;
        for (const double latitude : steps(0, std::numbers::pi * sphere.radius)) {
            const double angle = latitude / sphere.radius;
            const double ring = sphere.radius * std::sin(angle);
            for (const double along : steps(0, 2 * std::numbers::pi * ring + 1e-9)) {
                const double turn = along / (ring + 1e-9);
                points.push_back(sphere.center +
                                 Vec3(ring * std::cos(turn), ring * std::sin(turn), sphere.radius * std::cos(angle)));
            }
        }
        return points;
    }

    [[nodiscard]] std::vector<Vec3> operator()(const BoxShape& box) const
    {
        std::vector<Vec3> points;
        for (int axis = 0; axis < 3; ++axis) {
            const int u = (axis + 1) % 3;
            const int v = (axis + 2) % 3;
            for (const double a : steps(-0.5 * box.size[u], 0.5 * box.size[u]))
                for (const double b : steps(-0.5 * box.size[v], 0.5 * box.size[v]))
                    for (const double side : {-0.5, 0.5}) {
                        Vec3 offset = Vec3::Zero();
                        offset[axis] = side * box.size[axis];
                        offset[u] = a;
                        offset[v] = b;
                        points.push_back(box.center + offset);
                    }
        }
        return points;
    }

    [[nodiscard]] std::vector<Vec3> operator()(const CylinderShape& cylinder) const
    {
        const Vec3 u = cylinder.axis.unitOrthogonal();
        const Vec3 v = cylinder.axis.cross(u);
        std::vector<Vec3> points;
        const auto ring = [&](double radius, double height) {
            for (const double along : steps(0, 2 * std::numbers::pi * radius + 1e-9)) {
                const double turn = along / (radius + 1e-9);
                points.push_back(cylinder.center + height * cylinder.axis +
                                 radius * (std::cos(turn) * u + std::sin(turn) * v));
            }
        };
        for (const double height : steps(-0.5 * cylinder.height, 0.5 * cylinder.height)) ring(cylinder.radius, height);
        for (const double radius : steps(0, cylinder.radius)) {
            ring(radius, -0.5 * cylinder.height);
            ring(radius, 0.5 * cylinder.height);
        }
        return points;
    }

    [[nodiscard]] std::vector<Vec3> operator()(const CapsuleShape& capsule) const
    {
        const Vec3 u = capsule.axis.unitOrthogonal();
        const Vec3 v = capsule.axis.cross(u);
        const double half = 0.5 * capsule.height;
        std::vector<Vec3> points;
        const auto ring = [&](double radius, double height) {
            for (const double along : steps(0, 2 * std::numbers::pi * radius + 1e-9)) {
                const double turn = along / (radius + 1e-9);
                points.push_back(capsule.center + height * capsule.axis +
                                 radius * (std::cos(turn) * u + std::sin(turn) * v));
            }
        };
        for (const double height : steps(-half, half)) ring(capsule.radius, height);
        for (const double latitude : steps(0, 0.5 * std::numbers::pi * capsule.radius)) {
            const double angle = latitude / capsule.radius;
            for (const double side : {-1.0, 1.0})
                ring(capsule.radius * std::sin(angle), side * (half + capsule.radius * std::cos(angle)));
        }
        return points;
    }

    /// The part that matters within two metres of the plane's point.
    [[nodiscard]] std::vector<Vec3> operator()(const PlaneShape& plane) const
    {
        const Vec3 u = plane.normal.unitOrthogonal();
        const Vec3 v = plane.normal.cross(u);
        std::vector<Vec3> points;
        for (const double a : steps(-2, 2))
            for (const double b : steps(-2, 2)) points.push_back(plane.point + a * u + b * v);
        return points;
    }
};

}  // namespace tulle::testing
