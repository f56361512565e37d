#include "forces/mesh_creases.hpp"

#include "creased_sheet.hpp"
#include "support/fabrics.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::CreasedSheet;
using testing::lossless;
using testing::plain_fabric;
using testing::RandomVectors;
using testing::rounding;
using testing::sheet_of_triangles;

TEST(MeshCreases, EdgesAlongALineAreFound)
{
    const ClothMesh mesh = make_cloth_mesh(sheet_of_triangles({6, 4}));
    const CreaseDescription across{{0.5, 0}, {0.5, 1}, 90};
    const std::vector<CreasedEdge> edges = creased_edges(mesh, std::vector{across});
    ASSERT_EQ(edges.size(), 4U);
    for (const CreasedEdge& edge : edges) {
        EXPECT_DOUBLE_EQ(mesh.positions[edge.vertices[0]].x(), 0.15);
        EXPECT_DOUBLE_EQ(mesh.positions[edge.vertices[1]].x(), 0.15);
        EXPECT_DOUBLE_EQ(edge.angle, std::numbers::pi / 2);
    }
    EXPECT_EQ(creased_edges(mesh, std::vector<CreaseDescription>{{{0.5, 0.5}, {0.5, 1}, 90}}).size(), 2U);
    // The diagonal from corner to corner is none of edges; one cell by one cell is.
    EXPECT_EQ(creased_edges(mesh, std::vector<CreaseDescription>{{{0, 0}, {1, 1}, 90}}).size(), 0U);
    EXPECT_EQ(creased_edges(mesh, std::vector<CreaseDescription>{{{1.0 / 6, 0}, {5.0 / 6, 1}, 90}}).size(), 4U);
    // A border has nothing to fold, and angles add up.
    EXPECT_EQ(creased_edges(mesh, std::vector<CreaseDescription>{{{0, 0}, {0, 1}, 90}}).size(), 0U);
    EXPECT_EQ(creased_edges(mesh, std::vector<CreaseDescription>{{{0.5, 0}, {0.5, 1}, 0}}).size(), 0U);
    EXPECT_DOUBLE_EQ(creased_edges(mesh, std::vector{across, across})[0].angle, std::numbers::pi);
}

TEST(MeshCreases, ALineThatNoEdgesFollowIsRefused)
{
    const ClothMesh mesh = make_cloth_mesh(sheet_of_triangles({6, 4}));
    EXPECT_EQ(crease_problem(mesh, {{0.5, 0}, {0.5, 1}, 90}), "");
    EXPECT_EQ(crease_problem(mesh, {{0.5, 0.1}, {0.5, 0.9}, 90}), "");
    EXPECT_EQ(crease_problem(mesh, {{0, 0.3}, {1, 0.3}, 90}),
              "no edge of the mesh runs along the line, in texture coordinates, which reach from [0, 0] to [1, 1]; a "
              "mesh is folded along its edges");
    EXPECT_EQ(crease_problem(mesh, {{0.5, 0}, {0.5, 4}, 90}).substr(0, 49),
              "edges of the mesh follow only 25 % of the line, i");
}

TEST(MeshCreases, CuttingPartsTheSidesAndKeepsTheRest)
{
    const ClothMesh mesh = make_cloth_mesh(sheet_of_triangles({6, 4}));
    const CutMesh whole = cut_along(mesh, {});
    EXPECT_EQ(whole.faces, mesh.faces);
    EXPECT_EQ(whole.positions, mesh.positions);
    // From border to border all five vertices double; the end of a line within the cloth does not.
    for (const auto& [to, more] : {std::pair(1.0, 5U), {0.5, 2U}}) {
        const auto edges = creased_edges(mesh, std::vector<CreaseDescription>{{{0.5, 0}, {0.5, to}, 90}});
        const CutMesh cut = cut_along(mesh, edges);
        EXPECT_EQ(cut.positions.size(), mesh.positions.size() + more);
        for (std::size_t f = 0; f < cut.faces.size(); ++f)
            for (int k = 0; k < 3; ++k) {
                EXPECT_EQ(cut.original[cut.faces[f][k]], mesh.faces[f][k]);
                EXPECT_EQ(cut.positions[cut.faces[f][k]], mesh.positions[mesh.faces[f][k]]);
            }
    }
}

/// Along both threads and the diagonals of cells; and where the mesh is irregular beside the line.
TEST(MeshCreases, AFoldedMeshIsAtRest)
{
    for (const double disorder : {0.0, 0.25})
        for (const double angle : {35.0, -35.0, 90.0, -150.0, 170.0}) {
            std::vector<CreaseDescription> creases{{{1.0 / 12, 0}, {1.0 / 12, 1}, angle}};
            if (disorder == 0) {
                creases.push_back({{0, 0.5}, {1, 0.5}, angle});
                creases.push_back({{1.0 / 6, 0}, {10.0 / 12, 1}, angle});
            }
            for (const CreaseDescription& crease : creases) {
                const CreasedSheet sheet(sheet_of_triangles({12, 8}, disorder), lossless(plain_fabric()), {crease});
                ASSERT_GT(sheet.fabrics->mesh().creases.size(), 0U);
                const std::vector<Vec3> folded = sheet.folded(crease, angle);
                EXPECT_LT(sheet.largest_force(folded), rounding) << crease.from.transpose() << ": " << angle;
                EXPECT_GT(sheet.largest_force(sheet.folded(crease, -angle)), 1e6 * rounding);
            }
        }
}

