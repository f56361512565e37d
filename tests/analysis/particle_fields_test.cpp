#include "analysis/particle_fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace tulle {
namespace {

enum Field : std::size_t { speed, stretch, bending, shear, height };

class ParticleFieldsTest : public ::testing::Test {
protected:
    [[nodiscard]] std::vector<double> values(Field field) const
    {
        const ParticleFields fields(cloths_);
        std::vector<double> result(x_.size());
        fields.compute(field, x_, v_, result);
        return result;
    }

    const std::vector<ClothMesh> cloths_{make_cloth_mesh(GridDescription{.size = {1, 0.5}, .particles = {21, 11}}),
                                         make_cloth_mesh(GridDescription{.size = {0.2, 0.2}, .particles = {3, 3}})};
    std::vector<Vec3> x_ = [this] {
        std::vector<Vec3> all = cloths_[0].positions;
        all.insert(all.end(), cloths_[1].positions.begin(), cloths_[1].positions.end());
        return all;
    }();
    std::vector<Vec3> v_{x_.size(), Vec3::Zero()};
    const std::size_t first_of_second_ = cloths_[0].positions.size();
};

TEST_F(ParticleFieldsTest, TheListNamesThem)
{
    EXPECT_EQ(ParticleFields::list()[speed].name, "speed");
    EXPECT_EQ(ParticleFields::list()[stretch].name, "stretch");
    EXPECT_EQ(ParticleFields::list()[bending].name, "bending");
    EXPECT_EQ(ParticleFields::list()[shear].name, "shear");
    EXPECT_EQ(ParticleFields::list()[height].name, "height");
    EXPECT_TRUE(ParticleFields::list()[height].is_place);
}

TEST_F(ParticleFieldsTest, ARestingClothHasNone)
{
    for (const Field field : {speed, stretch, bending, height})
        for (const double value : values(field)) EXPECT_NEAR(value, 0, 1e-12);
    for (const double value : values(shear)) EXPECT_NEAR(value, 0, 1e-6);  // degrees, by the root of a rounding error
}

TEST_F(ParticleFieldsTest, SpeedIsTheLengthOfTheVelocity)
{
    v_[7] = {3, 0, -4};
    EXPECT_EQ(values(speed)[7], 5);
    EXPECT_EQ(values(speed)[8], 0);
}

TEST_F(ParticleFieldsTest, StretchIsTheLargestStrainAndStaysInItsCloth)
{
    for (std::size_t i = first_of_second_; i < x_.size(); ++i) x_[i].x() *= 1.25;
    for (std::size_t i = 0; i < x_.size(); ++i) EXPECT_NEAR(values(stretch)[i], i < first_of_second_ ? 0 : 0.25, 1e-12);
}

TEST_F(ParticleFieldsTest, StretchIsNegativeWhereEverythingIsPressedTogether)
{
    for (Vec3& x : x_) x *= 0.9;
    for (const double value : values(stretch)) EXPECT_NEAR(value, -0.1, 1e-12);
}

TEST_F(ParticleFieldsTest, AClothRolledToACylinderHasItsCurvature)
{
    const double radius = 0.4;  // m
    for (std::size_t i = 0; i < first_of_second_; ++i) {
        const double angle = x_[i].x() / radius;
        x_[i] = {radius * std::sin(angle), x_[i].y(), radius * std::cos(angle)};
    }
    const std::vector<double> curvature = values(bending);
    for (int b = 0; b < 11; ++b)
        for (int a = 1; a < 20; ++a) EXPECT_NEAR(curvature[a + 21 * b], 1 / radius, 0.01 / radius) << a << ' ' << b;
    for (std::size_t i = first_of_second_; i < x_.size(); ++i) EXPECT_NEAR(curvature[i], 0, 1e-12);
}

TEST_F(ParticleFieldsTest, ShearIsTheAngleByWhichThreadsTurn)
{
    const double angle = 25 * std::numbers::pi / 180;
    // Threads along y lean over by the angle; neither they nor those along x change their length.
    for (std::size_t i = 0; i < first_of_second_; ++i)
        x_[i] = {x_[i].x() + std::sin(angle) * x_[i].y(), 0.3, std::cos(angle) * x_[i].y()};
    const std::vector<double> angles = values(shear);
    for (std::size_t i = 0; i < x_.size(); ++i) EXPECT_NEAR(angles[i], i < first_of_second_ ? 25 : 0, 1e-6);
}

TEST_F(ParticleFieldsTest, ShearKnowsNoDirectionOfTheMeshAndNoSize)
{
    // Diagonals that stretch and shrink are threads that turn; growing as a whole changes no angle.
    const double stretch_of_diagonals = 1.2;
    for (Vec3& x : x_) {
        const double along = (x.x() + x.y()) * stretch_of_diagonals, across = (x.x() - x.y()) / stretch_of_diagonals;
        x = 3 * Vec3(0.5 * (along + across), 0.5 * (along - across), 0);
    }
    const double a = std::pow(stretch_of_diagonals, 2), b = 1 / a;
    const double expected = std::asin((a - b) / (a + b)) * 180 / std::numbers::pi;
    for (const double value : values(shear)) EXPECT_NEAR(value, expected, 1e-6);
}

TEST_F(ParticleFieldsTest, HeightIsTheThirdCoordinate)
{
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i].z() = 0.01 * static_cast<double>(i) - 1;
    const std::vector<double> heights = values(height);
    for (std::size_t i = 0; i < x_.size(); ++i) EXPECT_EQ(heights[i], x_[i].z());
}

TEST_F(ParticleFieldsTest, BendingIsTheSameForEitherSide)
{
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i].z() = 0.1 * std::sin(7 * x_[i].x() + 3 * x_[i].y());
    const std::vector<double> up = values(bending);
    for (Vec3& x : x_) x.z() = -x.z();
    const std::vector<double> down = values(bending);
    for (std::size_t i = 0; i < x_.size(); ++i) EXPECT_NEAR(up[i], down[i], 1e-9);
}

TEST_F(ParticleFieldsTest, WhatIsTornSaysNothing)
{
    IntactFaces intact(cloths_);
    const int corner = static_cast<int>(first_of_second_);  // its only face goes, and the particle flies off
    ASSERT_EQ(intact.around(corner).size(), 1U);
    intact.tear(intact.around(corner)[0]);
    x_[first_of_second_] += Vec3(1, 2, 3);
    const ParticleFields fields(cloths_);
    std::vector<double> result(x_.size());
    for (const Field field : {stretch, bending, shear}) {
        const std::vector<double> before = values(field);
        EXPECT_GT(*std::ranges::max_element(before), 1);
        fields.compute(field, x_, v_, result, intact);
        EXPECT_LT(*std::ranges::max_element(result), 1e-6);
    }
}

}  // namespace
}  // namespace tulle
