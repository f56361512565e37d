#include "materials/hysteresis_loop.hpp"

#include "materials/kes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace tulle {
namespace {

/// One of each kind; and one whose width comes and goes, faster than it is wide.
std::vector<std::pair<std::string, MeasuredLoop>> loops()
{
    MeasuredLoop pinched;
    pinched.loading = {{-2, -3}, {-1, 0}, {0, 1}, {0.5, 1.5}, {1, 3}, {2, 5}};
    pinched.unloading = {{-2, -3}, {-1, -2.5}, {0, -1}, {0.5, 1.5}, {1, 1.5}, {2, 5}};
    return {{"tension", loop_of(KesTension{0.05, 0.6, 0.6})},
            {"shear", loop_of(KesShear{60, 1.0, 3.0})},
            {"bending", loop_of(KesBending{1e-5, 1e-3})},
            {"pinched", pinched}};
}

double span_of(const MeasuredLoop& loop) { return loop.loading.back().at; }
double least(const MeasuredLoop& loop) { return std::max(loop.loading.front().at, -span_of(loop)); }

double on_branch(const std::vector<LoopPoint>& points, double q)
{
    for (std::size_t k = 1; k < points.size(); ++k)
        if (q <= points[k].at)
            return points[k - 1].value + (points[k].value - points[k - 1].value) *
                                             ((q - points[k - 1].at) / (points[k].at - points[k - 1].at));
    return points.back().value;
}

double greatest(const MeasuredLoop& loop) { return loop.loading.back().value; }

TEST(HysteresisLoop, RetracesTheMeasuredLoopWhenDrivenLikeTheTest)
{
    for (const auto& [name, measured] : loops()) {
        const HysteresisLoop loop(measured);
        const double low = name == "tension" ? 0.0 : least(measured), high = span_of(measured);
        const auto turn_at = [&](double q) { return 2 * loop.half_width(q) / loop.reversal(q); };
        const double turn = std::max(turn_at(low), turn_at(std::nextafter(high, low)));
        LoopHistory history;
        int compared = 0;
        const auto drive = [&](double from, double to, const std::vector<LoopPoint>* branch) {
            constexpr int steps = 997;
            for (int k = 1; k <= steps; ++k) {
                const double q = from + (to - from) * k / steps;
                const LoopResponse response = loop.respond(q, history);
                history = {q, response.offset};
                if (branch == nullptr || std::abs(q - from) < 1.001 * turn) continue;
                EXPECT_NEAR(response.value, on_branch(*branch, q), 1e-9 * greatest(measured)) << name << " at " << q;
                ++compared;
            }
        };
        drive(0, high, nullptr);
        for (int cycle = 0; cycle < 3; ++cycle) {
            drive(high, low, &measured.unloading);
            drive(low, high, &measured.loading);
        }
        EXPECT_GT(compared, 4000) << name;
    }
}

TEST(HysteresisLoop, OneLongStepIsAsManyShortOnes)
{
    std::mt19937 random(7);
    for (const auto& [name, measured] : loops()) {
        const HysteresisLoop loop(measured);
        std::uniform_real_distribution<double> place(1.3 * least(measured), 1.3 * span_of(measured));
        LoopHistory far, near;
        for (int k = 0; k < 300; ++k) {
            const double from = far.at, to = place(random);
            far = loop.advanced(to, far);
            for (int step = 1; step <= 50; ++step) near = loop.advanced(from + (to - from) * step / 50, near);
            near.at = to;
            EXPECT_NEAR(far.offset, near.offset, 1e-10 * greatest(measured)) << name;
        }
    }
}

TEST(HysteresisLoop, MinorLoopsClose)
{
    std::mt19937 random(3);
    for (const auto& [name, measured] : loops()) {
        const HysteresisLoop loop(measured);
        std::uniform_real_distribution<double> place(least(measured), span_of(measured));
        for (int k = 0; k < 200; ++k) {
            const double a = place(random), b = place(random);
            LoopHistory history = loop.advanced(b, loop.advanced(a, loop.advanced(place(random), {})));
            const LoopHistory once = loop.advanced(b, loop.advanced(a, history));
            const LoopHistory twice = loop.advanced(b, loop.advanced(a, once));
            EXPECT_NEAR(once.offset, twice.offset, 1e-12 * greatest(measured)) << name;
        }
    }
}

/// The work of a way is the integral of the force over it; force is linear between points of the table and between the
/// places where s begins or ends to slide, so that fine trapezia add up to it.
TEST(HysteresisLoop, NoClosedWayYieldsEnergy)
{
    std::mt19937 random(11);
    for (const auto& [name, measured] : loops()) {
        const HysteresisLoop loop(measured);
        std::uniform_real_distribution<double> place(least(measured), span_of(measured));
        const double scale = greatest(measured) * span_of(measured);
        LoopHistory history;
        double force = loop.respond(0, history).value, lost = 0;
        double stored = loop.energy(0, 0);
        for (int k = 0; k < 10000; ++k) {
            const double from = history.at, to = place(random);
            double work = 0;
            for (int step = 1; step <= 400; ++step) {
                const double q = from + (to - from) * step / 400;
                const LoopResponse response = loop.respond(q, history);
                work += 0.5 * (force + response.value) * (q - history.at);
                force = response.value;
                history = {q, response.offset};
            }
            const double now = loop.energy(history.at, history.offset);
            // Never more than the trapezia are inexact.
            EXPECT_GT(work - (now - stored), -2e-4 * scale) << name;
            lost += work - (now - stored);
            stored = now;
        }
        EXPECT_GT(lost, 100 * scale * 0.01) << name;
    }
}

/// Whatever goes into a force that sticks comes back: its work is the change of the stored energy, also where the slope
/// of reversals changes on the way.
TEST(HysteresisLoop, WhileItSticksAllWorkIsStored)
{
    std::mt19937 random(13);
    for (const auto& [name, measured] : loops()) {
        const HysteresisLoop loop(measured);
        std::uniform_real_distribution<double> place(least(measured), span_of(measured));
        const double scale = greatest(measured) * span_of(measured);
        int across = 0;
        for (int k = 0; k < 2000; ++k) {
            LoopHistory history = loop.advanced(place(random), loop.advanced(place(random), {}));
            const double back = place(random), stride = (back - history.at) / 4000;
            const double k_before = loop.reversal(history.at);
            double work = 0;
            const double stored = loop.energy(history.at, history.offset);
            double force = loop.respond(history.at, history).value;
            for (int step = 0; step < 4000; ++step) {
                const double q = history.at + stride;
                const LoopResponse response = loop.respond(q, history);
                if (response.slides) break;
                work += 0.5 * (force + response.value) * stride;
                force = response.value;
                history = {q, response.offset};
            }
            // Trapezia are inexact by one stride around each point of the table.
            const double inexact = loop.steepest() * stride * stride;
            EXPECT_NEAR(loop.energy(history.at, history.offset) - stored, work, 4 * inexact + 1e-12 * scale) << name;
            if (loop.reversal(history.at) != k_before) ++across;
        }
        if (name == "tension" || name == "pinched") {
            EXPECT_GT(across, 50) << name;
        }
    }
}

/// Up and down, sticking and sliding, over several pieces: what is reached has the force that was asked for.
TEST(HysteresisLoop, ReachesAForceWhereItHasIt)
{
    std::mt19937 random(17);
    for (const auto& [name, measured] : loops()) {
        const HysteresisLoop loop(measured);
        std::uniform_real_distribution<double> place(1.3 * least(measured), 1.3 * span_of(measured));
        for (int k = 0; k < 2000; ++k) {
            const LoopHistory history = loop.advanced(place(random), loop.advanced(place(random), {}));
            const double value = loop.respond(place(random), history).value;
            const double q = loop.reaching(value, history);
            ASSERT_TRUE(std::isfinite(q)) << name;
            EXPECT_NEAR(loop.respond(q, history).value, value, 1e-10 * greatest(measured)) << name;
        }
        EXPECT_EQ(loop.reaching(loop.respond(0, {}).value, {}), 0) << name;
    }
    MeasuredLoop flat;
    flat.loading = flat.unloading = {{-2, -1}, {-1, -1}, {1, 1}, {2, 1}};
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(HysteresisLoop(flat).reaching(2, {0, 0}), infinity);
    EXPECT_EQ(HysteresisLoop(flat).reaching(-2, {0, 0}), -infinity);
}

/// A loop that is closed at rest has no width there to stick in: its slope is that of the branch ahead.
TEST(HysteresisLoop, WithoutWidthItSlides)
{
    const HysteresisLoop loop(loop_of(KesTension{0.05, 0.6, 0.6}));
    ASSERT_EQ(loop.half_width(0), 0);
    const double d = 1e-7, ahead = (loop.respond(d, {}).value - loop.respond(0, {}).value) / d;
    EXPECT_NEAR(loop.respond(0, {}).slope, ahead, 1e-6 * ahead);
    EXPECT_LT(loop.respond(0, {}).slope, 2 * loop.slope_at_zero());
}

/// Reversals are steep against the branch at hand, not against the steepest part of the table.
TEST(HysteresisLoop, ReversalsAreAsSteepAsTheBranchAsks)
{
    MeasuredLoop measured;
    measured.loading = {{0, 0}, {0.01, 10}, {0.1, 5000}};
    measured.unloading = {{0, 0}, {0.01, 6}, {0.1, 3000}};
    const HysteresisLoop loop(measured);
    EXPECT_DOUBLE_EQ(loop.reversal(0.005), 10 * 800);
    EXPECT_DOUBLE_EQ(loop.reversal(0.05), 10 * (4000.0 - 8) / 0.09);
    measured.reversal = 1e6;
    EXPECT_EQ(HysteresisLoop(measured).reversal(0.005), 1e6);
    EXPECT_EQ(HysteresisLoop(measured).reversal(0.05), 1e6);
}

TEST(HysteresisLoop, SlopeIsThatOfTheForceOnTheWay)
{
    std::mt19937 random(5);
    for (const auto& [name, measured] : loops()) {
        const HysteresisLoop loop(measured);
        std::uniform_real_distribution<double> place(1.2 * least(measured), 1.2 * span_of(measured));
        int agree = 0;
        for (int k = 0; k < 1000; ++k) {
            const LoopHistory history = loop.advanced(place(random), loop.advanced(place(random), {}));
            const double q = place(random), d = 1e-7 * span_of(measured);
            const double slope = (loop.respond(q + d, history).value - loop.respond(q - d, history).value) / (2 * d);
            if (std::abs(slope - loop.respond(q, history).slope) < 1e-5 * loop.steepest()) ++agree;
        }
        EXPECT_GT(agree, 995) << name << ": at corners of the table it may be either";
    }
}

TEST(HysteresisLoop, WithoutWidthItIsACurve)
{
    MeasuredLoop measured;
    measured.loading = measured.unloading = {{-1, -2}, {0, 0}, {1, 4}};
    const HysteresisLoop loop(measured);
    const LoopResponse response = loop.respond(0.5, {-0.7, 0});
    EXPECT_DOUBLE_EQ(response.value, 2);
    EXPECT_DOUBLE_EQ(response.slope, 4);
    EXPECT_DOUBLE_EQ(loop.energy(0.5, 0), 0.5);
    EXPECT_DOUBLE_EQ(loop.energy(-0.5, 0), 0.25);
    EXPECT_DOUBLE_EQ(loop.respond(3, {}).value, 12);
    EXPECT_DOUBLE_EQ(loop.respond(-3, {}).value, -6);
}

TEST(LoopProblem, SaysWhatIsWrongAndWhere)
{
    MeasuredLoop good = loop_of(KesBending{1e-5, 1e-3});
    EXPECT_EQ(loop_problem(good), "");
    MeasuredLoop above = good;
    above.unloading[1].value = 1;
    EXPECT_NE(loop_problem(above).find("unloading is above loading at 250"), std::string::npos);
    MeasuredLoop back = good;
    back.loading[1].at = -300;
    EXPECT_NE(loop_problem(back).find("loading[1] does not lie beyond"), std::string::npos);
    MeasuredLoop falls = good;
    falls.unloading[0].value = 1;
    EXPECT_NE(loop_problem(falls).find("unloading[1] is lower"), std::string::npos);
    MeasuredLoop short_branch = good;
    short_branch.loading.pop_back();
    EXPECT_NE(loop_problem(short_branch).find("at least 2 points"), std::string::npos);
    MeasuredLoop lifted = good;
    for (auto* branch : {&lifted.loading, &lifted.unloading})
        for (LoopPoint& point : *branch) point.value += 1;
    EXPECT_NE(loop_problem(lifted).find("zero force"), std::string::npos);
}

}  // namespace
}  // namespace tulle
