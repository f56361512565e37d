#include "contact/sharp_features.hpp"

#include "mesh/obstacle_mesh.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

SharpFeatures features_of(const TriangleMesh& mesh, bool is_closed)
{
    const std::array<std::span<const Vec3>, 1> shapes{mesh.positions};
    return {mesh.faces, shapes, is_closed};
}

/// A box with its edges, but for the diagonals of its sides.
TEST(SharpFeatures, OfABoxAreItsEdgesAndCorners)
{
    TriangleMesh mesh = obstacle_mesh({.shape = BoxShape{.center = {1, 2, 3}, .size = {1, 2, 3}}}, 1);
    const SharpFeatures box = features_of(mesh, true);
    EXPECT_EQ(box.edges().size(), 12);
    EXPECT_EQ(box.vertices().size(), 8);
    for (Face& face : mesh.faces) std::swap(face[0], face[1]);  // it looks inward
    EXPECT_EQ(features_of(mesh, true).edges().size(), 12);
}

/// A square of two triangles, folded along its diagonal by an angle [rad].
TriangleMesh folded_square(double angle)
{
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.faces = {{0, 1, 2}, {0, 2, 3}};
    const Vec3 middle(0.5, 0.5, 0);
    const Vec3 out = Vec3(-1, 1, 0).normalized();
    mesh.positions[3] = middle + std::sqrt(0.5) * (std::cos(angle) * out + std::sin(angle) * Vec3::UnitZ());
    return mesh;
}

TEST(SharpFeatures, OfAnOpenMeshAreItsRimAndFoldsBothWays)
{
    EXPECT_EQ(features_of(folded_square(0), false).edges().size(), 4) << "the rim";
    EXPECT_EQ(features_of(folded_square(0.01), false).edges().size(), 4) << "half a degree is smooth";
    EXPECT_EQ(features_of(folded_square(0.1), false).edges().size(), 5);
    EXPECT_EQ(features_of(folded_square(-0.1), false).edges().size(), 5);
    TriangleMesh turned = folded_square(0);
    std::swap(turned.faces[1][0], turned.faces[1][1]);
    EXPECT_EQ(features_of(turned, false).edges().size(), 4) << "faces that look to different sides are no fold";
}

TEST(SharpFeatures, GroovesOfClosedMeshesDoNotCount)
{
    // A prism along y over an arrow-shaped hexagon: the notch is a groove.
    TriangleMesh prism;
    const std::array<Vec2, 4> outline{Vec2(0, 0), Vec2(1, 1), Vec2(0, 0.4), Vec2(-1, 1)};  // notch at (0, 0.4)
    for (const double y : {0.0, 1.0})
        for (const Vec2& p : outline) prism.positions.emplace_back(p.x(), y, p.y());
    for (int k = 0; k < 4; ++k) {
        const int next = (k + 1) % 4;
        prism.faces.push_back({k, 4 + next, next});
        prism.faces.push_back({k, 4 + k, 4 + next});
    }
    prism.faces.insert(prism.faces.end(), {{0, 1, 2}, {0, 2, 3}, {4, 6, 5}, {4, 7, 6}});
    const SharpFeatures sharp = features_of(prism, true);
    const SharpFeatures::Edge notch{2, 6};
    EXPECT_EQ(std::count(sharp.edges().begin(), sharp.edges().end(), notch), 0);
    EXPECT_EQ(sharp.edges().size(), 3 + 8) << "three edges along, and the rims of both ends";
}

TEST(SharpFeatures, AreFoundWhereTheyMove)
{
    const TriangleMesh mesh = obstacle_mesh({.shape = BoxShape{.center = Vec3::Zero(), .size = {1, 1, 1}}}, 1);
    SharpFeatures sharp = features_of(mesh, true);
    const auto count_near = [&](const Vec3& x) {
        int edges = 0, vertices = 0;
        sharp.for_each_edge(0.1, Aabb(x, x), [&](int) { ++edges; });
        sharp.for_each_vertex(0.1, Aabb(x, x), [&](int) { ++vertices; });
        return std::array{edges, vertices};
    };
    EXPECT_GE(count_near({0.5, 0.5, 0.5})[0], 3) << "all that are there, and few more";
    EXPECT_GE(count_near({0.5, 0.5, 0.5})[1], 1);
    EXPECT_EQ(count_near({2.5, 0.5, 0.5}), (std::array{0, 0}));
    std::vector<Vec3> end = mesh.positions;
    for (Vec3& x : end) x.x() += 4;
    sharp.move(mesh.positions, end);
    EXPECT_GE(count_near({2.5, 0.5, 0.5})[0], 3) << "anywhere on the way";
    EXPECT_GE(count_near({2.5, 0.5, 0.5})[1], 1);
}

TEST(SharpFeatures, WhatFoldsAtAnyTimeCounts)
{
    const TriangleMesh flat = folded_square(0), folded = folded_square(0.5);
    const std::array<std::span<const Vec3>, 2> shapes{flat.positions, folded.positions};
    EXPECT_EQ(SharpFeatures(flat.faces, shapes, false).edges().size(), 5);
}

}  // namespace
}  // namespace tulle
