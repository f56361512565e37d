// Which faces stand, and what holds together by them.

#include "mesh/intact_faces.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

std::vector<ClothMesh> two_sheets()
{
    return {make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {3, 3}}),
            make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {2, 2}})};
}

TEST(IntactFaces, AllStandAtTheStartAndWithoutAnyThatCanTear)
{
    const IntactFaces none;
    EXPECT_FALSE(none.can_tear());
    EXPECT_TRUE(none[17]);
    EXPECT_TRUE(none.holds(std::array{3, 4}));
    const IntactFaces faces(two_sheets());
    EXPECT_TRUE(faces.can_tear());
    EXPECT_EQ(faces.all().size(), 10U);
    EXPECT_EQ(faces.torn_count(), 0U);
}

TEST(IntactFaces, AnEdgeHoldsWhileOneOfItsFacesIsIntact)
{
    IntactFaces faces(two_sheets());
    // The diagonal of the first cell runs from particle 1 to 3; edge 1-4 is also a side of the second cell.
    const std::uint64_t before = faces.version();
    faces.tear(1);  // 1, 4, 3
    EXPECT_NE(faces.version(), before);
    EXPECT_FALSE(faces[1]);
    EXPECT_EQ(faces.torn_count(), 1U);
    EXPECT_FALSE(faces.holds(std::array{1, 4, 3}));
    EXPECT_TRUE(faces.holds(std::array{1, 3}));
    EXPECT_TRUE(faces.holds(std::array{1, 4}));
    EXPECT_TRUE(faces.is_torn_at(4));
    EXPECT_FALSE(faces.is_torn_at(0));
    faces.tear(0);  // 0, 1, 3
    EXPECT_FALSE(faces.holds(std::array{1, 3}));
    EXPECT_FALSE(faces.holds(std::array{0, 1}));
    EXPECT_TRUE(faces.holds(std::array{0, 8})) << "never was an edge";
    EXPECT_TRUE(faces.holds(std::array{9, 10})) << "of the other sheet";
    faces.tear(0);
    EXPECT_EQ(faces.torn_count(), 2U) << "torn once";
}

TEST(IntactFaces, ParticlesWithATearBetweenThemAreFartherThanTheyWere)
{
    const std::vector<ClothMesh> sheet{make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {5, 3}})};
    IntactFaces faces(sheet);
    const std::array near{0, 5, 10}, across{0, 2, 7}, behind{3, 4, 9};
    for (const int face : {2, 3, 10, 11}) faces.tear(face);  // the second column of cells
    EXPECT_TRUE(faces.are_as_near_as_ever(near));
    EXPECT_FALSE(faces.are_as_near_as_ever(across));
    EXPECT_TRUE(faces.are_as_near_as_ever(behind));
}

TEST(IntactFaces, AreSetAsTheyWereRead)
{
    IntactFaces torn(two_sheets());
    torn.tear(2);
    torn.tear(9);
    IntactFaces other(two_sheets());
    other.tear(0);
    other.set(torn.all());
    for (std::size_t f = 0; f < 10; ++f) EXPECT_EQ(other[f], torn[f]) << f;
    EXPECT_EQ(other.torn_count(), 2U);
}

}  // namespace
}  // namespace tulle
