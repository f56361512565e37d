#include "mesh/surface_patch.hpp"

#include "mesh/flat_layout.hpp"
#include "mesh/topology.hpp"
#include "support/sheet_meshes.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <algorithm>
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

/// Edges turned at random, where the two triangles allow it: vertices of three to ten edges, slivers at borders.
void turn_edges(TriangleMesh& mesh, int count)
{
    RandomValues random(5);
    const auto area = [&](int a, int b, int c) {
        return 0.5 * (mesh.positions[b] - mesh.positions[a]).cross(mesh.positions[c] - mesh.positions[a]).z();
    };
    const double least = 0.1 * area(mesh.faces[0][0], mesh.faces[0][1], mesh.faces[0][2]);
    for (int k = 0; k < count; ++k) {
        const FlatLayout layout(mesh.positions, mesh.faces);
        const int f = random.integer(0, static_cast<int>(mesh.faces.size()) - 1), side = random.integer(0, 2);
        const int other = layout.across(f, side);
        if (other < 0) continue;
        const Face face = mesh.faces[f];
        const int a = face[side], b = face[(side + 1) % 3], c = face[(side + 2) % 3];
        const int d = mesh.faces[other][0] + mesh.faces[other][1] + mesh.faces[other][2] - a - b;
        const bool is_there = std::any_of(mesh.faces.begin(), mesh.faces.end(), [&](const Face& v) {
            return std::count(v.begin(), v.end(), c) + std::count(v.begin(), v.end(), d) == 2;
        });
        if (is_there || area(c, d, b) < least || area(d, c, a) < least) continue;
        mesh.faces[f] = {c, d, b};
        mesh.faces[other] = {d, c, a};
    }
    mesh.uv_faces = mesh.faces;
}

std::vector<TriangleMesh> meshes_of_all_kinds()
{
    std::vector<TriangleMesh> meshes;
    for (const double disorder : {0.0, 0.2, 0.35}) meshes.push_back(sheet_mesh({0.7, 0.4}, {8, 5}, disorder));
    meshes.push_back(sheet_mesh({0.7, 0.7}, {20, 20}, 0.3));
    turn_edges(meshes.back(), 1000);
    return meshes;
}

TEST(SurfacePatch, SecondDerivativesOfQuadraticsAreExactOnEveryMeshAndAtItsBorder)
{
    const auto quadratic = [](const Vec3& p) {
        return 1 + 2 * p.x() - p.y() + 3 * p.x() * p.x() + 4 * p.x() * p.y() - 5 * p.y() * p.y();
    };
    for (const TriangleMesh& mesh : meshes_of_all_kinds())
        for (const auto& patch : surface_patches(mesh.positions, mesh.faces, axes_along(Vec3::UnitX(), mesh))) {
            ASSERT_TRUE(patch) << mesh.faces.size();
            const auto end = patch->vertices.begin() + patch->count;
            EXPECT_EQ(std::set(patch->vertices.begin(), end).size(), static_cast<std::size_t>(patch->count));
            double uu = 0, uv = 0, vv = 0;
            for (int k = 0; k < patch->count; ++k) {
                const double value = quadratic(mesh.positions[patch->vertices[k]]);
                uu += patch->uu[k] * value;
                uv += patch->uv[k] * value;
                vv += patch->vv[k] * value;
            }
            EXPECT_NEAR(uu, 6, 1e-6);
            EXPECT_NEAR(uv, 4, 1e-6);
            EXPECT_NEAR(vv, -10, 1e-6);
        }
}

/// A uniform moment pulls at no vertex inside: what irregular meshes owe their stiffness to.
TEST(SurfacePatch, AUniformMomentIsInEquilibrium)
{
    for (const double disorder : {0.0, 0.35}) {
        const TriangleMesh mesh = sheet_mesh({0.7, 0.5}, {10, 8}, disorder);
        const auto patches = surface_patches(mesh.positions, mesh.faces, axes_along(Vec3::UnitX(), mesh));
        std::vector<Vec3> pulls(mesh.positions.size(), Vec3::Zero());
        double size = 0;
        for (std::size_t f = 0; f < patches.size(); ++f) {
            const auto& [a, b, c] = mesh.faces[f];
            const double area = triangle_area(mesh.positions[a], mesh.positions[b], mesh.positions[c]);
            for (int k = 0; k < patches[f]->count; ++k) {
                const Vec3 pull = area * Vec3(patches[f]->uu[k], patches[f]->uv[k], patches[f]->vv[k]);
                pulls[patches[f]->vertices[k]] += pull;
                size = std::max(size, pull.norm());
            }
        }
        for (int b = 4; b <= 4; ++b)
            for (int a = 4; a <= 6; ++a) EXPECT_LT(pulls[a + 11 * b].norm(), 1e-9 * size) << a << ' ' << b;
    }
}

TEST(SurfacePatch, RegularMeshesNeedSixVertices)
{
    const TriangleMesh mesh = sheet_mesh({0.7, 0.4}, {8, 5}, 0);
    const auto patches = surface_patches(mesh.positions, mesh.faces, axes_along(Vec3::UnitX(), mesh));
    const auto six = std::count_if(patches.begin(), patches.end(), [](const auto& p) { return p->count == 6; });
    EXPECT_EQ(six, 2 * 8 * 5 - (2 * (8 + 5) - 4));  // all but those with one side at the border
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
        for (int k = 0; k < there[f]->count; ++k) EXPECT_LT((there[f]->places[k] - here[f]->places[k]).norm(), 3e-4);
    }
}

TEST(SurfacePatch, FewerThanSixVerticesHaveNone)
{
    const TriangleMesh mesh = sheet_mesh({1, 1}, {1, 1}, 0);
    for (const auto& patch : surface_patches(mesh.positions, mesh.faces, axes_along(Vec3::UnitX(), mesh)))
        EXPECT_FALSE(patch);
}

}  // namespace
}  // namespace tulle
