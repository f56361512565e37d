#pragma once
// Sheets of fabric of 0.3 x 0.2 m, as grids and as triangles, with the force that acts in them.

#include "forces/fabrics.hpp"
#include "forces/force_field.hpp"
#include "mesh/cloth_mesh.hpp"
#include "support/force_field_of.hpp"
#include "support/random_state.hpp"
#include "support/sheet_meshes.hpp"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace tulle::testing {

inline const Vec2 sheet_size{0.3, 0.2};  // m

inline GridDescription sheet_grid(std::array<int, 2> cells)
{
    return {.size = sheet_size, .particles = {cells[0] + 1, cells[1] + 1}, .center = Vec3::Zero()};
}

inline MeshDescription sheet_of_triangles(std::array<int, 2> cells, double disorder = 0)
{
    return {.mesh = sheet_mesh(sheet_size, cells, disorder), .file = "", .placement = {}};
}

/// Without viscosity, unless a damping time [s] is given.
inline ClothDescription sheet_cloth(decltype(ClothDescription::shape) shape, const FabricDescription& fabric,
                                    double damping_time = 0)
{
    ClothDescription cloth;
    cloth.shape = std::move(shape);
    cloth.fabric = fabric;
    cloth.damping_time = damping_time;
    return cloth;
}

struct FabricSheet {
    explicit FabricSheet(const ClothDescription& cloth)
        : mesh(std::visit([](const auto& one) { return make_cloth_mesh(one); }, cloth.shape)),
          flat(mesh.positions),
          still(flat.size(), Vec3::Zero())
    {
        auto owned = std::make_unique<Fabrics>();
        owned->add(cloth, mesh, flat, 0);
        fabrics = owned.get();
        field = force_field_of(std::move(owned), flat.size());
    }

    /// Every particle moved on its own by up to `by` [m] along each axis.
    [[nodiscard]] std::vector<Vec3> crumpled(unsigned seed, double by) const
    {
        RandomVectors random(seed);
        return moved([&](const Vec3& p) -> Vec3 { return p + random.vector(by); });
    }
    [[nodiscard]] std::vector<Vec3> moved(const std::function<Vec3(const Vec3&)>& to) const
    {
        std::vector<Vec3> x = flat;
        for (Vec3& p : x) p = to(p);
        return x;
    }
    [[nodiscard]] std::vector<Vec3> force(const std::vector<Vec3>& x, const std::vector<Vec3>& v) const
    {
        std::vector<Vec3> f(x.size());
        field->force(x, v, f);
        return f;
    }
    /// Of particles that do not move.
    [[nodiscard]] std::vector<Vec3> force(const std::vector<Vec3>& x) const { return force(x, still); }

    ClothMesh mesh;
    std::vector<Vec3> flat, still;
    Fabrics* fabrics = nullptr;  // of the field
    std::unique_ptr<ForceField> field;
};

}  // namespace tulle::testing
