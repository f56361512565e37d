#include "forces/crease_fold.hpp"

#include "creased_sheet.hpp"
#include "support/fabrics.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::CreasedSheet;
using testing::lossless;
using testing::plain_fabric;
using testing::rounding;
using testing::sheet_grid;

/// Towards the normal is up: the left side rises, whichever way the line is drawn.
TEST(CreaseFold, PositiveAnglesTurnTowardsTheNormal)
{
    const FoldLine line{{0, 0}, {0, 1}, std::numbers::pi / 2};
    const std::array<Vec2, 4> places{Vec2(-2, 0.5), Vec2(3, 0.5), Vec2(0, 0.7), Vec2(-1, 0.1)};
    std::array<Vec3, 4> folded;
    ASSERT_TRUE(fold(line, places, folded));
    EXPECT_LT((folded[0] - Vec3(0, 0.5, 2)).norm(), 1e-15);
    EXPECT_LT((folded[1] - Vec3(3, 0.5, 0)).norm(), 1e-15);
    EXPECT_LT((folded[2] - Vec3(0, 0.7, 0)).norm(), 1e-15);
    EXPECT_LT((folded[3] - Vec3(0, 0.1, 1)).norm(), 1e-15);
    ASSERT_TRUE(fold({line.to, line.from, line.angle}, places, folded));
    EXPECT_LT((folded[1] - Vec3(0, 0.5, 3)).norm(), 1e-15);
}

TEST(CreaseFold, ALineFoldsWhatItPartsWithinItsEnds)
{
    const FoldLine line{{0, 0}, {0, 1}, 1};
    std::array<Vec3, 2> folded;
    EXPECT_TRUE(fold(line, std::array{Vec2(-1, 0), Vec2(1, 1)}, folded));
    EXPECT_TRUE(fold(line, std::array{Vec2(-1, 0), Vec2(1, 0)}, folded));
    EXPECT_FALSE(fold(line, std::array{Vec2(-1, 1), Vec2(1, 1.1)}, folded));
    EXPECT_FALSE(fold(line, std::array{Vec2(-1, -1), Vec2(1, 0.5)}, folded));
    EXPECT_FALSE(fold(line, std::array{Vec2(0, 0.5), Vec2(1, 0.5)}, folded));
    EXPECT_FALSE(fold(line, std::array{Vec2(0.1, 0.2), Vec2(1, 0.5)}, folded));
    EXPECT_FALSE(fold(line, std::array{Vec2(1e-12, 0.2), Vec2(-1, 0.5)}, folded));
}

/// Along threads, through particles and between them, on the bias and askew.
const std::vector<std::pair<Vec2, Vec2>> lines{{{0.5, 0}, {0.5, 1}},   {{0, 0.5}, {1, 0.5}},
                                               {{0.52, 0}, {0.52, 1}}, {{1.0 / 6, 0}, {5.0 / 6, 1}},
                                               {{0, 0.3}, {0.8, 1}},   {{0.1, 1}, {0.37, 0.0}}};

TEST(CreaseFold, AFoldedGridIsAtRestAndAFlatOneIsNotStretched)
{
    for (const auto& [from, to] : lines)
        for (const double angle : {35.0, -35.0, 90.0, -150.0, 170.0}) {
            const CreaseDescription crease{from, to, angle};
            const CreasedSheet sheet(sheet_grid({12, 8}), lossless(plain_fabric()), {crease});
            const std::vector<Vec3> folded = sheet.folded(crease, angle);
            EXPECT_LT(sheet.largest_force(folded), rounding)
                << from.transpose() << " to " << to.transpose() << ": " << angle;
            EXPECT_NEAR(sheet.fabrics->energy(folded), 0, 1e-15);
            EXPECT_GT(sheet.largest_force(sheet.folded(crease, -angle)), 1e6 * rounding);
            const FabricEnergies flat = sheet.fabrics->energies(sheet.mesh.positions);
            EXPECT_NEAR(flat.tension + flat.shear, 0, 1e-15);
            EXPECT_GT(flat.bending, 1e-6);
        }
}

/// B times the curvature that an angle means over one cell.
TEST(CreaseFold, OpeningTakesTheMomentOfTheFabricOverOneCell)
{
    const FabricDescription fabric = lossless(plain_fabric());
    for (const int n : {6, 24})
        for (const double rest : {60.0, -120.0}) {
            const CreaseDescription across{{0.5, 0}, {0.5, 1}, rest}, along{{0, 0.5}, {1, 0.5}, rest};
            const CreasedSheet sheet(sheet_grid({n, n}), fabric, {across});
            const double by = 2;  // degrees
            const double turn = by * std::numbers::pi / 180;
            EXPECT_NEAR(sheet.moment(across, rest + by, 0.2), 12e-6 * turn / (0.3 / n), 1e-8 * turn);
            const CreasedSheet other(sheet_grid({n, n}), fabric, {along});
            EXPECT_NEAR(other.moment(along, rest - by, 0.3), -7e-6 * turn / (0.2 / n), 1e-8 * turn);
        }
}

TEST(CreaseFold, NoAngleChangesNothing)
{
    const CreasedSheet plain(sheet_grid({7, 5}), plain_fabric(), {});
    const CreasedSheet creased(sheet_grid({7, 5}), plain_fabric(), {{{0.1, 0}, {0.7, 1}, 0}});
    std::vector<Vec3> x = plain.mesh.positions, f(x.size()), g(x.size());
    const std::vector<Vec3> v = testing::RandomVectors(2).vectors(x.size());
    const std::vector<Vec3> shift = testing::RandomVectors(1).vectors(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.003 * shift[i];
    plain.field->force(x, v, f);
    creased.field->force(x, v, g);
    EXPECT_EQ(f, g);
}

TEST(CreaseFold, LinesBesideEachOtherFoldEachForItself)
{
    const CreaseDescription first{{1.0 / 3, 0}, {1.0 / 3, 1}, 80}, second{{0.5, 0}, {0.5, 1}, -80};
    const CreasedSheet sheet(sheet_grid({12, 4}), lossless(plain_fabric()), {first, second});
    // The left part turns with the second line, then about the first, wherever that has gone.
    std::vector<Vec3> x = sheet.folded(first, 80);
    const Vec3 hinge(0, 0, 0);
    const Eigen::AngleAxisd turn(-80 * std::numbers::pi / 180, Vec3::UnitY());
    for (std::size_t i = 0; i < x.size(); ++i)
        if (sheet.mesh.positions[i].x() < 0) x[i] = hinge + turn * (x[i] - hinge);
    EXPECT_LT(sheet.largest_force(x), rounding);
    EXPECT_GT(sheet.largest_force(sheet.mesh.positions), 1e6 * rounding);
}

}  // namespace
}  // namespace tulle
