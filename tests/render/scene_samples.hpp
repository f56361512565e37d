#pragma once
// Small things to look at.

#include "render/render_scene.hpp"

#include <cmath>
#include <functional>

namespace tulle {

/// A square of n x n particles at shape(u, v), 0 <= u, v <= 1, with diagonals that turn from cell to cell.
inline ClothModel square_cloth(int n, const std::function<Vec3(double, double)>& shape)
{
    ClothModel cloth;
    for (int b = 0; b < n; ++b) {
        for (int a = 0; a < n; ++a) {
            const double u = a / (n - 1.0), v = b / (n - 1.0);
            cloth.positions.push_back(shape(u, v));
            cloth.coordinates.emplace_back(u, v);
        }
    }
    for (int b = 0; b + 1 < n; ++b) {
        for (int a = 0; a + 1 < n; ++a) {
            const int i = a + b * n;
            if ((a + b) % 2 == 0) {
                cloth.faces.push_back({i, i + 1, i + n});
                cloth.faces.push_back({i + 1, i + n + 1, i + n});
            } else {
                cloth.faces.push_back({i, i + 1, i + n + 1});
                cloth.faces.push_back({i, i + n + 1, i + n});
            }
        }
    }
    cloth.coordinate_faces = cloth.faces;
    cloth.material.texture = ClothTexture::plain;
    return cloth;
}

inline ClothModel level_cloth(int n, double height)
{
    return square_cloth(n, [height](double u, double v) { return Vec3(u - 0.5, v - 0.5, height); });
}

inline ClothModel wavy_cloth(int n)
{
    return square_cloth(
        n, [](double u, double v) { return Vec3(u - 0.5, v - 0.5, 0.1 * std::sin(9 * u) * std::cos(7 * v) + 0.5); });
}

}  // namespace tulle
