#include "mesh/topology.hpp"

#include "mesh/mesh_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

bool has_directed_side(const Face& face, int from, int to)
{
    for (std::size_t c = 0; c < 3; ++c) {
        if (face[c] == from && face[(c + 1) % 3] == to) return true;
    }
    return false;
}

int third_corner(const Face& face, int i, int j) { return face[0] + face[1] + face[2] - i - j; }

/// Looks at every pair of vertices and every face: slow and plain.
Topology brute_force(const TriangleMesh& mesh)
{
    Topology topology;
    const int n = static_cast<int>(mesh.positions.size());
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            std::vector<int> upwards, downwards;  // tips
            for (const Face& face : mesh.faces) {
                if (has_directed_side(face, i, j)) upwards.push_back(third_corner(face, i, j));
                if (has_directed_side(face, j, i)) downwards.push_back(third_corner(face, i, j));
            }
            if (upwards.empty() && downwards.empty()) continue;
            topology.edges.push_back({.i = i, .j = j});
            if (upwards.size() == 1 && downwards.size() == 1)
                topology.hinges.push_back({{i, j, upwards[0], downwards[0]}});
        }
    }
    return topology;
}

TEST(Topology, AgreesWithBruteForce)
{
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const TriangleMesh mesh = random_mesh(9, seed);
        const Topology topology = find_topology(mesh.faces, mesh.positions.size());
        const Topology expected = brute_force(mesh);
        EXPECT_EQ(topology.edges, expected.edges) << "seed " << seed;
        EXPECT_EQ(topology.hinges, expected.hinges) << "seed " << seed;
    }
}

TEST(Topology, DoesNotDependOnTheOrderOfFaces)
{
    TriangleMesh mesh = random_mesh(9, 6);
    const Topology topology = find_topology(mesh.faces, mesh.positions.size());
    std::ranges::reverse(mesh.faces);
    const Topology reversed = find_topology(mesh.faces, mesh.positions.size());
    EXPECT_EQ(topology.edges, reversed.edges);
    EXPECT_EQ(topology.hinges, reversed.hinges);
}

TEST(Topology, HasTheEulerCharacteristicOfTheSurface)
{
    for (const TriangleMesh& sphere : {tetrahedron_mesh(), octahedron_mesh()}) {
        const Topology topology = find_topology(sphere.faces, sphere.positions.size());
        EXPECT_EQ(sphere.positions.size() + sphere.faces.size() - topology.edges.size(), 2U);
        EXPECT_EQ(topology.hinges.size(), topology.edges.size()) << "closed: every edge is a hinge";
    }
    const TriangleMesh disk = square_mesh();
    const Topology topology = find_topology(disk.faces, disk.positions.size());
    EXPECT_EQ(disk.positions.size() + disk.faces.size() - topology.edges.size(), 1U);
    ASSERT_EQ(topology.hinges.size(), 1U);
    EXPECT_EQ(topology.hinges[0], (Hinge{{0, 2, 3, 1}}));
}

TEST(Topology, LeavesHingesOutWhereThreeFacesMeet)
{
    const std::vector<Face> faces{{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
    const Topology topology = find_topology(faces, 5);
    EXPECT_EQ(topology.edges.size(), 7U);
    EXPECT_TRUE(topology.hinges.empty());
    EXPECT_EQ(sorted_sides(faces, 5).size(), 9U);
}

TEST(Topology, TakesTheEmptyMesh)
{
    EXPECT_TRUE(find_topology({}, 0).edges.empty());
    EXPECT_TRUE(vertex_areas({}, {}).empty());
}

TEST(Topology, AreasMatchTheClosedForm)
{
    EXPECT_DOUBLE_EQ(triangle_area({0, 0, 0}, {3, 0, 0}, {0, 0, 4}), 6.0);
    const TriangleMesh mesh = octahedron_mesh();
    const std::vector<double> areas = vertex_areas(mesh.positions, mesh.faces);
    // Eight equilateral triangles of edge sqrt 2, shared by six equal vertices.
    for (const double area : areas) EXPECT_NEAR(area, 8 * std::sqrt(3.0) / 2 / 6, 1e-15);
}

TEST(Topology, TakesAStarOfManyFaces)
{
    // All sides but a few in one bucket: this must not take quadratic time.
    const int n = 300000;
    std::vector<Face> star;
    for (int i = 1; i + 1 < n; ++i) star.push_back({0, i, i + 1});
    const Topology topology = find_topology(star, static_cast<std::size_t>(n));
    EXPECT_EQ(topology.edges.size(), static_cast<std::size_t>(2 * n - 3));
    EXPECT_EQ(topology.hinges.size(), static_cast<std::size_t>(n - 3));
}

}  // namespace
}  // namespace tulle
