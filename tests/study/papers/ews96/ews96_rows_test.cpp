#include "study/papers/ews96/ews96_rows.hpp"

#include "materials/hysteresis_loop.hpp"
#include "materials/kes.hpp"
#include "support/fabrics.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

TEST(Ews96Rows, AreThoseOfThePaper)
{
    ASSERT_EQ(ews96_rows().size(), 6U);
    double minutes = 0, interactions = 0;
    int with_bulirsch_stoer = 0;
    for (const Ews96Row& row : ews96_rows()) {
        ASSERT_TRUE(row.paper.has_value());
        minutes += row.paper->mean_frame / 60;
        interactions += row.paper->contact_seconds;
        if (row.paper->bulirsch_stoer) ++with_bulirsch_stoer;
        EXPECT_LT(row.paper->least_frame, row.paper->mean_frame);
        EXPECT_LT(row.paper->mean_frame, row.paper->most_frame);
        EXPECT_EQ(row.paper->force_seconds, row.particles() == 900 ? 0.26 : 0.86);
    }
    EXPECT_NEAR(minutes, 5 + 6 + 6 + 21 + 24 + 27, 1e-12);
    EXPECT_NEAR(interactions, 0.18 + 0.84 + 0.06 + 0.44 + 2.2 + 0.14, 1e-12);
    EXPECT_EQ(with_bulirsch_stoer, 2);
    EXPECT_NEAR(ews96_rows()[3].paper->bulirsch_stoer->smallest, 8e-8, 1e-20);
}

TEST(Ews96Rows, ScenesStartClearOfTheirObstacle)
{
    for (const Ews96Row& row : ews96_rows()) {
        const SceneDescription scene = ews96_scene(row, {}, testing::plain_fabric());
        EXPECT_TRUE(check(scene).empty());
        const Simulation simulation(scene);
        EXPECT_EQ(simulation.particle_count(), row.particles());
        EXPECT_EQ(simulation.frame_count(), 4);
        // No particle of an even number is above the middle of the sphere; four are beside it.
        const double kept = scene.cloths[0].thickness, radius = 0.3;
        const double gap = row.example == Ews96Example::sphere
                               ? std::hypot(radius + kept + 0.01, std::sqrt(2.0) * kept) - radius
                               : kept + 0.01;
        EXPECT_NEAR(simulation.measure().smallest_gap, gap, 1e-12) << name_of(row.example);
        EXPECT_EQ(scene.cloths[0].damping_time, 0);
        EXPECT_EQ(scene.obstacles[0].friction, testing::plain_fabric().friction);
    }
}

TEST(Ews96Rows, TensionHasALoopOnlyWhereItIsAskedFor)
{
    const FabricDescription fabric = testing::plain_fabric();
    Ews96Choices choices;
    const auto half_width = [&] {
        const SceneDescription scene = ews96_scene(ews96_rows()[0], choices, fabric);
        return HysteresisLoop(loop_of(scene.cloths[0].fabric->warp.tension)).half_width(0.02);
    };
    EXPECT_EQ(half_width(), 0);
    choices.tension_loop = true;
    EXPECT_GT(half_width(), 1);
    const FabricDescription closed = without_tension_loop(fabric);
    const HysteresisLoop loop(loop_of(closed.weft.tension));
    EXPECT_NEAR(loop.middle(0.08), 490.3325, 1e-6) << "the loading branch stays as it is";
    EXPECT_EQ(std::get<KesBending>(closed.warp.bending).width, std::get<KesBending>(fabric.warp.bending).width);
}

}  // namespace
}  // namespace tulle
