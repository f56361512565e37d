#include "geometry/surface_crossings.hpp"

#include "geometry/exact_crossing.hpp"
#include "geometry/moving_boxes.hpp"
#include "support/random_values.hpp"
#include "support/sample_meshes.hpp"
#include "support/sheet_meshes.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace tulle {
namespace {

using testing::RandomValues;
using testing::SampleMesh;
using Pairs = std::vector<std::pair<int, int>>;

Pairs crossings_of(const SampleMesh& mesh, std::span<const unsigned char> intact = {})
{
    Pairs pairs;
    for (const FacePair& pair : find_surface_crossings({mesh.vertices, mesh.faces, intact}))
        pairs.emplace_back(pair.first, pair.second);
    return pairs;
}

Pairs crossings_by_brute_force(const SampleMesh& mesh)
{
    Pairs pairs;
    for (int a = 0; a < static_cast<int>(mesh.faces.size()); ++a)
        for (int b = a + 1; b < static_cast<int>(mesh.faces.size()); ++b)
            if (meet_beyond_shared(mesh.faces[a], mesh.faces[b], mesh.vertices)) pairs.emplace_back(a, b);
    return pairs;
}

SampleMesh flat_sheet(int cells, double size = 1)
{
    const TriangleMesh sheet = testing::sheet_mesh({size, size}, {cells, cells}, 0);
    return {"sheet", sheet.positions, sheet.faces};
}

SampleMesh crumpled_sheet(int cells, double disorder, unsigned seed)
{
    SampleMesh mesh = flat_sheet(cells);
    RandomValues random(seed);
    for (Vec3& x : mesh.vertices) x += random.vector(disorder / cells);
    return mesh;
}

TEST(SurfaceCrossings, FindsWhatBruteForceFinds)
{
    for (const double disorder : {0.3, 0.8, 2.0}) {
        const SampleMesh mesh = crumpled_sheet(16, disorder, 3);
        const Pairs found = crossings_of(mesh);
        EXPECT_EQ(found, crossings_by_brute_force(mesh)) << disorder;
        EXPECT_EQ(found.empty(), disorder < 0.5) << disorder;
    }
}

TEST(SurfaceCrossings, FindsWhatBruteForceFindsAmongRandomTriangles)
{
    RandomValues random(4);
    SampleMesh mesh{"heap", {}, {}};
    for (int k = 0; k < 300; ++k) {
        const Vec3 centre = random.vector();
        mesh.add_face(centre + random.vector(0.2), centre + random.vector(0.2), centre + random.vector(0.2));
    }
    const Pairs found = crossings_of(mesh);
    EXPECT_EQ(found, crossings_by_brute_force(mesh));
    EXPECT_GT(found.size(), 20U);
}

TEST(SurfaceCrossings, AreNoneInWhatIsWhole)
{
    EXPECT_TRUE(crossings_of(flat_sheet(8)).empty());
    EXPECT_TRUE(crossings_of(testing::torus(24, 12)).empty());
    EXPECT_TRUE(crossings_of({"nothing", {}, {}}).empty());
}

/// A level sheet of 4 x 4 cells and an upright one of two triangles, which crosses a row of cells from end to end.
TEST(SurfaceCrossings, OfTwoSheetsAreThoseAlongTheLine)
{
    SampleMesh mesh = flat_sheet(4);
    const int first = mesh.add({-0.25, 0.3, -1});
    (void)mesh.add({1.25, 0.3, -1});
    (void)mesh.add({1.25, 0.3, 1});
    (void)mesh.add({-0.25, 0.3, 1});
    mesh.faces.push_back({first, first + 1, first + 2});
    mesh.faces.push_back({first, first + 2, first + 3});
    const Pairs found = crossings_of(mesh);
    // Both triangles of the four cells between y = 0.25 and 0.5. The upright ones meet each other at x = 0.5, between
    // two cells, where the triangles beside that (the even one is right in its cell) touch both.
    Pairs expected;
    for (const int upright : {32, 33})
        for (int cell = 4; cell < 8; ++cell)
            for (const int face : {2 * cell, 2 * cell + 1}) {
                const bool is_left_half = cell < 6, touches_middle = face == 10 || face == 13;
                if ((upright == 33) == is_left_half || touches_middle) expected.emplace_back(face, upright);
            }
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(found, expected);
    EXPECT_EQ(found.size(), 10U);
}

TEST(SurfaceCrossings, IncludeACornerThatTouches)
{
    SampleMesh mesh{"touch", {}, {}};
    mesh.add_face({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    mesh.add_face({0.25, 0.25, 0}, {0.25, 0.25, 1}, {0.5, 0.5, 1});
    EXPECT_EQ(crossings_of(mesh), (Pairs{{0, 1}}));
    EXPECT_EQ(reach_through({mesh.vertices[0], mesh.vertices[1], mesh.vertices[2]},
                            {mesh.vertices[3], mesh.vertices[4], mesh.vertices[5]}),
              0);
    mesh.vertices[3].z() = 1e-300;  // the least that is apart
    EXPECT_TRUE(crossings_of(mesh).empty());
}

TEST(SurfaceCrossings, OfACommonEdgeAreOnlyFlatFolds)
{
    SampleMesh mesh{"fold", {{0, 0, 0}, {1, 2, 3}, {1, 0, 0}, {0, 0, 0}}, {{0, 1, 2}, {1, 0, 3}}};
    const Vec3 along = mesh.vertices[1], tip = mesh.vertices[2];
    mesh.vertices[3] = 0.5 * along - tip;  // flat
    EXPECT_TRUE(crossings_of(mesh).empty());
    mesh.vertices[3] = 0.5 * along + 0.5 * tip;  // back onto itself
    EXPECT_EQ(crossings_of(mesh), (Pairs{{0, 1}}));
    mesh.vertices[3].y() += 1e-15;
    EXPECT_TRUE(crossings_of(mesh).empty());
    mesh.vertices[3] = 0.25 * along;  // no area
    EXPECT_TRUE(crossings_of(mesh).empty());
}

TEST(SurfaceCrossings, OfACommonVertexAreThoseBeyondIt)
{
    SampleMesh mesh{"fan",
                    {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, -1}, {1, 1, 1}},
                    {{0, 1, 2}, {0, 3, 4}}};  // the second stands through the first, from the corner on
    EXPECT_EQ(crossings_of(mesh), (Pairs{{0, 1}}));
    mesh.vertices[3].z() = 0.5;  // above it, touching at the corner alone
    EXPECT_TRUE(crossings_of(mesh).empty());
    mesh.vertices[3] = Vec3(0.2, 0.2, 0);  // an edge in it
    EXPECT_EQ(crossings_of(mesh), (Pairs{{0, 1}}));
    mesh.vertices[3] = Vec3(-1, -1, 0);  // in its plane, on the other side
    EXPECT_TRUE(crossings_of(mesh).empty());
    mesh.vertices[4] = Vec3(-1, 0, 0);  // beside each other in one plane
    EXPECT_TRUE(crossings_of(mesh).empty());
    mesh.vertices[3] = Vec3(-1, -1, -1);  // without area, and through the plane at the corner
    mesh.vertices[4] = Vec3(1, 1, 1);
    EXPECT_TRUE(crossings_of(mesh).empty());
    mesh.vertices[4] = Vec3(0, 0, 0);  // and ending there
    EXPECT_TRUE(crossings_of(mesh).empty());
    mesh.vertices[3] = Vec3(0.1, 0.1, 0);  // and in it
    EXPECT_EQ(crossings_of(mesh), (Pairs{{0, 1}}));
}

/// On a lattice, where all is exact: what of a triangle is beyond a little of its corner meets the other or does not.
/// As the lattice is coarse, nothing ends within so little of the corner.
TEST(SurfaceCrossings, OfACommonVertexAreThoseWithoutTheCorner)
{
    RandomValues random(5);
    int met = 0;
    for (int k = 0; k < 3000; ++k) {
        const auto point = [&] { return Vec3(random.integer(-3, 3), random.integer(-3, 3), random.integer(-3, 3)); };
        const Vec3 apex = point(), a = point(), b = point(), c = point(), d = point();
        if ((a - apex).cross(b - apex).norm() == 0 || (c - apex).cross(d - apex).norm() == 0) continue;
        const std::vector<Vec3> vertices{apex, a, b, c, d};
        const bool found = meet_beyond_shared({0, 1, 2}, {3, 0, 4}, vertices);
        const Vec3 near_a = apex + (a - apex) / 1024, near_b = apex + (b - apex) / 1024;
        const Triangle other{apex, c, d};
        EXPECT_EQ(found, have_common_point({a, b, near_a}, other) || have_common_point({b, near_b, near_a}, other));
        EXPECT_EQ(found, meet_beyond_shared({4, 3, 0}, {2, 0, 1}, vertices));
        met += found ? 1 : 0;
    }
    EXPECT_GT(met, 200);
}

TEST(SurfaceCrossings, LeaveOutTornFaces)
{
    const SampleMesh mesh = crumpled_sheet(8, 2.0, 6);
    const Pairs all = crossings_of(mesh);
    std::vector<unsigned char> intact(mesh.faces.size(), 1);
    intact[all.front().first] = 0;
    Pairs expected;
    for (const auto& pair : all)
        if (pair.first != all.front().first && pair.second != all.front().first) expected.push_back(pair);
    EXPECT_EQ(crossings_of(mesh, intact), expected);
}

TEST(SurfaceCrossings, AreTheSameForAnyNumberOfThreads)
{
    const SampleMesh mesh = crumpled_sheet(60, 0.9, 7);
    const auto found = [&](int threads) {
        const ThreadLimit limit(threads);
        return crossings_of(mesh);
    };
    const Pairs one = found(1);
    EXPECT_GT(one.size(), 100U);
    EXPECT_TRUE(std::is_sorted(one.begin(), one.end()));
    EXPECT_EQ(found(3), one);
}

TEST(SurfaceCrossings, ReachThroughByTheShorterWayOut)
{
    const Triangle level{Vec3(-1, -1, 0), Vec3(2, -1, 0), Vec3(-1, 2, 0)};
    const Triangle upright{Vec3(0, 0, -0.1), Vec3(0, 0.05, 0.7), Vec3(0, -0.05, 0.7)};
    // 0.1 down through the level one; sideways, out of the upright one's plane, it would be 1.
    EXPECT_NEAR(reach_through(level, upright), 0.1, 1e-15);
    EXPECT_NEAR(reach_through(upright, level), 0.1, 1e-15);
}

}  // namespace
}  // namespace tulle
