#include "geometry/crossing_depth.hpp"

#include "geometry/exact_crossing.hpp"
#include "geometry/moving_boxes.hpp"
#include "geometry/winding_number.hpp"
#include "support/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace tulle {
namespace {

using testing::SampleMesh;

/// n x n cells of cloth between -half and half.
SampleMesh sheet(int n, double half, const std::function<Vec3(double, double)>& shape)
{
    SampleMesh mesh{"sheet", {}, {}};
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) mesh.vertices.push_back(shape(half * (2.0 * i / n - 1), half * (2.0 * j / n - 1)));
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const int k = i + j * (n + 1);
            mesh.faces.push_back({k, k + 1, k + n + 2});
            mesh.faces.push_back({k, k + n + 2, k + n + 1});
        }
    return mesh;
}

SampleMesh level_sheet(double height = 0)
{
    return sheet(10, 0.1, [=](double x, double y) { return Vec3(x, y, height); });
}

SampleMesh box_between(const Vec3& low, const Vec3& high)
{
    SampleMesh mesh = testing::box(0.5);
    for (Vec3& x : mesh.vertices) x = low + (x + Vec3::Constant(0.5)).cwiseProduct(high - low);
    return mesh;
}

/// A closed pyramid of three sides with its tip at `tip`, `height` tall, in `slices` slices.
SampleMesh needle(const Vec3& tip, double height, double radius, int slices)
{
    SampleMesh mesh{"needle", {}, {}};
    const int top = mesh.add(tip);
    for (int s = 1; s <= slices; ++s)
        for (int k = 0; k < 3; ++k) {
            const double turn = 2 * std::numbers::pi * k / 3, part = static_cast<double>(s) / slices;
            (void)mesh.add(tip + part * Vec3(radius * std::cos(turn), radius * std::sin(turn), -height));
        }
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        mesh.faces.push_back({top, 1 + k, 1 + next});
        for (int s = 0; s + 1 < slices; ++s) {
            const int upper = 1 + 3 * s, lower = upper + 3;
            mesh.faces.push_back({upper + k, lower + k, lower + next});
            mesh.faces.push_back({upper + k, lower + next, upper + next});
        }
    }
    const int last = 3 * slices - 2;
    mesh.faces.push_back({last, last + 2, last + 1});
    return mesh;
}

enum class Inside { unknown, known };

/// The deepest crossing of a cloth and an obstacle, whichever comes first.
double deepest(const SampleMesh& one, const SampleMesh& other, Inside inside = Inside::known)
{
    const WindingNumber winding(other.vertices, other.faces);
    const auto one_queries = make_mesh_queries(one.vertices, one.faces);
    const auto other_queries = make_mesh_queries(other.vertices, other.faces);
    std::vector<FacePair> pairs, turned;
    for (int a = 0; a < static_cast<int>(one.faces.size()); ++a)
        for (int b = 0; b < static_cast<int>(other.faces.size()); ++b)
            if (have_common_point(triangle_of(one.faces[a], one.vertices),
                                  triangle_of(other.faces[b], other.vertices))) {
                pairs.push_back({a, b});
                turned.push_back({b, a});
            }
    const CrossingSurface first{one.vertices, one.faces, one_queries.get()};
    CrossingSurface second{other.vertices, other.faces, other_queries.get()};
    if (inside == Inside::known && is_closed(other.faces))
        second.is_inside = [&](const Vec3& x) { return winding.is_inside(x); };
    const std::vector<double> depths = crossing_depths(first, second, pairs);
    EXPECT_EQ(depths, crossing_depths(second, first, turned));
    EXPECT_FALSE(pairs.empty());
    return depths.empty() ? -1 : *std::max_element(depths.begin(), depths.end());
}

constexpr double bound = 1.0101;  // what an answer may be too large by
constexpr double bound_length = 1.1e-7;

void expect_depth(double found, double expected)
{
    EXPECT_GE(found, expected * (1 - 1e-9));
    EXPECT_LE(found, expected * bound + bound_length);
}

/// A millimetre thick, between the particles: as deep as its tip is high, however finely it is divided, and whether or
/// not its triangles share their corners.
TEST(CrossingDepth, OfANeedleIsTheLengthOfItsTip)
{
    for (const int slices : {1, 20}) {
        SampleMesh steel = needle({0.0133, 0.0052, 0.02}, 0.1, 0.001, slices);
        expect_depth(deepest(level_sheet(), steel), 0.02);
        SampleMesh soup{"soup", {}, {}};
        for (const Face& face : steel.faces)
            soup.add_face(steel.vertices[face[0]], steel.vertices[face[1]], steel.vertices[face[2]]);
        expect_depth(deepest(level_sheet(), soup), 0.02);
    }
    // Through an edge of the cloth, and by a hair.
    expect_depth(deepest(level_sheet(), needle({0.0102, 0.02, 0.02}, 0.1, 0.001, 5)), 0.02);
    expect_depth(deepest(level_sheet(), needle({0.0133, 0.0052, 1e-5}, 0.1, 0.001, 5)), 1e-5);
}

