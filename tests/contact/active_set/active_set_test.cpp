#include "contact/active_set/active_set.hpp"

#include "contact/step_size.hpp"
#include "support/random_values.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace tulle {
namespace {

using testing::RandomValues;

constexpr double cloth_thickness = 0.01;  // m
const std::vector<double> unit_mass{1.0};
const Vec3 on_floor(0, 0, cloth_thickness);

const Obstacle rough_floor{PlaneShape{}, 0.5};

ActiveSet one_particle(std::vector<Obstacle> obstacles) { return {std::move(obstacles), {cloth_thickness}, {0}}; }

/// A contact that rests on the floor, in mode slide.
ActiveSet resting(double friction = 0.5)
{
    ActiveSet contacts = one_particle({{PlaneShape{}, friction}});
    contacts.predict({{on_floor}}, {{Vec3(0, 0, -0.1)}}, unit_mass, step_size);
    return contacts;
}

TEST(ActiveSet, PredictBringsAParticleOntoTheSurface)
{
    ActiveSet contacts = one_particle({rough_floor});
    const Vec3 x(0.3, 0.2, 0.015);
    contacts.predict({{x}}, {{Vec3(1, 0, -1)}}, {{2.0}}, step_size);
    ASSERT_EQ(contacts.active().size(), 1U);
    const Contact& contact = contacts.active()[0];
    EXPECT_EQ(contact.normal, Vec3::UnitZ());
    EXPECT_EQ(contact.mode, ContactMode::slide);
    EXPECT_NEAR(x.z() + step_size * contact.target, cloth_thickness, 1e-9);
    EXPECT_NEAR(contact.normal_impulse, 2.0 * (contact.target + 1), 1e-12) << "what stops it there";
}

TEST(ActiveSet, PredictLeavesOutWhatDoesNotTouchAndWhatIsPinned)
{
    ActiveSet contacts({rough_floor}, {cloth_thickness, cloth_thickness, cloth_thickness}, {0, 0, 1});
    const std::vector<Vec3> x{{0, 0, 0.1}, {0, 0, 0.02}, {0, 0, 0.02}};
    const std::vector<Vec3> v{{0, 0, -1}, {0, 0, 1}, {0, 0, -5}};
    contacts.predict(x, v, {{1.0, 1.0, 1.0}}, step_size);
    EXPECT_TRUE(contacts.active().empty());
}

TEST(ActiveSet, PredictTakesALostParticleBackOut)
{
    ActiveSet contacts = one_particle({rough_floor});
    contacts.predict({{Vec3(0, 0, -0.02)}}, {{Vec3::Zero()}}, unit_mass, step_size);
    ASSERT_EQ(contacts.active().size(), 1U);
    EXPECT_NEAR(contacts.active()[0].target, 0.03 / step_size, 1e-12);
}

TEST(ActiveSet, PredictKeepsATouchingContactAndDropsOneThatLeft)
{
    ActiveSet contacts = resting();
    std::vector<Vec3> v{Vec3::Zero()};
    contacts.finish({{Vec3(0, 0, 1)}}, v, std::vector<Vec3>(v),
                    std::vector<double>(v.size(), 1.0));  // at rest: it sticks now
    ASSERT_EQ(contacts.active()[0].mode, ContactMode::stick);
    contacts.predict({{on_floor}}, {{Vec3(0, 0, 1)}}, unit_mass, step_size);
    ASSERT_EQ(contacts.active().size(), 1U);
    EXPECT_EQ(contacts.active()[0].mode, ContactMode::stick);
    EXPECT_EQ(contacts.active()[0].normal_impulse, 1.0);
    contacts.predict({{on_floor + 1e-4 * Vec3::UnitZ()}}, {{Vec3(0, 0, 1)}}, unit_mass, step_size);
    EXPECT_TRUE(contacts.active().empty());
}

TEST(ActiveSet, DirectionsNeedNotBeUnitVectors)
{
    ActiveSet contacts({{PlaneShape{.point = Vec3::Zero(), .normal = {0, 0, 5}}, 0.0},
                        {CylinderShape{.center = {0, 5, 0}, .axis = {0, 0, 0.1}, .radius = 1, .height = 20}, 0.0}},
                       {0.0}, {0});
    std::vector<Vec3> x{{0, 4.5, -0.25}};
    EXPECT_NEAR(contacts.deepest_penetration(x), 0.5, 1e-14);
    contacts.push_out(x);
    EXPECT_LT((x[0] - Vec3(0, 4, 0)).norm(), 1e-14);
}

TEST(ActiveSet, AreSortedByParticleThenObstacle)
{
    const Obstacle wall{PlaneShape{.point = {-1, 0, 0}, .normal = {1, 0, 0}}, 0.5};
    const std::size_t n = 5000;  // several blocks of work
    ActiveSet contacts({rough_floor, wall}, std::vector<double>(n, cloth_thickness), std::vector<unsigned char>(n, 0));
    std::vector<Vec3> x(n);
    for (std::size_t p = 0; p < n; ++p) x[p] = {p % 3 == 0 ? -2.0 : 0.0, 0, p % 2 == 0 ? -1.0 : 1.0};
    contacts.predict(x, std::vector<Vec3>(n, Vec3::Zero()), std::vector<double>(n, 1.0), step_size);
    std::size_t k = 0;
    for (int p = 0; p < static_cast<int>(n); ++p)
        for (int obstacle = 0; obstacle < 2; ++obstacle) {
            if (obstacle == 0 ? p % 2 != 0 : p % 3 != 0) continue;
            ASSERT_LT(k, contacts.active().size());
            ASSERT_EQ(contacts.active()[k].particle, p);
            ASSERT_EQ(contacts.active()[k].obstacle, obstacle);
            ++k;
        }
    EXPECT_EQ(k, contacts.active().size());
}

TEST(ActiveSet, UpdateReleasesWhatWouldPull)
{
    const std::vector<Vec3> up{{0, 0, 1}};
    ActiveSet contacts = resting();
    EXPECT_FALSE(contacts.update({{on_floor}}, up, {{Vec3(0, 0, 1)}}, unit_mass, step_size, false)) << "it pushes";
    EXPECT_EQ(contacts.active()[0].normal_impulse, 1.0);
    EXPECT_FALSE(contacts.update({{on_floor}}, up, {{Vec3(0, 0, -1e-9)}}, unit_mass, step_size, false)) << "rounding";
    EXPECT_FALSE(contacts.update({{on_floor}}, up, {{Vec3(0, 0, -1)}}, unit_mass, step_size, true)) << "may only add";
    ASSERT_EQ(contacts.active().size(), 1U);
    EXPECT_TRUE(contacts.update({{on_floor}}, up, {{Vec3(0, 0, -1)}}, unit_mass, step_size, false));
    EXPECT_TRUE(contacts.active().empty());
}

TEST(ActiveSet, UpdateHoldsWhatComesStraightBack)
{
    const std::vector<Vec3> down{{0, 0, -1}};
    const std::vector<Vec3> pull{{0, 0, -1}};
    ActiveSet contacts = resting();
    EXPECT_TRUE(contacts.update({{on_floor}}, down, pull, unit_mass, step_size, false));
    ASSERT_EQ(contacts.active().size(), 1U);
    EXPECT_TRUE(contacts.active()[0].held);
    EXPECT_FALSE(contacts.update({{on_floor}}, down, pull, unit_mass, step_size, false))
        << "released twice: it would cycle";
    ASSERT_EQ(contacts.active().size(), 1U);
    contacts.predict({{on_floor}}, down, unit_mass, step_size);
    EXPECT_FALSE(contacts.active()[0].held) << "a new step starts afresh";
}

TEST(ActiveSet, UpdateAddsWhatWouldEndInside)
{
    ActiveSet contacts = one_particle({rough_floor});
    const std::vector<Vec3> none{Vec3::Zero()};
    const std::vector<Vec3> x{{0, 0, 0.02}};
    contacts.predict(x, none, unit_mass, step_size);
    ASSERT_TRUE(contacts.active().empty());
    for (const bool only_add : {true, false}) {
        ActiveSet updated = contacts;
        EXPECT_TRUE(updated.update(x, {{Vec3(0, 0, -2)}}, none, unit_mass, step_size, only_add));
        ASSERT_EQ(updated.active().size(), 1U);
        EXPECT_NEAR(updated.active()[0].target, -1, 1e-6);
    }
}

TEST(ActiveSet, FinishSticksAndSlidesByCoulomb)
{
    constexpr double friction = 0.5;
    const auto mode_after = [&](ActiveSet& contacts, const Vec3& reaction, Vec3 velocity) {
        const Vec3 before = velocity;
        contacts.finish({{reaction}}, {&velocity, 1}, {&before, 1}, std::vector{1.0});
        return contacts.active()[0].mode;
    };
    ActiveSet contacts = resting(friction);
    EXPECT_EQ(mode_after(contacts, {0, 0, 2}, {1, 0, 0}), ContactMode::slide) << "still moving";
    EXPECT_EQ(mode_after(contacts, {0, 0, 2}, {0.1 * friction_speed, 0, 0}), ContactMode::stick) << "stopped";
    EXPECT_EQ(mode_after(contacts, {0.99 * friction * 2, 0, 2}, Vec3::Zero()), ContactMode::stick) << "in the cone";
    EXPECT_EQ(mode_after(contacts, {1.01 * friction * 2, 0, 2}, Vec3::Zero()), ContactMode::slide) << "outside";
    ActiveSet ice = resting(0);
    EXPECT_EQ(mode_after(ice, {0, 0, 2}, Vec3::Zero()), ContactMode::slide) << "ice never holds";
}

TEST(ActiveSet, FinishTakesBackTheSpeedOfComingOut)
{
    for (const double deep : {0.0, 0.02}) {
        ActiveSet contacts = one_particle({rough_floor});
        contacts.predict({{Vec3(0, 0, cloth_thickness - deep)}}, {{Vec3(0, 0, -0.1)}}, unit_mass, step_size);
        ASSERT_EQ(contacts.active().size(), 1U);
        const double target = contacts.active()[0].target;
        std::vector<Vec3> v{{3, 0, target}};
        contacts.finish({{Vec3(0, 0, 1)}}, v, std::vector<Vec3>(v), std::vector<double>(v.size(), 1.0));
        EXPECT_LT((v[0] - Vec3(3, 0, 0)).norm(), 1e-12) << "held exactly at the surface";
        v[0] = {3, 0, target + 1.5};
        contacts.finish({{Vec3(0, 0, 1)}}, v, std::vector<Vec3>(v), std::vector<double>(v.size(), 1.0));
        EXPECT_LT((v[0] - Vec3(3, 0, 1.5)).norm(), 1e-12) << "what was real stays";
    }
}

TEST(ActiveSet, ShareAReactionAmongTheirNormals)
{
    RandomValues random(1);
    for (int trial = 0; trial < 50; ++trial)
        for (const int count : {1, 2, 3}) {
            std::vector<Obstacle> planes;
            Vec3 reaction = Vec3::Zero();
            std::vector<double> impulses;
            for (int k = 0; k < count; ++k) {
                const Vec3 normal = (Vec3::Unit(k) + random.vector(0.3)).normalized();
                planes.push_back({PlaneShape{.point = Vec3::Zero(), .normal = normal}, 0.3});
                impulses.push_back(random.number(0.5, 2));
                reaction += impulses.back() * normal;
            }
            ActiveSet contacts({planes}, {0.0}, {0});
            const std::vector<Vec3> x{Vec3::Zero()};
            const std::vector<Vec3> v{Vec3(-1, -1, -1)};
            contacts.predict(x, v, unit_mass, step_size);
            ASSERT_EQ(contacts.active().size(), static_cast<std::size_t>(count));
            static_cast<void>(contacts.update(x, v, {{reaction}}, unit_mass, step_size, false));
            for (std::size_t k = 0; k < impulses.size(); ++k)
                EXPECT_NEAR(contacts.active()[k].normal_impulse, impulses[k], 1e-7);  // 1e-9 is added to the diagonal
        }
}

TEST(ActiveSet, PenetrationIsMeasuredIntoBareObstaclesAndPushedOutByThickness)
{
    ActiveSet contacts({{SphereShape{.center = Vec3::Zero(), .radius = 1}, 0}}, {0.1, 0.1, 0.1}, {0, 0, 0});
    std::vector<Vec3> x{{0.7, 0, 0}, {0, 1.05, 0}, {0, 0, 3}};
    EXPECT_NEAR(contacts.deepest_penetration(x), 0.3, 1e-15);
    contacts.push_out(x);
    EXPECT_LT((x[0] - Vec3(1.1, 0, 0)).norm(), 1e-15);
    EXPECT_LT((x[1] - Vec3(0, 1.1, 0)).norm(), 1e-15);
    EXPECT_EQ(x[2], Vec3(0, 0, 3));
    EXPECT_EQ(contacts.deepest_penetration(x), 0.0);
}

TEST(ActiveSet, WithoutObstaclesAreNeverThere)
{
    ActiveSet contacts = one_particle({});
    contacts.predict({{Vec3::Zero()}}, {{Vec3(0, 0, -1)}}, unit_mass, step_size);
    EXPECT_FALSE(contacts.update({{Vec3::Zero()}}, {{Vec3(0, 0, -1)}}, {{Vec3::Zero()}}, unit_mass, step_size, false));
    EXPECT_TRUE(contacts.active().empty());
}

}  // namespace
}  // namespace tulle
