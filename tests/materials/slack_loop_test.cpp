#include "materials/slack_loop.hpp"

#include "materials/hysteresis_loop.hpp"
#include "materials/kes.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// Before and behind the slack the law is as it was; in it the force is that of zero.
TEST(SlackLoop, TheLawGoesOnBeyondIt)
{
    const MeasuredLoop shear = loop_of(KesShear{.stiffness = 50, .width_half_degree = 1, .width_5_degrees = 2});
    const MeasuredLoop tension = loop_of(KesTension{.extension = 0.04, .linearity = 0.7, .resilience = 0.6});
    const MeasuredLoop points{{{0, 0}, {0.1, 30}, {0.2, 90}}, {{0, 0}, {0.1, 10}, {0.2, 90}}};
    for (const MeasuredLoop& loop : {shear, tension, points})
        for (const double slack : {0.25, -0.25, 0.0}) {
            const MeasuredLoop slackened = with_slack(loop, slack);
            ASSERT_EQ(loop_problem(slackened), "");
            const HysteresisLoop plain(loop), with(slackened);
            const double low = std::min(slack, 0.0), high = std::max(slack, 0.0);
            for (const double q : {0.0, 0.01, 0.05, 0.15}) {
                EXPECT_NEAR(with.middle(high + q), plain.middle(q), 1e-9);
                EXPECT_NEAR(with.middle(low - q), plain.middle(-q), 1e-9);
                EXPECT_NEAR(with.half_width(high + q), plain.half_width(q), 1e-9);
                EXPECT_NEAR(with.energy(high + q, 0), plain.energy(q, 0), 1e-9);
                EXPECT_NEAR(with.energy(low - q, 0), plain.energy(-q, 0), 1e-9);
            }
            EXPECT_NEAR(with.middle(0.5 * slack), plain.middle(0), 1e-12);
            for (const double q : {0.01, 0.05, 0.15})
                EXPECT_NEAR(with.reversal(high + q), plain.reversal(q), 1e-9 * plain.reversal(q));
            EXPECT_GE(with.reversal(0.5 * slack), (1 - 1e-9) * plain.reversal(0));
        }
}

}  // namespace
}  // namespace tulle
