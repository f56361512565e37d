#include "mesh/cloth_mesh.hpp"
#include "mesh/mesh_samples.hpp"
#include "mesh/topology.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace tulle {
namespace {

constexpr std::array<std::array<int, 2>, 6> shapes{{{2, 2}, {2, 5}, {5, 2}, {3, 3}, {7, 4}, {12, 31}}};

GridDescription sample_grid(std::array<int, 2> particles)
{
    GridDescription grid;
    grid.size = {1.3, 0.7};
    grid.particles = particles;
    return grid;
}

std::size_t at(int a, int b, const ClothMesh& mesh) { return static_cast<std::size_t>(a + b * mesh.grid[0]); }

TEST(GridCloth, HasTheSpringsOfProvotsScheme)
{
    for (const auto& [na, nb] : shapes) {
        const ClothMesh mesh = make_cloth_mesh(sample_grid({na, nb}));
        std::array<int, 3> count{};
        for (const Spring& spring : mesh.springs) ++count[static_cast<std::size_t>(spring.kind)];
        EXPECT_EQ(count[0], (na - 1) * nb + na * (nb - 1)) << na << " x " << nb;
        EXPECT_EQ(count[1], 2 * (na - 1) * (nb - 1)) << na << " x " << nb;
        EXPECT_EQ(count[2], (na - 2) * nb + na * (nb - 2)) << na << " x " << nb;
    }
}

TEST(GridCloth, JoinsEachPairOfParticlesOnceInOrder)
{
    for (const auto& particles : shapes) {
        const ClothMesh mesh = make_cloth_mesh(sample_grid(particles));
        std::pair<int, int> last{-1, -1};
        for (const Spring& spring : mesh.springs) {
            EXPECT_LT(spring.i, spring.j);
            const std::pair<int, int> pair{spring.i, spring.j};
            EXPECT_LT(last, pair) << "ordered, so none twice";
            last = pair;
        }
    }
}

TEST(GridCloth, JoinsParticlesByTheirDistanceInTheGrid)
{
    const ClothMesh mesh = make_cloth_mesh(sample_grid({7, 4}));
    for (const Spring& spring : mesh.springs) {
        const int da = std::abs(spring.j % 7 - spring.i % 7), db = spring.j / 7 - spring.i / 7;
        const std::pair<int, int> step = std::minmax({da, db});
        switch (spring.kind) {
            case SpringKind::structural:
                EXPECT_EQ(step, std::pair(0, 1));
                break;
            case SpringKind::shear:
                EXPECT_EQ(step, std::pair(1, 1));
                break;
            case SpringKind::bending:
                EXPECT_EQ(step, std::pair(0, 2));
                break;
        }
    }
}

TEST(GridCloth, RestsAtItsRestLengths)
{
    GridDescription grid = sample_grid({12, 31});
    grid.center = {3, -4, 5};
    const ClothMesh mesh = make_cloth_mesh(grid);
    for (const Spring& s : mesh.springs) {
        const double length =
            (mesh.positions[static_cast<std::size_t>(s.j)] - mesh.positions[static_cast<std::size_t>(s.i)]).norm();
        EXPECT_NEAR(length, s.rest_length, 1e-14);  // positions near 5 are rounded to 1e-15
    }
}

TEST(GridCloth, MirrorsToTheLastBit)
{
    for (const auto& [na, nb] : shapes) {
        const ClothMesh mesh = make_cloth_mesh(sample_grid({na, nb}));
        for (int b = 0; b < nb; ++b) {
            for (int a = 0; a < na; ++a) {
                const Vec3& x = mesh.positions[at(a, b, mesh)];
                const Vec3& mirrored = mesh.positions[at(na - 1 - a, b, mesh)];
                EXPECT_EQ(x.x(), -mirrored.x());
                EXPECT_EQ(x.y(), mirrored.y());
                EXPECT_EQ(mesh.positions[at(a, nb - 1 - b, mesh)].y(), -x.y());
            }
        }
        EXPECT_EQ(mesh.positions.front(), Vec3(-0.65, -0.35, 0)) << "half the size, exactly";
        EXPECT_EQ(mesh.positions.back(), Vec3(0.65, 0.35, 0));
    }
}

TEST(GridCloth, LiesInItsPlaneAroundItsCenter)
{
    using Plane = GridDescription::Plane;
    const std::vector<std::pair<Plane, std::array<Vec3, 2>>> planes{{Plane::xy, {Vec3::UnitX(), Vec3::UnitY()}},
                                                                    {Plane::xz, {Vec3::UnitX(), Vec3::UnitZ()}},
                                                                    {Plane::yz, {Vec3::UnitY(), Vec3::UnitZ()}}};
    for (const auto& [plane, axes] : planes) {
        GridDescription grid;
        grid.size = {2, 1};
        grid.particles = {5, 3};
        grid.center = {1, 2, 3};
        grid.plane = plane;
        const ClothMesh mesh = make_cloth_mesh(grid);
        EXPECT_EQ(mesh.positions[at(0, 0, mesh)], grid.center - axes[0] - 0.5 * axes[1]);
        EXPECT_EQ(mesh.positions[at(4, 0, mesh)], grid.center + axes[0] - 0.5 * axes[1]);
        EXPECT_EQ(mesh.positions[at(0, 2, mesh)], grid.center - axes[0] + 0.5 * axes[1]);
        EXPECT_EQ(mesh.positions[at(2, 1, mesh)], grid.center);
    }
}

TEST(GridCloth, SharesTheAreaAmongItsParticles)
{
    for (const auto& [na, nb] : shapes) {
        const ClothMesh mesh = make_cloth_mesh(sample_grid({na, nb}));
        const double cell = 1.3 / (na - 1) * 0.7 / (nb - 1);
        EXPECT_DOUBLE_EQ(mesh.areas.front(), cell / 4);
        EXPECT_DOUBLE_EQ(mesh.areas[at(1, 0, mesh)], na > 2 ? cell / 2 : cell / 4);
        EXPECT_DOUBLE_EQ(mesh.areas[at(1, 1, mesh)], cell * (na > 2 ? 1 : 0.5) * (nb > 2 ? 1 : 0.5));
        EXPECT_NEAR(std::accumulate(mesh.areas.begin(), mesh.areas.end(), 0.0), 1.3 * 0.7, 1e-14);
    }
}

TEST(GridCloth, IsAValidSurfaceOfItsSize)
{
    for (const auto& [na, nb] : shapes) {
        const ClothMesh mesh = make_cloth_mesh(sample_grid({na, nb}));
        EXPECT_EQ(mesh.grid, (std::array<int, 2>{na, nb}));
        EXPECT_NO_THROW(validate({mesh.positions, mesh.faces, mesh.uvs, mesh.uv_faces}, "grid"));
        EXPECT_EQ(mesh.faces.size(), static_cast<std::size_t>(2 * (na - 1) * (nb - 1)));
        const Topology topology = find_topology(mesh.faces, mesh.positions.size());
        EXPECT_EQ(mesh.positions.size() + mesh.faces.size() - topology.edges.size(), 1U) << "Euler: a disk";
        const std::vector<double> areas = vertex_areas(mesh.positions, mesh.faces);
        EXPECT_NEAR(std::accumulate(areas.begin(), areas.end(), 0.0), 1.3 * 0.7, 1e-13);
    }
}

TEST(GridCloth, AlternatesItsDiagonals)
{
    // Around an inner particle either all four cells send their diagonal there or none does: 8 or 4 neighbours.
    const ClothMesh mesh = make_cloth_mesh(sample_grid({6, 6}));
    std::vector<int> neighbours(mesh.positions.size(), 0);
    for (const Edge& edge : find_topology(mesh.faces, mesh.positions.size()).edges) {
        ++neighbours[static_cast<std::size_t>(edge.i)];
        ++neighbours[static_cast<std::size_t>(edge.j)];
    }
    for (int b = 1; b < 5; ++b) {
        for (int a = 1; a < 5; ++a) EXPECT_EQ(neighbours[at(a, b, mesh)], (a + b) % 2 == 0 ? 4 : 8);
    }
}

TEST(GridCloth, SpreadsItsTextureOverTheUnitSquare)
{
    const ClothMesh mesh = make_cloth_mesh(sample_grid({7, 4}));
    EXPECT_EQ(mesh.uvs.front(), Vec2(0, 0));
    EXPECT_EQ(mesh.uvs[at(6, 0, mesh)], Vec2(1, 0));
    EXPECT_EQ(mesh.uvs[at(3, 3, mesh)], Vec2(0.5, 1));
    EXPECT_EQ(mesh.uv_faces, mesh.faces);
}

}  // namespace
}  // namespace tulle
