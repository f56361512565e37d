#pragma once
// Sheets of 0.3 x 0.2 m with creases, as grids and as triangles, and the same folded as a whole.

#include "forces/fabrics.hpp"
#include "forces/force_field.hpp"
#include "support/force_field_of.hpp"
#include "support/sheet_meshes.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace tulle::testing {

inline const Vec2 sheet_size{0.3, 0.2};  // m
/// N: what remains of forces where positions are rounded to 1e-17 m, and threads have 4 kN/m.
inline constexpr double rounding = 1e-11;

struct CreasedSheet {
    CreasedSheet(const decltype(ClothDescription::shape)& shape, const FabricDescription& fabric,
                 const std::vector<CreaseDescription>& creases)
    {
        ClothDescription cloth;
        cloth.shape = shape;
        cloth.fabric = fabric;
        cloth.damping_time = 0;
        cloth.creases = creases;
        mesh = std::visit([](const auto& one) { return make_cloth_mesh(one); }, shape);
        auto owned = std::make_unique<Fabrics>();
        owned->add(cloth, mesh, mesh.positions, 0);
        fabrics = owned.get();
        field = testing::force_field_of(std::move(owned), mesh.positions.size());
    }

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
        const std::vector<Vec3> still(x.size(), Vec3::Zero());
        std::vector<Vec3> f(x.size());
        field->force(x, still, f);
        double largest = 0;
        for (const Vec3& force : f) largest = std::max(largest, force.norm());
        return largest;
    }
    /// N m per metre of the line, with which it wants to come back.
    [[nodiscard]] double moment(const CreaseDescription& crease, double degrees, double line) const
    {
        const double h = 1e-3, radians = std::numbers::pi / 180;
        const auto energy = [&](double at) { return fabrics->energies(folded(crease, at)).bending; };
        return (energy(degrees + h) - energy(degrees - h)) / (2 * h * radians * line);
    }

    ClothMesh mesh;
    Fabrics* fabrics = nullptr;
    std::unique_ptr<ForceField> field;
};

inline GridDescription sheet_grid(std::array<int, 2> cells)
{
    return {.size = sheet_size, .particles = {cells[0] + 1, cells[1] + 1}, .center = Vec3::Zero()};
}

inline MeshDescription sheet_of_triangles(std::array<int, 2> cells, double disorder = 0)
{
    return {.mesh = sheet_mesh(sheet_size, cells, disorder), .file = "", .placement = {}};
}

}  // namespace tulle::testing
