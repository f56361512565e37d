#include "mesh/surface_patch.hpp"

#include "support/sheet_meshes.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>
#include <set>

namespace tulle {
namespace {

using testing::RandomValues;
using testing::sheet_mesh;

std::vector<PlaneAxes> axes_along(const Vec3& first, const TriangleMesh& mesh)
{
    std::vector<PlaneAxes> axes;
    for (const auto& [a, b, c] : mesh.faces)
        axes.push_back(plane_axes(first, {mesh.positions[a], mesh.positions[b], mesh.positions[c]}));
    return axes;
}

TEST(SurfacePatch, SecondDerivativesOfQuadraticsAreExactOnEveryMeshAndAtItsBorder)
{
    for (const double disorder : {0.0, 0.2, 0.35}) {
        const TriangleMesh mesh = sheet_mesh({0.7, 0.4}, {8, 5}, disorder);
        const auto patches = surface_patches(mesh.positions, mesh.faces, axes_along(Vec3::UnitX(), mesh));
        const auto quadratic = [](const Vec3& p) {
            return 1 + 2 * p.x() - p.y() + 3 * p.x() * p.x() + 4 * p.x() * p.y() - 5 * p.y() * p.y();
        };
        for (const auto& patch : patches) {
            ASSERT_TRUE(patch);
            EXPECT_EQ(std::set(patch->vertices.begin(), patch->vertices.end()).size(), 6U);
            const auto d = second_derivatives(patch->places);
            ASSERT_TRUE(d);
            double uu = 0, uv = 0, vv = 0;
            for (int k = 0; k < 6; ++k) {
                const double value = quadratic(mesh.positions[patch->vertices[k]]);
                uu += d->uu[k] * value;
                uv += d->uv[k] * value;
                vv += d->vv[k] * value;
            }
            EXPECT_NEAR(uu, 6, 1e-9);
            EXPECT_NEAR(uv, 4, 1e-9);
            EXPECT_NEAR(vv, -10, 1e-9);
        }
    }
}

/// Laid out flat, a cylinder is as it was cut: distances along it are those of the pattern.
TEST(SurfacePatch, ABentSheetIsLaidOutAsItWas)
{
    TriangleMesh flat = sheet_mesh({0.7, 0.4}, {8, 5}, 0.3);
    TriangleMesh bent = flat;
    for (Vec3& p : bent.positions) p = {4 * std::sin(p.x() / 4), p.y(), 4 - 4 * std::cos(p.x() / 4)};
    const auto there = surface_patches(flat.positions, flat.faces, axes_along(Vec3::UnitX(), flat));
    const auto here = surface_patches(bent.positions, bent.faces, axes_along(Vec3::UnitX(), bent));
    for (std::size_t f = 0; f < flat.faces.size(); ++f) {
        if (there[f]->vertices != here[f]->vertices) continue;
        for (int k = 0; k < 6; ++k) EXPECT_LT((there[f]->places[k] - here[f]->places[k]).norm(), 3e-4);
    }
}

TEST(SurfacePatch, FewerThanSixVerticesHaveNone)
{
    const TriangleMesh mesh = sheet_mesh({1, 1}, {1, 1}, 0);
    for (const auto& patch : surface_patches(mesh.positions, mesh.faces, axes_along(Vec3::UnitX(), mesh)))
        EXPECT_FALSE(patch);
}

TEST(SurfacePatch, SixPlacesOnAConicTellNothing)
{
    std::array<Vec2, 6> places;
    for (int k = 0; k < 6; ++k) places[k] = {std::cos(k), std::sin(k)};
    EXPECT_FALSE(second_derivatives(places));
}

}  // namespace
}  // namespace tulle