TEST(MeshCreases, OpeningTakesTheMomentOfTheFabricOverOneCell)
{
    const FabricDescription fabric = lossless(plain_fabric());
    for (const int n : {6, 14})
        for (const double rest : {60.0, -120.0}) {
            const CreaseDescription across{{0.5, 0}, {0.5, 1}, rest}, along{{0, 0.5}, {1, 0.5}, rest};
            const CreasedSheet sheet(sheet_of_triangles({n, n}), fabric, {across});
            const double by = 2;  // degrees
            const double turn = by * std::numbers::pi / 180;
            EXPECT_NEAR(sheet.moment(across, rest + by, 0.2), 12e-6 * turn / (0.3 / n), 1e-8 * turn);
            const CreasedSheet other(sheet_of_triangles({n, n}), fabric, {along});
            EXPECT_NEAR(other.moment(along, rest - by, 0.3), -7e-6 * turn / (0.2 / n), 1e-8 * turn);
        }
}

TEST(MeshCreases, NoAngleChangesNothing)
{
    const CreasedSheet plain(sheet_of_triangles({7, 5}, 0.2), plain_fabric(), {});
    const CreasedSheet creased(sheet_of_triangles({7, 5}, 0.2), plain_fabric(), {{{1.0 / 7, 0}, {1.0 / 7, 1}, 0}});
    std::vector<Vec3> x = plain.mesh.positions, f(x.size()), g(x.size());
    const std::vector<Vec3> v = RandomVectors(2).vectors(x.size()), shift = RandomVectors(1).vectors(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.003 * shift[i];
    plain.field->force(x, v, f);
    creased.field->force(x, v, g);
    EXPECT_EQ(f, g);
}

TEST(MeshCreases, ForcesComeFromTheEnergyAndJacobiansFromTheForces)
{
    const CreasedSheet sheet(sheet_of_triangles({6, 4}), lossless(plain_fabric()), {{{0.5, 0}, {0.5, 1}, 70}});
    const std::vector<Vec3> shift = RandomVectors(3).vectors(sheet.mesh.positions.size());
    const std::vector<Vec3> d = RandomVectors(4).vectors(shift.size()), still(shift.size(), Vec3::Zero());
    const auto moved = [&](double by) {
        std::vector<Vec3> x = sheet.mesh.positions;
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.003 * shift[i] + by * d[i];
        return x;
    };
    const double h = 1e-8;
    std::vector<Vec3> f(d.size()), above(d.size()), below(d.size()), expected(d.size());
    sheet.field->force(moved(0), still, f);
    double work = 0;
    for (std::size_t i = 0; i < d.size(); ++i) work -= f[i].dot(d[i]);
    EXPECT_NEAR((sheet.field->energy(moved(h)) - sheet.field->energy(moved(-h))) / (2 * h), work,
                1e-5 * std::abs(work));
    Csr<Mat3> by_x(sheet.field->pattern());
    sheet.field->add_jacobian(moved(0), still, JacobianTreatment::exact, 1, 0, by_x);
    by_x.multiply(d, expected);
    sheet.field->force(moved(h), still, above);
    sheet.field->force(moved(-h), still, below);
    for (std::size_t i = 0; i < d.size(); ++i)
        EXPECT_LT((expected[i] - (above[i] - below[i]) / (2 * h)).norm(), 1e-5 * expected[i].norm() + 1e-2) << i;
}

/// The matrix of IMEX methods, on flat cloth.
TEST(MeshCreases, StiffPartIsNoSofterThanTheFabric)
{
    const CreasedSheet sheet(sheet_of_triangles({6, 4}), plain_fabric(), {{{0.5, 0}, {0.5, 1}, 70}});
    Csr<double> K(sheet.field->pattern());
    Csr<Mat3> J(sheet.field->pattern());
    const std::vector<Vec3> still(sheet.mesh.positions.size(), Vec3::Zero());
    sheet.field->add_stiff_linear(1, 0, K);
    sheet.field->add_jacobian(sheet.mesh.positions, still, JacobianTreatment::clamped, -1, 0, J);
    for (unsigned seed = 1; seed < 20; ++seed) {
        const std::vector<Vec3> d = RandomVectors(seed).vectors(still.size());
        std::vector<Vec3> Kd(d.size()), Jd(d.size());
        K.multiply(d, Kd);
        J.multiply(d, Jd);
        double more = 0;
        for (std::size_t i = 0; i < d.size(); ++i) more += d[i].dot(Kd[i] - Jd[i]);
        EXPECT_GT(more, 0);
    }
}

}  // namespace
}  // namespace tulle
