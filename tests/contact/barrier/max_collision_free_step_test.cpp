// How much of a way is free: ClothContact::max_collision_free_step, held to distances at many places on the way.

#include "contact/barrier/cloth_contact.hpp"

#include "contact/barrier/made_surface.hpp"
#include "geometry/surface_crossings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace tulle {
namespace {

using testing::MadeSurface;

constexpr double thickness = 0.03;  // m

/// Two sheets above each other, a little crumpled, that do not meet.
struct Sheets {
    explicit Sheets(unsigned seed) : made(testing::layers(2, 5, 0.05, thickness))
    {
        made.x = testing::moved(made.x, 0.02, seed);
        contact = std::make_unique<ClothContact>(made.surface(), std::vector<double>(made.x.size(), 0.01), 0.01);
        const ContactSurface surface = made.surface();
        PairSearch(surface).find_meeting(made.x, made.x, 10, all);
        for (const SurfacePair& pair : all)
            nearest.push_back(0.5 *
                              std::min(closest_points(pair, made.x).between.norm(), surface.contact_distance(pair)));
    }

    [[nodiscard]] std::vector<Vec3> on_the_way(const std::vector<Vec3>& to, double part) const
    {
        std::vector<Vec3> x = made.x;
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += part * (to[i] - x[i]);
        return x;
    }
    /// The smallest distance of a pair, relative to the least that is allowed on a way from the start.
    [[nodiscard]] double least_distance(const std::vector<Vec3>& x) const
    {
        double least = 1e9;
        for (std::size_t k = 0; k < all.size(); ++k)
            least = std::min(least, closest_points(all[k], x).between.norm() / nearest[k]);
        return least;
    }
    [[nodiscard]] bool crosses(const std::vector<Vec3>& x) const
    {
        return !find_surface_crossings({x, made.faces}).empty();
    }

    MadeSurface made;
    std::unique_ptr<ClothContact> contact;
    std::vector<SurfacePair> all;
    std::vector<double> nearest;  // m, per pair
};

void expect_free_until(const Sheets& sheets, const std::vector<Vec3>& to, double part)
{
    ASSERT_GE(part, 0);
    ASSERT_LE(part, 1);
    constexpr int samples = 16;
    for (int k = 0; k <= samples; ++k) {
        const std::vector<Vec3> x = sheets.on_the_way(to, part * k / samples);
        EXPECT_FALSE(sheets.crosses(x)) << part << ", " << k;
        EXPECT_GE(sheets.least_distance(x), 1 - 1e-9) << part << ", " << k;
    }
    // It ends where something is near, not sooner.
    if (part < 1) {
        EXPECT_LE(sheets.least_distance(sheets.on_the_way(to, part)), 1.2 + 1e-9) << part;
    }
}

TEST(FreePart, LetsNoPairComeTooNear)
{
    int cut = 0, free = 0;
    for (unsigned seed = 1; seed <= 6; ++seed) {
        Sheets sheets(seed);
        ASSERT_FALSE(sheets.crosses(sheets.made.x));
        // Up to 15 mm no search is needed anew; a metre is a way through everything.
        for (const double by : {0.005, 0.03, 0.1, 1.0}) {
            const std::vector<Vec3> to = testing::moved(sheets.made.x, by, seed + 100);
            const double part = sheets.contact->max_collision_free_step(sheets.made.x, to);
            (part < 1 ? cut : free) += 1;
            expect_free_until(sheets, to, part);
        }
    }
    EXPECT_GE(cut, 6);
    EXPECT_GE(free, 3);
}

TEST(FreePart, CutsAMotionAcross)
{
    for (const double shift : {0.1, 1.0, 50.0}) {
        Sheets sheets(1);
        std::vector<Vec3> to = sheets.made.x;
        for (std::size_t i = to.size() / 2; i < to.size(); ++i) to[i].z() -= shift;
        const double part = sheets.contact->max_collision_free_step(sheets.made.x, to);
        EXPECT_GT(part * shift, 0);
        EXPECT_LT(part * shift, 0.05);
        expect_free_until(sheets, to, part);
        EXPECT_FALSE(sheets.crosses(to)) << "at its end nothing meets: only the way tells";
    }
}

TEST(FreePart, IsOneWhereNothingIsInTheWay)
{
    Sheets sheets(1);
    EXPECT_EQ(sheets.contact->max_collision_free_step(sheets.made.x, sheets.made.x), 1);
    for (const double shift : {0.01, 10.0}) {
        std::vector<Vec3> together = sheets.made.x, apart = sheets.made.x;
        for (Vec3& p : together) p += Vec3(shift, -shift, 2 * shift);
        for (std::size_t i = apart.size() / 2; i < apart.size(); ++i) apart[i].z() += shift;
        EXPECT_EQ(sheets.contact->max_collision_free_step(sheets.made.x, together), 1);
        EXPECT_EQ(sheets.contact->max_collision_free_step(sheets.made.x, apart), 1);
    }
}

/// A sheet folded onto itself.
TEST(FreePart, CutsTheMotionOfAClothThroughItself)
{
    MadeSurface made = testing::layers(1, 8, 0, thickness);
    ClothContact contact(made.surface(), std::vector<double>(made.x.size(), 0.01), 0.01);
    std::vector<Vec3> from = made.x, to = made.x;
    // Bent into a U, then the one side goes through the other.
    for (std::size_t i = 0; i < from.size(); ++i) {
        const double u = made.x[i].x();
        from[i] = u < 0.4 ? Vec3(u, made.x[i].y(), 0)
                          : (u > 0.6 ? Vec3(1 - u, made.x[i].y(), 0.2) : Vec3(0.45, made.x[i].y(), u - 0.4));
        to[i] = from[i];
        if (u > 0.6) to[i].z() -= 0.4;
    }
    ASSERT_TRUE(find_surface_crossings({from, made.faces}).empty());
    const double part = contact.max_collision_free_step(from, to);
    EXPECT_GT(part, 0);
    EXPECT_LT(part, 0.5);
    for (int k = 0; k <= 50; ++k) {
        std::vector<Vec3> x = from;
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += part * k / 50 * (to[i] - from[i]);
        EXPECT_TRUE(find_surface_crossings({x, made.faces}).empty());
    }
}

}  // namespace
}  // namespace tulle
