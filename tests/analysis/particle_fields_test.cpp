#include "analysis/particle_fields.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace tulle {
namespace {

enum Field : std::size_t { speed, stretch, bending };

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
}

TEST_F(ParticleFieldsTest, ARestingClothHasNone)
{
    for (const Field field : {speed, stretch, bending})
        for (const double value : values(field)) EXPECT_NEAR(value, 0, 1e-12);
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

TEST_F(ParticleFieldsTest, BendingIsTheSameForEitherSide)
{
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i].z() = 0.1 * std::sin(7 * x_[i].x() + 3 * x_[i].y());
    const std::vector<double> up = values(bending);
    for (Vec3& x : x_) x.z() = -x.z();
    const std::vector<double> down = values(bending);
    for (std::size_t i = 0; i < x_.size(); ++i) EXPECT_NEAR(up[i], down[i], 1e-9);
}

}  // namespace
}  // namespace tulle
