#include "mesh/cloth_mesh.hpp"
#include "mesh/mesh_samples.hpp"
#include "mesh/topology.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <numeric>
#include <set>
#include <utility>

namespace tulle {
namespace {

MeshDescription describe(TriangleMesh mesh) { return {.mesh = std::move(mesh), .file = "a.obj", .placement = {}}; }

std::vector<Spring> springs_of_kind(const ClothMesh& mesh, SpringKind kind)
{
    std::vector<Spring> result;
    for (const Spring& spring : mesh.springs) {
        if (spring.kind == kind) result.push_back(spring);
    }
    return result;
}

/// A random sheet without its unused vertices.
TriangleMesh random_valid_mesh(unsigned seed)
{
    const TriangleMesh mesh = random_mesh(10, seed);
    std::vector<int> new_index(mesh.positions.size(), -1);
    TriangleMesh result;
    for (Face face : mesh.faces) {
        for (int& corner : face) {
            int& index = new_index[static_cast<std::size_t>(corner)];
            if (index < 0) {
                index = static_cast<int>(result.positions.size());
                result.positions.push_back(mesh.positions[static_cast<std::size_t>(corner)]);
            }
            corner = index;
        }
        result.faces.push_back(face);
    }
    return result;
}

TEST(TriangleCloth, KeepsTheMesh)
{
    TriangleMesh mesh = square_mesh();
    mesh.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    mesh.uv_faces = mesh.faces;
    const ClothMesh cloth = make_cloth_mesh(describe(mesh));
    expect_same_mesh({cloth.positions, cloth.faces, cloth.uvs, cloth.uv_faces}, mesh);
    EXPECT_EQ(cloth.grid, (std::array<int, 2>{0, 0}));
}

TEST(TriangleCloth, JoinsEdgesAndTips)
{
    const ClothMesh cloth = make_cloth_mesh(describe(square_mesh()));
    EXPECT_EQ(springs_of_kind(cloth, SpringKind::structural).size(), 5U);
    const auto bending = springs_of_kind(cloth, SpringKind::bending);
    ASSERT_EQ(bending.size(), 1U);
    EXPECT_EQ(bending[0].i, 1);
    EXPECT_EQ(bending[0].j, 3);
    EXPECT_DOUBLE_EQ(bending[0].rest_length, std::numbers::sqrt2);
}

TEST(TriangleCloth, JoinsNoPairTwice)
{
    // All tips of a tetrahedron are joined by edges; an octahedron's twelve hinges share three pairs of tips.
    EXPECT_TRUE(springs_of_kind(make_cloth_mesh(describe(tetrahedron_mesh())), SpringKind::bending).empty());
    EXPECT_EQ(springs_of_kind(make_cloth_mesh(describe(octahedron_mesh())), SpringKind::bending).size(), 3U);
}

TEST(TriangleCloth, SpringsAreThoseOfTheTopologyInOrder)
{
    const TriangleMesh mesh = random_valid_mesh(7);
    const ClothMesh cloth = make_cloth_mesh(describe(mesh));
    std::set<std::pair<int, int>> edges, tips;
    const Topology topology = find_topology(mesh.faces, mesh.positions.size());
    for (const Edge& edge : topology.edges) edges.emplace(edge.i, edge.j);
    for (const Hinge& hinge : topology.hinges) {
        const std::pair<int, int> pair = std::minmax(hinge.vertices[2], hinge.vertices[3]);
        if (!edges.contains(pair)) tips.insert(pair);
    }
    std::pair<int, int> last{-1, -1};
    for (const Spring& spring : cloth.springs) {
        const std::pair<int, int> pair{spring.i, spring.j};
        EXPECT_LT(last, pair);
        last = pair;
        EXPECT_EQ((spring.kind == SpringKind::structural ? edges : tips).erase(pair), 1U);
        const Vec3 d =
            cloth.positions[static_cast<std::size_t>(spring.j)] - cloth.positions[static_cast<std::size_t>(spring.i)];
        EXPECT_EQ(spring.rest_length, d.norm());
    }
    EXPECT_TRUE(edges.empty());
    EXPECT_TRUE(tips.empty());
}

TEST(TriangleCloth, SharesTheAreaOfTheMesh)
{
    const ClothMesh cloth = make_cloth_mesh(describe(square_mesh()));
    EXPECT_NEAR(std::accumulate(cloth.areas.begin(), cloth.areas.end(), 0.0), 1.0, 1e-15);
    EXPECT_DOUBLE_EQ(cloth.areas[0], 1.0 / 3);
    EXPECT_DOUBLE_EQ(cloth.areas[1], 1.0 / 6);
}

TEST(TriangleCloth, ScalesThenRotatesThenMoves)
{
    MeshDescription mesh = describe(square_mesh());
    mesh.placement = {.scale = 2, .axis = {0, 0, 3}, .angle = 90, .translation = {10, 20, 30}};
    const ClothMesh cloth = make_cloth_mesh(mesh);
    EXPECT_EQ(cloth.positions[0], Vec3(10, 20, 30));
    EXPECT_EQ(cloth.positions[1], Vec3(10, 22, 30)) << "x turns to y; quarter turns are exact";
    EXPECT_EQ(cloth.positions[3], Vec3(8, 20, 30));
    EXPECT_NEAR(std::accumulate(cloth.areas.begin(), cloth.areas.end(), 0.0), 4.0, 1e-15);
}

TEST(TriangleCloth, RefusesWhatValidateRefuses)
{
    MeshDescription mesh = describe(square_mesh());
    mesh.mesh.faces.push_back({0, 1, 2});
    const auto problems = problems_of([&] { (void)make_cloth_mesh(mesh); });
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].file, "a.obj");

    // Far away the vertices round to one place.
    mesh = describe(square_mesh());
    mesh.placement.translation = {0, 0, 0};
    mesh.placement.scale = 1e-9;
    EXPECT_NO_THROW((void)make_cloth_mesh(mesh));
    mesh.placement.translation = {1e9, 1e9, 0};
    EXPECT_THROW((void)make_cloth_mesh(mesh), InputError);
}

}  // namespace
}  // namespace tulle
