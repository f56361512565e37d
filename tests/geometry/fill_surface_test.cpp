// Surfaces filled with tetrahedra: inside, positive, closed, and near to the surface.

#include "geometry/fill_surface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

namespace tulle {
namespace {

struct Sphere {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
};

/// Of radius 1, in rings from pole to pole.
Sphere ball(int rings)
{
    Sphere sphere;
    const int around = 2 * rings;
    sphere.vertices.emplace_back(0, 0, -1);
    for (int r = 1; r < rings; ++r)
        for (int a = 0; a < around; ++a) {
            const double up = std::numbers::pi * (static_cast<double>(r) / rings - 0.5);
            const double turn = 2 * std::numbers::pi * a / around;
            sphere.vertices.emplace_back(std::cos(up) * std::cos(turn), std::cos(up) * std::sin(turn), std::sin(up));
        }
    sphere.vertices.emplace_back(0, 0, 1);
    const auto at = [&](int r, int a) {
        if (r == 0) return 0;
        return r == rings ? static_cast<int>(sphere.vertices.size()) - 1 : 1 + (r - 1) * around + a % around;
    };
    for (int r = 0; r < rings; ++r)
        for (int a = 0; a < around; ++a) {
            if (r > 0) sphere.faces.push_back({at(r, a), at(r, a + 1), at(r + 1, a)});
            if (r + 1 < rings) sphere.faces.push_back({at(r, a + 1), at(r + 1, a + 1), at(r + 1, a)});
        }
    return sphere;
}

double tetrahedron_volume(const FilledSurface& filled, std::size_t t)
{
    const auto& [a, b, c, d] = filled.tetrahedra[t];
    const auto& x = filled.positions;
    return (x[b] - x[a]).cross(x[c] - x[a]).dot(x[d] - x[a]) / 6;
}

TEST(FillSurface, ABallGetsNearlyItsVolumeAndItsSurface)
{
    const Sphere sphere = ball(40);
    double error_before = 1;
    for (const double spacing : {0.4, 0.2, 0.1}) {
        const FilledSurface filled = fill_surface(sphere.vertices, sphere.faces, spacing);
        double volume = 0, smallest = 1;
        for (std::size_t t = 0; t < filled.tetrahedra.size(); ++t) {
            volume += tetrahedron_volume(filled, t);
            smallest = std::min(smallest, tetrahedron_volume(filled, t));
        }
        EXPECT_GT(smallest, 0.01 * std::pow(spacing, 3));
        const double error = std::abs(volume / (4 * std::numbers::pi / 3) - 1);
        EXPECT_LT(error, 0.6 * spacing);
        EXPECT_LT(error, error_before);
        error_before = error;
        for (const Vec3& x : filled.positions) EXPECT_LT(x.norm(), 1 + 0.5 * spacing);
        // Every face is there once or twice; those there once are the surface.
        std::map<Face, int> count;
        for (const auto& t : filled.tetrahedra)
            for (int left_out = 0; left_out < 4; ++left_out) {
                Face face{t[(left_out + 1) % 4], t[(left_out + 2) % 4], t[(left_out + 3) % 4]};
                std::sort(face.begin(), face.end());
                ++count[face];
            }
        int on_it = 0, outer = 0;
        for (const auto& [face, times] : count) {
            ASSERT_LE(times, 2);
            if (times == 2) continue;
            for (const int i : face) {
                ++outer;
                if (std::abs(filled.positions[i].norm() - 1) < 0.01) ++on_it;
            }
        }
        EXPECT_GT(on_it, 0.65 * outer);  // the others would flatten a tetrahedron
    }
}

TEST(FillSurface, FacesThatLookInwardDoNotMatterAndWhatIsTooSmallStaysEmpty)
{
    Sphere sphere = ball(12);
    const std::size_t outward = fill_surface(sphere.vertices, sphere.faces, 0.3).tetrahedra.size();
    for (Face& face : sphere.faces) std::swap(face[0], face[1]);
    EXPECT_EQ(fill_surface(sphere.vertices, sphere.faces, 0.3).tetrahedra.size(), outward);
    // A thin plate whose middle plane lies between the middles of cubes.
    const Sphere flat = [] {
        Sphere s = ball(12);
        for (Vec3& v : s.vertices) v = Vec3(v.x(), 0.001 * v.y() + v.x() * v.x(), v.z());
        return s;
    }();
    EXPECT_TRUE(fill_surface(flat.vertices, flat.faces, 0.5).tetrahedra.empty());
}

}  // namespace
}  // namespace tulle
