#include "mesh/obstacle_mesh.hpp"

#include "mesh/topology.hpp"
#include "support/solids.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

constexpr double half_width = 3.0;  // m

class EverySolid : public ::testing::TestWithParam<testing::NamedShape> {
protected:
    [[nodiscard]] static TriangleMesh mesh_of(const testing::Shape& shape)
    {
        return std::visit([](const auto& s) { return obstacle_mesh({.name = "solid", .shape = s}, half_width); },
                          shape);
    }
    [[nodiscard]] static bool is_plane() { return std::holds_alternative<PlaneShape>(GetParam().shape); }
};

Vec3 face_normal(const TriangleMesh& mesh, const Face& face)  // twice the area long
{
    const auto x = [&](std::size_t corner) { return mesh.positions[static_cast<std::size_t>(face[corner])]; };
    return (x(1) - x(0)).cross(x(2) - x(0));
}

Vec3 face_center(const TriangleMesh& mesh, const Face& face)
{
    Vec3 sum = Vec3::Zero();
    for (const int corner : face) sum += mesh.positions[static_cast<std::size_t>(corner)];
    return sum / 3;
}

TEST_P(EverySolid, IsAMeshThatCouldBeReadFromAFile)
{
    EXPECT_NO_THROW(validate(mesh_of(GetParam().shape), GetParam().name));
}

TEST_P(EverySolid, HasItsVerticesOnTheExactSurface)
{
    for (const Vec3& x : mesh_of(GetParam().shape).positions)
        EXPECT_NEAR(testing::nearest(GetParam().shape, x).distance, 0.0, 1e-14) << x.transpose();
}

TEST_P(EverySolid, LooksOutward)
{
    const TriangleMesh mesh = mesh_of(GetParam().shape);
    for (const Face& face : mesh.faces) {
        const Vec3 outward = testing::nearest(GetParam().shape, face_center(mesh, face)).normal;
        // Faces of the round sides lean away from the exact normal by half a segment at most.
        EXPECT_GT(face_normal(mesh, face).normalized().dot(outward), 0.998);
    }
}

TEST_P(EverySolid, StaysCloseToTheExactSurface)
{
    const TriangleMesh mesh = mesh_of(GetParam().shape);
    double extent = 0;
    for (const Vec3& x : mesh.positions) extent = std::max(extent, (x - mesh.positions.front()).norm());
    for (const Face& face : mesh.faces)  // a sphere's extent is twice its radius
        EXPECT_GE(testing::nearest(GetParam().shape, face_center(mesh, face)).distance, -0.00125 * extent);
}

TEST_P(EverySolid, IsClosedUnlessItIsAPlane)
{
    const TriangleMesh mesh = mesh_of(GetParam().shape);
    const Topology topology = find_topology(mesh.faces, mesh.positions.size());
    EXPECT_EQ(topology.hinges.size() == topology.edges.size(), !is_plane());
}

TEST_P(EverySolid, DoesNotNeedUnitDirections)
{
    testing::Shape scaled = GetParam().shape;
    std::visit(
        [](auto& shape) {
            if constexpr (requires { shape.normal; }) shape.normal *= 4;
            if constexpr (requires { shape.axis; }) shape.axis *= 4;
        },
        scaled);
    const TriangleMesh expected = mesh_of(GetParam().shape);
    const TriangleMesh mesh = mesh_of(scaled);
    ASSERT_EQ(mesh.positions.size(), expected.positions.size());
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
        EXPECT_LT((mesh.positions[i] - expected.positions[i]).norm(), 1e-14);
}

INSTANTIATE_TEST_SUITE_P(ObstacleMesh, EverySolid, ::testing::ValuesIn(testing::sample_shapes()),
                         [](const auto& shape) { return shape.param.name; });

double volume_of(const TriangleMesh& mesh)
{
    double six_volumes = 0;
    for (const Face& face : mesh.faces) six_volumes += face_normal(mesh, face).dot(face_center(mesh, face));
    return six_volumes / 6;
}

TEST(ObstacleMesh, FillsTheVolumeOfTheSolid)
{
    const auto volume = [](const auto& shape) {
        return volume_of(obstacle_mesh({.name = "solid", .shape = shape, .friction = 0.3}, half_width));
    };
    const Vec3 axis(1, -2, 2);
    EXPECT_NEAR(volume(BoxShape{.center = {1, 2, 3}, .size = {2, 3, 4}}), 24.0, 1e-12);
    // Inscribed: a little less. n/(2 pi) sin(2 pi/n) of the circle for n = 64 sides, and about twice that for a sphere.
    EXPECT_NEAR(
        volume(CylinderShape{.center = {1, 2, 3}, .axis = axis, .radius = 2, .height = 3}) / (12 * std::numbers::pi),
        64 / (2 * std::numbers::pi) * std::sin(2 * std::numbers::pi / 64), 1e-12);
    EXPECT_NEAR(volume(SphereShape{.center = {1, 2, 3}, .radius = 2}) / (32 * std::numbers::pi / 3), 1.0, 0.005);
    // The sphere cut in two, with the cylinder between its halves.
    EXPECT_NEAR(volume(CapsuleShape{.center = {1, 2, 3}, .axis = axis, .radius = 2, .height = 3}),
                volume(CylinderShape{.center = {1, 2, 3}, .axis = axis, .radius = 2, .height = 3}) +
                    volume(SphereShape{.center = {1, 2, 3}, .radius = 2}),
                1e-11);
}

