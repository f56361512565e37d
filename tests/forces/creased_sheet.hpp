#pragma once
// Sheets of fabric with creases, and the same folded as a whole.

#include "forces/fabric_sheet.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace tulle::testing {

/// N: what remains of forces where positions are rounded to 1e-17 m, and threads have 4 kN/m.
inline constexpr double rounding = 1e-11;

struct CreasedSheet : FabricSheet {
    CreasedSheet(const decltype(ClothDescription::shape)& shape, const FabricDescription& fabric,
                 const std::vector<CreaseDescription>& creases)
        : FabricSheet(creased_cloth(shape, fabric, creases))
    {}

    /// What lies to the left of the line is turned about it. Texture coordinates are shares of the sheet's sides.
    [[nodiscard]] std::vector<Vec3> folded(const CreaseDescription& crease, double degrees) const
    {
        const Vec3 corner = mesh.positions[0];
        const auto place = [&](const Vec2& uv) {
            return Vec3(corner + Vec3(uv.x() * sheet_size.x(), uv.y() * sheet_size.y(), 0));
        };
        const Vec3 from = place(crease.from), along = (place(crease.to) - from).normalized();
        const Vec3 left = Vec3::UnitZ().cross(along);
        const Eigen::AngleAxisd turn(degrees * std::numbers::pi / 180, along);
        std::vector<Vec3> x = mesh.positions;
        for (Vec3& p : x)
            if (left.dot(p - from) > 0) p = from + turn * (p - from);
        return x;
    }
    [[nodiscard]] double largest_force(const std::vector<Vec3>& x) const
    {
        double largest = 0;
        for (const Vec3& one : force(x)) largest = std::max(largest, one.norm());
        return largest;
    }
    /// N m per metre of the line, with which it wants to come back.
    [[nodiscard]] double moment(const CreaseDescription& crease, double degrees, double line) const
    {
        const double h = 1e-3, radians = std::numbers::pi / 180;
        const auto energy = [&](double at) { return fabrics->energies(folded(crease, at)).bending; };
        return (energy(degrees + h) - energy(degrees - h)) / (2 * h * radians * line);
    }

private:
    static ClothDescription creased_cloth(const decltype(ClothDescription::shape)& shape,
                                          const FabricDescription& fabric,
                                          const std::vector<CreaseDescription>& creases)
    {
        ClothDescription cloth = sheet_cloth(shape, fabric);
        cloth.creases = creases;
        return cloth;
    }
};

}  // namespace tulle::testing
