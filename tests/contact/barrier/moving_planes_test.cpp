// Motion that planes limit, particle by particle: nothing passes, and what moves together is not held.

#include "contact/barrier/moving_planes.hpp"

#include "contact/barrier/barrier_potential.hpp"
#include "contact/barrier/cloth_contact.hpp"
#include "contact/barrier/made_surface.hpp"
#include "geometry/continuous_distance.hpp"
#include "geometry/surface_crossings.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

using testing::layers;
using testing::MadeSurface;
using testing::moved;
using Positions = std::vector<Vec3>;

constexpr double sheet_thickness = 0.03;  // m

MadeSurface sheets(unsigned seed)
{
    MadeSurface made = layers(3, 5, 0.05, sheet_thickness);
    made.x = moved(made.x, 0.02, seed);
    return made;
}

ClothContact contact_of(const MadeSurface& made)
{
    return {made.surface(), std::vector<double>(made.x.size(), 0.01), 0.01};
}

/// Whether a pair meets on straight ways, as continuous detection sees it.
bool meets(const SurfacePair& pair, const Positions& from, const Positions& to)
{
    const auto way = [&](int k) { return MovingPoint{from[pair.particles[k]], to[pair.particles[k]]}; };
    const ImpactTolerance touching{0, 1e-9};
    return pair.kind == PairKind::vertex_face ? point_triangle_impact(way(0), {way(1), way(2), way(3)}, touching).hit
                                              : edge_edge_impact({way(0), way(1)}, {way(2), way(3)}, touching).hit;
}

TEST(MovingPlanes, LetNothingPass)
{
    int shortened = 0, whole = 0;
    for (unsigned seed = 1; seed <= 8; ++seed) {
        const MadeSurface made = sheets(seed);
        const ContactSurface surface = made.surface();
        std::vector<SurfacePair> all;
        PairSearch(surface).find_meeting(made.x, made.x, 10, all);
        ClothContact contact = contact_of(made);
        // A metre leads through everything.
        for (const double by : {0.005, 0.03, 0.1, 1.0}) {
            const Positions wanted = moved(made.x, by, seed + 100);
            Positions to = wanted;
            contact.limit_motion(made.x, to);
            for (std::size_t i = 0; i < to.size(); ++i) {
                const Vec3 way = wanted[i] - made.x[i], gone = to[i] - made.x[i];
                const double part = gone.norm() / way.norm();
                EXPECT_LE(part, 1 + 1e-12);
                EXPECT_LE((gone - part * way).norm(), 1e-12) << "along its own way";
                (part < 1 - 1e-12 ? shortened : whole) += 1;
            }
            for (const SurfacePair& pair : all) {
                EXPECT_FALSE(meets(pair, made.x, to)) << by;
                const double before = closest_points(pair, made.x).between.norm();
                EXPECT_GE(closest_points(pair, to).between.norm(),
                          (least_gap_left - 1e-6) * std::min(before, surface.contact_distance(pair)));
            }
            EXPECT_TRUE(find_surface_crossings({to, made.faces}).empty());
        }
    }
    EXPECT_GT(shortened, 500) << "or nothing was tested";
    EXPECT_GT(whole, 500) << "or everything stands still";
}

/// A still plane would stop the upper of two sheets that fall together; the lower one stops only when something does.
TEST(MovingPlanes, DoNotHoldWhatMovesTogether)
{
    const MadeSurface made = layers(3, 5, 0.02, sheet_thickness);
    ClothContact contact = contact_of(made);
    Positions to = made.x;
    for (Vec3& x : to) x += Vec3(0.1, 0.05, -0.5);
    const Positions wanted = to;
    contact.limit_motion(made.x, to);
    EXPECT_EQ(to, wanted);
}

/// One sheet falls on another that stands: only the one that falls is shortened, to half of the gap.
TEST(MovingPlanes, ShortenWhatComesNearer)
{
    MadeSurface made;
    const MadeSurface two = layers(2, 4, 0.02, sheet_thickness);
    made = two;
    const std::size_t half = made.x.size() / 2;
    ClothContact contact = contact_of(made);
    Positions to = made.x;
    for (std::size_t i = half; i < to.size(); ++i) to[i].z() -= 0.5;
    contact.limit_motion(made.x, to);
    for (std::size_t i = 0; i < half; ++i) EXPECT_EQ(to[i], made.x[i]);
    for (std::size_t i = half; i < to.size(); ++i) EXPECT_NEAR(to[i].z(), 0.01, 1e-6);
}

TEST(MovingPlanes, ThreadsChangeNoBit)
{
    MadeSurface made = layers(2, 36, 0.02, 0.02);
    made.x = moved(made.x, 0.003, 1);
    const Positions wanted = moved(made.x, 0.03, 2);
    const auto limited = [&](int threads) {
        const ThreadLimit limit(threads);
        ClothContact contact = contact_of(made);
        Positions to = wanted;
        contact.limit_motion(made.x, to);
        return to;
    };
    const Positions one = limited(1);
    EXPECT_NE(one, wanted);
    EXPECT_EQ(limited(2), one);
}

/// An obstacle that comes nearer in motion after motion ends at a part of the contact distance; cloth may come nearer.
TEST(MovingPlanes, LeaveClothRoomBesideAnObstacleThatPresses)
{
    constexpr double d_hat = 0.03;
    const MadeSurface made = layers(2, 3, 0.05, sheet_thickness);
    const std::size_t cloth = made.x.size() / 2;
    ClothContact contact(made.surface_with_obstacle({d_hat, 0}, true), std::vector<double>(made.x.size(), 0.01), 0.01);
    Positions x = made.x;
    const auto gap_after_moving = [&](std::size_t first, std::size_t last, double by) {
        for (int motion = 0; motion < 40; ++motion) {
            Positions to = x;
            for (std::size_t p = first; p < last; ++p) to[p].z() += by;
            contact.limit_motion(x, to);
            x = to;
        }
        const auto height = [](const Vec3& a) { return a.z(); };
        return std::ranges::min(std::span(x).subspan(cloth), {}, height).z() -
               std::ranges::max(std::span(x).first(cloth), {}, height).z();
    };
    EXPECT_NEAR(gap_after_moving(cloth, x.size(), -0.1), least_gap_pressed * d_hat, 1e-6 * d_hat);
    const double gap = gap_after_moving(0, cloth, 0.1);
    EXPECT_LT(gap, 0.1 * least_gap_pressed * d_hat);
    EXPECT_GT(gap, 0);
}

}  // namespace
}  // namespace tulle
