#include "mesh/cloth_places.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tulle {
namespace {

using enum ClothPlace;

ClothMesh grid_of(int first, int second)
{
    return make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {first, second}});
}

/// The grid's triangles without its being a grid.
ClothMesh triangles_of(const ClothMesh& grid)
{
    MeshDescription mesh;
    mesh.mesh.positions = grid.positions;
    mesh.mesh.faces = grid.faces;
    return make_cloth_mesh(mesh);
}

TEST(ClothPlaces, OfAGridCountNeighbours)
{
    EXPECT_EQ(cloth_places(grid_of(4, 3)), (std::vector{corner, edge, edge, corner,  //
                                                        edge, inside, inside, edge,  //
                                                        corner, edge, edge, corner}));
    EXPECT_EQ(cloth_places(grid_of(2, 3)), (std::vector{corner, corner, edge, edge, corner, corner}));
}

TEST(ClothPlaces, OfItsTrianglesAreTheSame)
{
    for (const auto& [a, b] : {std::array{4, 3}, std::array{7, 8}, std::array{2, 2}})
        EXPECT_EQ(cloth_places(triangles_of(grid_of(a, b))), cloth_places(grid_of(a, b))) << a << ' ' << b;
}

/// A fan of triangles around its middle, which comes first.
ClothMesh disc(int sides)
{
    MeshDescription mesh;
    mesh.mesh.positions.emplace_back(0, 0, 0);
    for (int k = 0; k < sides; ++k) {
        const double angle = 2 * std::numbers::pi * k / sides;
        mesh.mesh.positions.emplace_back(std::cos(angle), std::sin(angle), 0);
        mesh.mesh.faces.push_back({0, 1 + k, 1 + (k + 1) % sides});
    }
    return make_cloth_mesh(mesh);
}

TEST(ClothPlaces, CornersSpanLessThan135Degrees)
{
    for (const int sides : {3, 5, 7, 8, 9, 40}) {
        const std::vector<ClothPlace> places = cloth_places(disc(sides));
        EXPECT_EQ(places[0], inside);
        // 128.6 degrees with seven sides, 135 with eight
        for (int k = 1; k <= sides; ++k) EXPECT_EQ(places[k], sides < 8 ? corner : edge) << sides;
    }
}

}  // namespace
}  // namespace tulle
