#include "output/export_mesh.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "output/wavy_run.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <set>

namespace tulle {
namespace {

TEST(VertexNormals, DoNotDependOnHowAPlaneIsCut)
{
    // The centre of four squares, two of them cut one way and two the other: a tilted roof with its ridge along y.
    std::vector<Vec3> positions;
    for (int b = 0; b < 3; ++b)
        for (int a = 0; a < 3; ++a) positions.emplace_back(a - 1, b - 1, -std::abs(a - 1.0));
    const std::vector<Face> faces{{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4},
                                  {3, 4, 6}, {4, 7, 6}, {4, 5, 8}, {4, 8, 7}};
    const std::vector<Vec3> normals = vertex_normals(positions, faces);
    EXPECT_LT((normals[4] - Vec3::UnitZ()).norm(), 1e-15);
    EXPECT_LT((normals[3] - Vec3(-1, 0, 1).normalized()).norm(), 1e-15);
    for (const Vec3& normal : normals) EXPECT_NEAR(normal.norm(), 1.0, 1e-15);
}

TEST(VertexNormals, AreUnitVectorsEvenWithoutAnyArea)
{
    const std::vector<Vec3> positions{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {5, 5, 5}};
    for (const Vec3& normal : vertex_normals(positions, std::vector<Face>{{0, 1, 2}})) EXPECT_EQ(normal, Vec3::UnitZ());
}

TEST(CreasedNormals, AreThoseOfTheFacesOfABox)
{
    const TriangleMesh box = obstacle_mesh({.name = "box", .shape = BoxShape{}}, 1.0);
    const CornerNormals creased = creased_normals(box);
    EXPECT_EQ(creased.normals.size(), 24U);  // three at each of eight corners
    for (std::size_t f = 0; f < box.faces.size(); ++f) {
        const auto x = [&](std::size_t corner) {
            return box.positions[static_cast<std::size_t>(box.faces[f][corner])];
        };
        const Vec3 expected = (x(1) - x(0)).cross(x(2) - x(0)).normalized();
        for (const int corner : creased.faces[f])
            EXPECT_LT((creased.normals[static_cast<std::size_t>(corner)] - expected).norm(), 1e-15);
    }
}

TEST(CreasedNormals, AreOnePerVertexOfASphereAndPointAway)
{
    const SphereShape sphere{.center = {1, 2, 3}, .radius = 2};
    const TriangleMesh mesh = obstacle_mesh({.name = "ball", .shape = sphere}, 1.0);
    const CornerNormals creased = creased_normals(mesh);
    EXPECT_EQ(creased.normals.size(), mesh.positions.size());
    for (std::size_t f = 0; f < mesh.faces.size(); ++f)
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const Vec3 outward = mesh.positions[static_cast<std::size_t>(mesh.faces[f][corner])] - sphere.center;
            const Vec3& normal = creased.normals[static_cast<std::size_t>(creased.faces[f][corner])];
            EXPECT_LT((normal - outward / sphere.radius).norm(), 0.01);
        }
}

TEST(SplitCorners, ChangesNothingWhereEveryVertexHasOneIndex)
{
    const std::vector<Face> faces{{0, 1, 2}, {2, 1, 3}};
    const SplitMesh split = split_corners(4, faces, faces);
    EXPECT_EQ(split.vertex_of, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(split.index_of, split.vertex_of);
    EXPECT_EQ(split.faces, faces);
    EXPECT_EQ(split_corners(4, faces, {}).faces, faces);
}

TEST(SplitCorners, KeepsEveryCornersVertexAndIndex)
{
    // Two triangles with nothing in common in their texture, and a third that shares with the second.
    const std::vector<Face> faces{{0, 1, 2}, {2, 1, 3}, {3, 1, 0}};
    const std::vector<Face> corners{{0, 1, 2}, {5, 4, 3}, {3, 4, 0}};
    const SplitMesh split = split_corners(4, faces, corners);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(split.vertex_of[static_cast<std::size_t>(i)], i);
    std::set<std::pair<int, int>> pairs;
    for (std::size_t f = 0; f < faces.size(); ++f)
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const auto vertex = static_cast<std::size_t>(split.faces[f][corner]);
            EXPECT_EQ(split.vertex_of[vertex], faces[f][corner]);
            EXPECT_EQ(split.index_of[vertex], corners[f][corner]);
            pairs.emplace(faces[f][corner], corners[f][corner]);
        }
    EXPECT_EQ(split.vertex_of.size(), pairs.size());  // no more copies than needed
}

TEST(PlaneHalfWidth, ReachesBeyondTheCloths)
{
    WavyRun run(two_cloths(), 3);
    const double half_width = plane_half_width(run);
    for (const Vec3& x : run.read(1).positions) EXPECT_GT(half_width, 1.5 * x.norm());
}

}  // namespace
}  // namespace tulle
