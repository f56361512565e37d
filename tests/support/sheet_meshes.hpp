#pragma once
// Rectangles of triangles with texture coordinates along their sides, regular and not.

#include "support/random_values.hpp"

#include <tulle/triangle_mesh.hpp>

namespace tulle::testing {

/// From the origin to (size, 0). Vertices inside are moved by up to `disorder` spacings, and diagonals turn at random;
/// with none, all diagonals run alike. Vertices (a, b) have index a + b (cells[0] + 1).
[[nodiscard]] inline TriangleMesh sheet_mesh(const Vec2& size, std::array<int, 2> cells, double disorder,
                                             unsigned seed = 1)
{
    RandomValues random(seed);
    TriangleMesh mesh;
    const auto at = [&](int a, int b) { return a + b * (cells[0] + 1); };
    const Vec2 spacing(size.x() / cells[0], size.y() / cells[1]);
    for (int b = 0; b <= cells[1]; ++b)
        for (int a = 0; a <= cells[0]; ++a) {
            Vec3 p(a * spacing.x(), b * spacing.y(), 0);
            const Vec3 shift = random.vector(disorder);
            // Vertices of a side stay on it; the two columns at the ends stay altogether, to be held.
            const bool held = a < 2 || a > cells[0] - 2;
            if (!held) p.x() += shift.x() * spacing.x();
            if (!held && b != 0 && b != cells[1]) p.y() += shift.y() * spacing.y();
            mesh.positions.push_back(p);
            mesh.uvs.emplace_back(p.x() / size.x(), p.y() / size.y());
        }
    for (int b = 0; b < cells[1]; ++b)
        for (int a = 0; a < cells[0]; ++a) {
            const int v00 = at(a, b), v10 = at(a + 1, b), v01 = at(a, b + 1), v11 = at(a + 1, b + 1);
            if (disorder > 0 && random.integer(0, 1) == 1) {
                mesh.faces.push_back({v00, v10, v01});
                mesh.faces.push_back({v10, v11, v01});
            } else {
                mesh.faces.push_back({v00, v10, v11});
                mesh.faces.push_back({v00, v11, v01});
            }
        }
    mesh.uv_faces = mesh.faces;
    return mesh;
}

}  // namespace tulle::testing
