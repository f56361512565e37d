#include "mesh/placed_mesh.hpp"

#include "mesh/mesh_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

TEST(PlacedMesh, ScalesThenRotatesThenMoves)
{
    MeshDescription mesh{.mesh = square_mesh(), .file = "", .placement = {}};
    mesh.placement = {.scale = 2, .axis = {0, 0, 3}, .angle = 90, .translation = {10, 20, 30}};
    const TriangleMesh placed = placed_mesh(mesh);
    EXPECT_EQ(placed.positions[0], Vec3(10, 20, 30));
    EXPECT_EQ(placed.positions[1], Vec3(10, 22, 30)) << "x turns to y; quarter turns are exact";
    EXPECT_EQ(placed.positions[3], Vec3(8, 20, 30));
}

TEST(PlacedMesh, TurnsRightHandedByAnyAngle)
{
    MeshDescription mesh{.mesh = octahedron_mesh(), .file = "", .placement = {}};
    mesh.placement.axis = {1, 1, 1};
    mesh.placement.angle = 120;  // x to y to z to x
    const TriangleMesh third = placed_mesh(mesh);
    EXPECT_LT((third.positions[0] - Vec3::UnitY()).norm(), 1e-15);
    EXPECT_LT((third.positions[2] - Vec3::UnitZ()).norm(), 1e-15);
    EXPECT_LT((third.positions[4] - Vec3::UnitX()).norm(), 1e-15);

    mesh.placement.axis = {0, -1, 0};
    for (const double angle : {-630.0, -270.0, 90.0, 450.0}) {
        mesh.placement.angle = angle;
        EXPECT_EQ(placed_mesh(mesh).positions[0], Vec3::UnitZ()) << angle;
    }
    mesh.placement.angle = -180;
    EXPECT_EQ(placed_mesh(mesh).positions[0], -Vec3::UnitX());
    mesh.placement.angle = 30;
    EXPECT_LT((placed_mesh(mesh).positions[0] - Vec3(std::sqrt(0.75), 0, 0.5)).norm(), 1e-15);
}

TEST(PlacedMesh, ChangesNothingButPositions)
{
    MeshDescription mesh{.mesh = square_mesh(), .file = "", .placement = {}};
    mesh.mesh.uvs = {{0, 0}, {1, 0}, {1, 1}};
    mesh.mesh.uv_faces = {{0, 1, 2}, {0, 2, 1}};
    expect_same_mesh(placed_mesh(mesh), mesh.mesh);
    mesh.placement = {.scale = 3, .axis = {1, 2, 3}, .angle = 40, .translation = {1, 1, 1}};
    TriangleMesh placed = placed_mesh(mesh);
    placed.positions = mesh.mesh.positions;
    expect_same_mesh(placed, mesh.mesh);
}

}  // namespace
}  // namespace tulle