/// To the surface of a capsule, negative inside.
double distance_to(const CapsuleShape& capsule, const Vec3& x)
{
    const Vec3 axis = capsule.axis.normalized();
    const double along = std::clamp((x - capsule.center).dot(axis), -0.5 * capsule.height, 0.5 * capsule.height);
    return (x - capsule.center - along * axis).norm() - capsule.radius;
}

TEST(ObstacleMesh, ACapsuleIsClosedInscribedAndLooksOutward)
{
    for (const double height : {1.3, 0.01, 1e-300}) {  // the last one is a ball in all but name
        const CapsuleShape capsule{.center = {0.1, -0.2, 0.3}, .axis = {1, -2, 2}, .radius = 0.4, .height = height};
        const TriangleMesh mesh = obstacle_mesh({.name = "limb", .shape = capsule}, half_width);
        EXPECT_NO_THROW(validate(mesh, "limb"));
        const Topology topology = find_topology(mesh.faces, mesh.positions.size());
        EXPECT_EQ(topology.hinges.size(), topology.edges.size());
        const Vec3 axis = capsule.axis.normalized();
        double longest = 0;
        for (const Vec3& x : mesh.positions) {
            EXPECT_NEAR(distance_to(capsule, x), 0.0, 1e-14);
            longest = std::max(longest, std::abs((x - capsule.center).dot(axis)));
        }
        EXPECT_NEAR(longest, 0.5 * height + capsule.radius, 1e-14);
        for (const Face& face : mesh.faces) {
            const Vec3 center = face_center(mesh, face);
            EXPECT_GE(distance_to(capsule, center), -0.0025 * capsule.radius);
            EXPECT_GT(distance_to(capsule, center + 1e-3 * face_normal(mesh, face).normalized()),
                      distance_to(capsule, center) + 0.998e-3);
        }
    }
}

TEST(ObstacleMesh, AMeshIsDrawnAsItIsPlaced)
{
    MeshDescription description{.mesh = {.positions = {{0, 0, 0}, {9, 9, 9}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                         .faces = {{0, 2, 3}, {0, 2, 3}, {4, 4, 0}},
                                         .uvs = {{0, 0}},
                                         .uv_faces = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
                                .file = "rubble.obj",
                                .placement = {.scale = 2, .translation = {0, 0, 5}}};
    const TriangleMesh mesh = obstacle_mesh({.name = "rubble", .shape = description}, half_width);
    EXPECT_EQ(mesh.positions, (std::vector<Vec3>{{0, 0, 5}, {2, 0, 5}, {0, 2, 5}, {0, 0, 7}}));
    EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 1, 2}, {0, 1, 2}, {3, 3, 0}})) << "a vertex that no face has is gone";
    EXPECT_TRUE(mesh.uvs.empty() && mesh.uv_faces.empty());
}

TEST(ObstacleMesh, CutsASquareOutOfAPlane)
{
    const TriangleMesh mesh = obstacle_mesh(
        {.name = "floor", .shape = PlaneShape{.point = {5, 6, -0.5}, .normal = {0, 0, 1}}, .friction = 0.3}, 2.0);
    ASSERT_EQ(mesh.positions.size(), 4U);
    Vec3 center = Vec3::Zero();
    for (const Vec3& x : mesh.positions) {
        EXPECT_EQ(x.cwiseAbs(), Vec3(2, 2, 0.5));
        center += x / 4;
    }
    EXPECT_EQ(center, Vec3(0, 0, -0.5));
}

TEST(ObstacleMesh, IsItsShapeAtATimeTakenByItsMotion)
{
    MeshDescription sail;
    sail.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    sail.mesh.faces = {{0, 1, 2}};
    ObstacleDescription obstacle{.name = "sail", .shape = sail};
    EXPECT_FALSE(is_moving(obstacle));
    obstacle.motion.keyframes = {{.time = 0, .translation = {0, 0, 0}, .angle = 0},
                                 {.time = 1, .translation = {0, 0, 3}, .angle = 90}};
    EXPECT_TRUE(is_moving(obstacle));
    EXPECT_FALSE(is_deforming(obstacle));
    obstacle.sequence.frames = {sail.mesh.positions, {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}};
    obstacle.sequence.fps = 1;
    EXPECT_TRUE(is_moving(obstacle) && is_deforming(obstacle));
    EXPECT_EQ(unmoved_obstacle_mesh(obstacle, half_width, 0.5).positions[1], Vec3(1.5, 0, 0));
    EXPECT_EQ(unmoved_obstacle_mesh(obstacle, half_width, 1).positions[1], Vec3(2, 0, 0));
    EXPECT_EQ(obstacle_mesh(obstacle, half_width, 1).positions[1], Vec3(0, 2, 3));
}

}  // namespace
}  // namespace tulle
