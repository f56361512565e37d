// Solids as nets: lattices and tetrahedra, their masses, springs and surfaces.

#include "mesh/cloth_mesh.hpp"

#include <tulle/error.hpp>
#include <tulle/solid.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace tulle {
namespace {

const LatticeDescription block{.size = {0.3, 0.2, 0.4}, .particles = {4, 3, 5}, .center = {1, 2, 3}};

double enclosed_volume(const std::vector<Vec3>& x, const std::vector<Face>& faces)
{
    double sum = 0;
    for (const auto& [a, b, c] : faces) sum += x[a].cross(x[b]).dot(x[c]) / 6;
    return sum;
}

double total_mass(const auto& net) { return std::accumulate(net.masses.begin(), net.masses.end(), 0.0); }

TEST(Lattice, HasItsMassItsPlaceAndAClosedSurface)
{
    const auto look_at = [](const auto& net) {
        ASSERT_EQ(net.nodes.size(), 60u);
        EXPECT_NEAR(total_mass(net), 500 * 0.3 * 0.2 * 0.4, 1e-12);
        EXPECT_TRUE(net.nodes.front().isApprox(Vec3(0.85, 1.9, 2.8)));
        EXPECT_TRUE(net.nodes[1].isApprox(Vec3(0.95, 1.9, 2.8)));
        EXPECT_TRUE(net.nodes.back().isApprox(Vec3(1.15, 2.1, 3.2)));
        EXPECT_EQ(net.faces.size(), 2u * 2 * (3 * 2 + 2 * 4 + 4 * 3));
        // Counter-clockwise seen from outside, whole: the volume comes out, wherever the origin is.
        EXPECT_NEAR(enclosed_volume(net.nodes, net.faces), 0.024, 1e-12);
        Vec3 centre = Vec3::Zero();
        for (std::size_t i = 0; i < net.nodes.size(); ++i) centre += net.masses[i] * net.nodes[i];
        EXPECT_TRUE((centre / total_mass(net)).isApprox(block.center));
        EXPECT_NO_THROW((void)make_cloth_mesh(BodyDescription{.kind = net}));
    };
    look_at(make_spring_solid(block, {.density = 500}));
    look_at(make_elastic_solid(block, {.density = 500}));
}

TEST(Lattice, SpringsLeadToAllNeighboursOnce)
{
    const SpringNetDescription net = make_spring_solid(block, {.stiffness = 7, .diagonal_stiffness = 5});
    ASSERT_EQ(net.springs.size(), 2u);
    EXPECT_EQ(net.springs[0].stiffness, 7);
    EXPECT_EQ(net.springs[1].stiffness, 5);
    EXPECT_EQ(net.springs[0].between.size(), 3u * 3 * 5 + 4 * 2 * 5 + 4 * 3 * 4);
    // Two across each face of a cell, four through each cell.
    EXPECT_EQ(net.springs[1].between.size(), 2u * (3 * 2 * 5 + 3 * 3 * 4 + 4 * 2 * 4) + 4 * 24);
    std::set<std::array<int, 2>> all;
    const Vec3 spacing(0.1, 0.1, 0.1);
    for (const NetSprings& group : net.springs)
        for (const auto& pair : group.between) {
            EXPECT_LT(pair[0], pair[1]);
            EXPECT_TRUE(all.insert(pair).second);
            EXPECT_LT((net.nodes[pair[0]] - net.nodes[pair[1]]).cwiseAbs().maxCoeff(), 0.1001);
        }
}

TEST(Lattice, ElasticCellsAreFilledBySixTetrahedraEach)
{
    const ElasticSolidDescription net = make_elastic_solid(block, {});
    EXPECT_EQ(net.tetrahedra.size(), 6u * 24);
    const TetrahedronMesh mesh{net.nodes, net.tetrahedra};
    EXPECT_NEAR(volume(mesh), 0.024, 1e-12);
    for (const auto& corners : net.tetrahedra)
        EXPECT_NEAR(volume({net.nodes, {corners}}), 0.001 / 6, 1e-12);  // all positive
}

TEST(Tetrahedra, BecomeANetWithTheirMassEdgesAndSurface)
{
    const TetrahedronMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}, {{0, 1, 2, 3}, {1, 2, 3, 4}}};
    EXPECT_NEAR(volume(mesh), 1.0 / 6 + 1.0 / 3, 1e-15);
    const SpringNetDescription net = make_spring_solid(mesh, {.density = 12, .stiffness = 3});
    EXPECT_NEAR(total_mass(net), 6, 1e-14);
    EXPECT_NEAR(net.masses[0], 12.0 / 24, 1e-15);
    EXPECT_EQ(net.springs[0].between.size(), 9u);
    EXPECT_EQ(net.faces.size(), 6u);
    EXPECT_NEAR(enclosed_volume(net.nodes, net.faces), 0.5, 1e-15);
}

/// Stretch is measured along the edges of the tetrahedra.
TEST(Tetrahedra, HaveTheirEdgesAsSpringsOfTheMesh)
{
    const TetrahedronMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}, {{0, 1, 2, 3}, {1, 2, 3, 4}}};
    const ElasticSolidDescription solid = make_elastic_solid(mesh, {.density = 12});
    EXPECT_EQ(solid.tetrahedra, mesh.tetrahedra);
    EXPECT_NEAR(total_mass(solid), 6, 1e-14);
    const SpringNetDescription net = make_spring_solid(mesh, {.density = 12});
    const ClothMesh of_solid = make_cloth_mesh(BodyDescription{.kind = solid, .placement = {.scale = 2}});
    ASSERT_EQ(of_solid.springs.size(), net.springs[0].between.size());
    for (std::size_t s = 0; s < of_solid.springs.size(); ++s) {
        const auto [i, j] = net.springs[0].between[s];
        EXPECT_EQ(of_solid.springs[s].i, i);
        EXPECT_EQ(of_solid.springs[s].j, j);
        EXPECT_EQ(of_solid.springs[s].rest_length, 2 * (mesh.positions[i] - mesh.positions[j]).norm());
    }
}

TEST(Tetrahedra, OfABodyMustBeOfItsNodes)
{
    ElasticSolidDescription solid = make_elastic_solid(block, {});
    solid.tetrahedra[2][1] = 60;
    try {
        (void)make_cloth_mesh(BodyDescription{.kind = solid});
        FAIL() << "the node does not exist";
    } catch (const InputError& error) {
        EXPECT_EQ(error.problems().front().message, "tetrahedra[2]: expected indices of nodes from 0 to 59, found 60");
    }
}

TEST(Tetrahedra, AreRefusedWithTheReason)
{
    const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}};
    const auto problem = [&](std::vector<std::array<int, 4>> tetrahedra) -> std::string {
        try {
            (void)make_spring_solid(TetrahedronMesh{x, std::move(tetrahedra)}, {}, "t.msh");
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(problem({{0, 2, 1, 3}, {0, 1, 2, 3}}).find("tetrahedron 0 (counted from 0) has a negative volume"),
              std::string::npos);
    EXPECT_NE(problem({{0, 1, 2, 4}}).find("no volume"), std::string::npos);
    EXPECT_NE(problem({{0, 1, 2, 9}}).find("does not exist"), std::string::npos);
    EXPECT_NE(problem({{0, 1, 2, 3}}).find("vertex 4 (counted from 0) has no tetrahedron"), std::string::npos);
    EXPECT_NE(problem({{0, 1, 2, 3}, {0, 1, 2, 3}}).find("or one is there twice"), std::string::npos);
    EXPECT_NE(problem({}).find("at least one tetrahedron"), std::string::npos);
}

}  // namespace
}  // namespace tulle