/// Cells that cut the edge of a box, from 2 mm above the top to 2 mm beside it: 4 mm deep in the middle, and the edge
/// stands out by more.
TEST(CrossingDepth, OfAnEdgeThatIsCutIsWhatStandsOutOfIt)
{
    const SampleMesh box = box_between({-0.5, -0.5, -0.5}, {0, 0.5, 0});
    const SampleMesh cloth = sheet(9, 0.09, [](double s, double y) {
        if (s < 0) return Vec3(s, y, 0.002);
        return Vec3(0.002, y, -s);
    });
    // The row that goes around the edge: from (-0.01, 0.002) to (0.002, -0.01), on the line x + z = -0.008.
    expect_depth(deepest(cloth, box), 0.008 / std::sqrt(2.0));
    expect_depth(deepest(cloth, box, Inside::unknown), 0.004);
}

/// Where cloth ends inside, nothing is cut off the box, not even where its diagonal is met.
TEST(CrossingDepth, OfACornerInABoxIsTheCorners)
{
    const SampleMesh box = box_between({-0.5, -0.5, -0.5}, {0.5, 0.5, 0});
    SampleMesh cloth = level_sheet(0.001);
    cloth.vertices[0].z() = -0.003;
    for (Vec3& x : cloth.vertices) x += Vec3(0.095, 0.098, 0);
    for (const Inside inside : {Inside::known, Inside::unknown}) expect_depth(deepest(cloth, box, inside), 0.003);
    // A bulge cuts a patch off both.
    SampleMesh bulge = level_sheet(0.001);
    bulge.vertices[60].z() = -0.003;
    for (const Inside inside : {Inside::known, Inside::unknown}) expect_depth(deepest(bulge, box, inside), 0.003);
}

/// A cloth edge under the corner of a table, 1 mm below its top: the upright edge is far from it, but not from the
/// cloth.
TEST(CrossingDepth, OfAnEdgeUnderACornerIsWhatStandsOutOfTheCloth)
{
    const SampleMesh box = box_between({0, 0, -0.5}, {0.5, 0.5, 0});
    SampleMesh cloth{"cloth", {}, {}};
    const int low = cloth.add({-0.01, -0.01, -0.016}), right = cloth.add({0.03, -0.01, -0.001}),
              left = cloth.add({-0.01, 0.03, -0.001}), top = cloth.add({0.03, 0.03, 0.01});
    cloth.faces = {{low, right, left}, {right, top, left}};
    const double depth = deepest(cloth, box);
    EXPECT_GT(depth, 0.005);
    EXPECT_LT(depth, 0.01);  // the cloth edge is 0.014 m from the upright edge
}

/// Two opposite corners of a table, through one cloth: the diagonal between them goes in and out, and is on neither.
TEST(CrossingDepth, OfTwoCornersIsThatOfTheirTips)
{
    const SampleMesh box = box_between({-0.08, -0.08, -0.5}, {0.08, 0.08, 0});
    const SampleMesh cloth = sheet(
        20, 0.1, [](double x, double y) { return Vec3(x, y, 0.002 - std::max(0.0, 0.05 * (std::abs(x + y) - 0.1))); });
    // At (0.08, 0.08) the cloth is 1 mm below the corner, and its slope along the diagonal 0.05 sqrt(2).
    const double expected = 0.001 / std::sqrt(1 + 2 * 0.05 * 0.05);
    for (const Inside inside : {Inside::known, Inside::unknown}) expect_depth(deepest(cloth, box, inside), expected);
}

TEST(CrossingDepth, OfAParticleThroughAnOpenSquare)
{
    SampleMesh square{"square", {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
    SampleMesh cloth = level_sheet(0.001);
    cloth.vertices[48].z() = -0.005;
    expect_depth(deepest(cloth, square), 0.005);
}

/// A plate of a millimetre across the cloth: the strip inside is half a millimetre deep, and that is not the answer.
TEST(CrossingDepth, OfAPlateIsNotItsThickness)
{
    expect_depth(deepest(level_sheet(), box_between({0.0033, -0.06, -0.5}, {0.0043, 0.06, 0.04})), 0.04);
    // From the border of the cloth inward, or right across it, nothing is cut off the plate: there is only a bound.
    EXPECT_GT(deepest(level_sheet(), box_between({0.0033, -0.06, -0.5}, {0.0043, 0.5, 0.04})), 0.04);
    EXPECT_GT(deepest(level_sheet(), box_between({0.0033, -0.5, -0.5}, {0.0043, 0.5, 0.04})), 0.04);
}

TEST(CrossingDepth, OfWhatOnlyTouchesIsNothing)
{
    const SampleMesh box = box_between({-0.5, -0.5, -0.5}, {0.5, 0.5, 0});
    EXPECT_EQ(deepest(level_sheet(0), box), 0);
    SampleMesh cloth = level_sheet(0.001);
    cloth.vertices[48].z() = 0;
    EXPECT_LT(deepest(cloth, box), bound_length);
}

}  // namespace
}  // namespace tulle
