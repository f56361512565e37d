#include "contact/pins.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// 3 x 4 particles, 1 m apart: particle (a, b) is number a + 3 b at (a, b, 0).
ClothMesh grid_cloth()
{
    return make_cloth_mesh(GridDescription{.size = {2, 3}, .particles = {3, 4}, .center = {1, 1.5, 0}});
}

ClothMesh triangle_cloth()
{
    MeshDescription description;
    description.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    description.mesh.faces = {{0, 1, 2}, {0, 2, 3}};
    return make_cloth_mesh(description);
}

template <class Where>
std::vector<int> selected(const Where& where, const ClothMesh& cloth)
{
    PinDescription pin;
    pin.where = where;
    return select_particles(pin, cloth);
}

using Indices = std::vector<int>;

TEST(SelectParticles, Corners)
{
    const ClothMesh cloth = grid_cloth();
    EXPECT_EQ(selected(PinCorner{false, false}, cloth), Indices{0});
    EXPECT_EQ(selected(PinCorner{true, false}, cloth), Indices{2});
    EXPECT_EQ(selected(PinCorner{false, true}, cloth), Indices{9});
    EXPECT_EQ(selected(PinCorner{true, true}, cloth), Indices{11});
}

TEST(SelectParticles, Edges)
{
    const ClothMesh cloth = grid_cloth();
    EXPECT_EQ(selected(PinEdge{0, false}, cloth), (Indices{0, 3, 6, 9}));
    EXPECT_EQ(selected(PinEdge{0, true}, cloth), (Indices{2, 5, 8, 11}));
    EXPECT_EQ(selected(PinEdge{1, false}, cloth), (Indices{0, 1, 2}));
    EXPECT_EQ(selected(PinEdge{1, true}, cloth), (Indices{9, 10, 11}));
}

TEST(SelectParticles, EdgesAndCornersAreWhereTheirNamesSay)
{
    const ClothMesh cloth = grid_cloth();
    for (const int p : selected(PinEdge{0, true}, cloth)) EXPECT_NEAR(cloth.positions[p].x(), 2, 1e-15);
    for (const int p : selected(PinEdge{1, false}, cloth)) EXPECT_NEAR(cloth.positions[p].y(), 0, 1e-15);
    const int corner = selected(PinCorner{false, true}, cloth)[0];
    EXPECT_LT((cloth.positions[corner] - Vec3(0, 3, 0)).norm(), 1e-15);
}

TEST(SelectParticles, Boxes)
{
    const ClothMesh grid = grid_cloth();
    EXPECT_EQ(selected(PinBox{{0.5, -1, -1}, {1.5, 1.5, 1}}, grid), (Indices{1, 4}));
    EXPECT_EQ(selected(PinBox{{-9, -9, -9}, {9, 9, 9}}, grid).size(), 12U);
    EXPECT_TRUE(selected(PinBox{{0, 0, 1}, {3, 3, 2}}, grid).empty());
    const ClothMesh mesh = triangle_cloth();
    EXPECT_EQ(selected(PinBox{{1, 0, 0}, {1, 1, 0}}, mesh), (Indices{1, 2})) << "the faces of the box belong to it";
}

TEST(SelectParticles, IndicesInAnyOrderAndTwice)
{
    EXPECT_EQ(selected(PinIndices{{7, 2, 11, 2}}, grid_cloth()), (Indices{2, 7, 11}));
    EXPECT_EQ(selected(PinIndices{{3, 0}}, triangle_cloth()), (Indices{0, 3}));
    EXPECT_TRUE(selected(PinIndices{}, grid_cloth()).empty());
}

TEST(SelectParticles, AMeshHasNoCornersOrEdges)
{
    EXPECT_TRUE(selected(PinCorner{}, triangle_cloth()).empty());
    EXPECT_TRUE(selected(PinEdge{}, triangle_cloth()).empty());
}

const std::vector<Vec3> positions{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};

TEST(Pins, WithoutKeyframesStayWhereTheyAre)
{
    Pins pins;
    pins.add(PinDescription{}, Indices{1, 3}, positions);
    ASSERT_EQ(pins.particles().size(), 2U);
    for (const double time : {-1.0, 0.0, 100.0}) {
        EXPECT_EQ(pins.position(0, time), positions[1]);
        EXPECT_EQ(pins.position(1, time), positions[3]);
    }
}

