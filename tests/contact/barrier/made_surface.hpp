#pragma once
// Surfaces that can touch themselves, for tests of contact.

#include "contact/barrier/contact_surface.hpp"
#include "support/random_values.hpp"
#include "support/sheet_meshes.hpp"

#include <vector>

namespace tulle::testing {

/// Nothing tears.
inline const IntactFaces untorn;

struct MadeSurface {
    std::vector<Vec3> x;  // m
    std::vector<Face> faces;
    std::vector<SurfaceMaterial> materials;

    void add(const std::vector<Vec3>& positions, const std::vector<Face>& added, const SurfaceMaterial& material)
    {
        const int first = static_cast<int>(x.size());
        x.insert(x.end(), positions.begin(), positions.end());
        for (const Face& face : added) faces.push_back({face[0] + first, face[1] + first, face[2] + first});
        materials.insert(materials.end(), positions.size(), material);
    }
    /// Every particle began where it is now.
    [[nodiscard]] ContactSurface surface() const { return {faces, materials, x, untorn}; }
    /// The same with the last of them as an obstacle, which is found beside the others.
    [[nodiscard]] ContactSurface surface_with_obstacle(const ObstacleMaterial& material, bool cloth_meets_cloth) const
    {
        const int obstacle = materials.back().cloth;
        SurfaceObstacles obstacles;
        obstacles.cloths = obstacle;
        obstacles.materials.assign(static_cast<std::size_t>(obstacle), material);
        obstacles.cloth_meets_cloth = cloth_meets_cloth;
        for (const Face& face : faces) obstacles.faces += materials[face[0]].cloth == obstacle ? 1 : 0;
        return {faces, materials, x, untorn, obstacles};
    }
    [[nodiscard]] ContactSurface surface_from(const std::vector<Vec3>& start) const
    {
        return {faces, materials, start, untorn};
    }
};

/// Square sheets of 1 m one above the other, `apart` [m], each a cloth of its own.
inline MadeSurface layers(int count, int cells, double apart, double thickness, double friction = 0)
{
    MadeSurface made;
    for (int c = 0; c < count; ++c) {
        TriangleMesh sheet = sheet_mesh({1, 1}, {cells, cells}, 0.2, static_cast<unsigned>(c + 1));
        for (Vec3& p : sheet.positions) p.z() = c * apart;
        made.add(sheet.positions, sheet.faces, {c, thickness, friction});
    }
    return made;
}

/// Every particle moved on its own by up to `by` [m].
inline std::vector<Vec3> moved(std::vector<Vec3> x, double by, unsigned seed)
{
    RandomValues random(seed);
    for (Vec3& p : x) p += random.vector(by);
    return x;
}

}  // namespace tulle::testing