TEST(Pins, AscendWhateverTheOrderTheyWereAddedIn)
{
    Pins pins;
    PinDescription second;
    second.motion.keyframes = {{.time = 0, .translation = {0, 0, 1}}};
    pins.add(PinDescription{}, Indices{3}, positions);
    pins.add(second, Indices{0, 2}, positions);
    EXPECT_EQ(Indices(pins.particles().begin(), pins.particles().end()), (Indices{0, 2, 3}));
    EXPECT_EQ(pins.position(0, 0), Vec3(0, 0, 1));
    EXPECT_EQ(pins.position(1, 0), Vec3(2, 0, 1));
    EXPECT_EQ(pins.position(2, 0), Vec3(3, 0, 0));
}

TEST(Pins, TheFirstPinHoldsAParticleThatIsPinnedTwice)
{
    Pins pins;
    PinDescription moving;
    moving.motion.keyframes = {{.time = 0, .translation = {0, 5, 0}}};
    pins.add(moving, Indices{1}, positions);
    pins.add(PinDescription{}, Indices{1, 2}, positions);
    ASSERT_EQ(pins.particles().size(), 2U);
    EXPECT_EQ(pins.position(0, 0), Vec3(1, 5, 0));
    EXPECT_EQ(pins.position(1, 0), Vec3(2, 0, 0));
}

TEST(Pins, TranslationIsLinearBetweenKeyframesAndConstantOutside)
{
    PinDescription pin;
    pin.motion.keyframes = {{.time = 1, .translation = {0, 0, 0}},
                            {.time = 2, .translation = {0, 0, 4}},
                            {.time = 4, .translation = {2, 0, 4}}};
    Pins pins;
    pins.add(pin, Indices{1}, positions);
    const auto expect_at = [&](double time, const Vec3& translation) {
        EXPECT_LT((pins.position(0, time) - positions[1] - translation).norm(), 1e-15) << time;
    };
    expect_at(0, {0, 0, 0});
    expect_at(1, {0, 0, 0});
    expect_at(1.25, {0, 0, 1});
    expect_at(2, {0, 0, 4});
    expect_at(3, {1, 0, 4});
    expect_at(4, {2, 0, 4});
    expect_at(40, {2, 0, 4});
}

TEST(Pins, BeforeTheFirstKeyframeItHolds)
{
    PinDescription pin;
    pin.motion.keyframes = {{.time = 1, .translation = {7, 0, 0}}};
    Pins pins;
    pins.add(pin, Indices{0}, positions);
    EXPECT_EQ(pins.position(0, 0), Vec3(7, 0, 0));
    EXPECT_EQ(pins.position(0, 2), Vec3(7, 0, 0));
}

TEST(Pins, RotateAboutThePivotThenTranslate)
{
    PinDescription pin;
    pin.motion.axis = {0, 0, 5};  // any length
    pin.motion.pivot = {1, 0, 0};
    pin.motion.keyframes = {{.time = 0}, {.time = 2, .translation = {0, 0, 3}, .angle = 180}};
    Pins pins;
    pins.add(pin, Indices{1, 3}, positions);
    for (const double time : {0.0, 0.5, 1.0, 2.0})
        EXPECT_LT((pins.position(0, time) - Vec3(1, 0, 1.5 * time)).norm(), 1e-14) << "the pivot does not turn";
    // Counter-clockwise seen from the tip of the axis; the angle, too, is linear in time.
    EXPECT_LT((pins.position(1, 1) - Vec3(1, 2, 1.5)).norm(), 1e-14);
    EXPECT_LT((pins.position(1, 2) - Vec3(-1, 0, 3)).norm(), 1e-14);
    EXPECT_LT((pins.position(1, 0.5) - Vec3(1 + std::sqrt(2), std::sqrt(2), 0.75)).norm(), 1e-14);
}

TEST(Pins, ManyTurnsAreManyTurns)
{
    PinDescription pin;
    pin.motion.keyframes = {{.time = 0}, {.time = 1, .angle = 720}};
    Pins pins;
    pins.add(pin, Indices{1}, positions);
    EXPECT_LT((pins.position(0, 0.125) - Vec3(0, 1, 0)).norm(), 1e-14);
    EXPECT_LT((pins.position(0, 0.5) - Vec3(1, 0, 0)).norm(), 1e-14);
}

}  // namespace
}  // namespace tulle
