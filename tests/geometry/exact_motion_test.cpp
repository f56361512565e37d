#include "geometry/exact_motion.hpp"

#include "geometry/triangle_distance.hpp"
#include "support/random_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

using testing::exact_meeting;
using testing::Meeters;
using testing::Meeting;
using testing::RandomValues;
using FourMotions = std::array<MovingPoint, 4>;

constexpr double just_above_zero = std::numeric_limits<double>::denorm_min();

Vec3 small_numbers(RandomValues& random, int most)
{
    return {1.0 * random.integer(-most, most), 1.0 * random.integer(-most, most), 1.0 * random.integer(-most, most)};
}

MovingPoint resting(const Vec3& x) { return {x, x}; }

FourMotions swapped_in_time(const FourMotions& m)
{
    FourMotions back;
    for (int k = 0; k < 4; ++k) back[k] = {m[k].end, m[k].start};
    return back;
}

/// The first meeting is at `time` exactly, whatever the numbers' kind and the order of the corners.
void expect_first_at(Meeters meeters, const FourMotions& m, double time)
{
    std::array<FourMotions, 3> orders{m, m, m};
    if (meeters == Meeters::point_and_triangle) {
        orders[1] = {m[0], m[2], m[3], m[1]};
        orders[2] = {m[0], m[3], m[2], m[1]};
    } else {
        orders[1] = {m[2], m[3], m[1], m[0]};
        orders[2] = {m[1], m[0], m[2], m[3]};
    }
    for (const FourMotions& order : orders)
        for (const bool only_long : {false, true}) {
            const Meeting until = exact_meeting(meeters, order, time, only_long);
            EXPECT_TRUE(until.ever);
            EXPECT_FALSE(until.before);
            EXPECT_EQ(until.at_start, time == 0);
            if (time < 1) {
                const double next = time == 0 ? just_above_zero : std::nextafter(time, 2);
                EXPECT_TRUE(exact_meeting(meeters, order, next, only_long).before);
            }
        }
}

void expect_never(Meeters meeters, const FourMotions& m)
{
    for (const bool only_long : {false, true})
        for (const FourMotions& motion : {m, swapped_in_time(m)}) {
            const Meeting meeting = exact_meeting(meeters, motion, 1, only_long);
            EXPECT_FALSE(meeting.ever);
            EXPECT_FALSE(meeting.at_start);
            EXPECT_FALSE(meeting.before);
        }
}

const FourMotions over_triangle{resting({1, 1, 0}), resting({0, 0, 0}), resting({4, 0, 0}), resting({0, 4, 0})};

/// A point that falls, or slides in the plane, onto the resting triangle (0, 0), (4, 0), (0, 4).
FourMotions falls(const Vec3& start, const Vec3& end)
{
    FourMotions m = over_triangle;
    m[0] = {start, end};
    return m;
}

TEST(ExactMotion, APointMeetsAFaceAnEdgeAndACorner)
{
    for (const double t : {0.0, 0.125, 0.5, 0.75, 1.0}) {
        for (const Vec3& at : {Vec3(1, 1, 0), Vec3(2, 0, 0), Vec3(2, 2, 0), Vec3(0, 0, 0), Vec3(4, 0, 0)}) {
            const Vec3 displacement(8, -16, 32);
            expect_first_at(Meeters::point_and_triangle, falls(at - t * displacement, at + (1 - t) * displacement), t);
        }
        // Next to an edge and to a corner by as little as a double can tell.
        for (const Vec3& at : {Vec3(2, -1e-300, 0), Vec3(std::nextafter(2, 3), 2, 0), Vec3(std::nextafter(4, 5), 0, 0)})
            expect_never(Meeters::point_and_triangle, falls(at + Vec3(0, 0, 3), at - Vec3(0, 0, 5)));
    }
    expect_never(Meeters::point_and_triangle, falls({1, 1, 2}, {1, 1, 1e-300}));
    expect_first_at(Meeters::point_and_triangle, falls({1, 1, 2}, {1, 1, 0}), 1);
}

TEST(ExactMotion, APointInThePlaneMeetsTheBoundary)
{
    expect_first_at(Meeters::point_and_triangle, falls({-4, 1, 0}, {12, 1, 0}), 0.25);
    expect_first_at(Meeters::point_and_triangle, falls({-4, 4, 0}, {4, -4, 0}), 0.5);  // a corner, else outside
    expect_first_at(Meeters::point_and_triangle, falls({8, 0, 0}, {-8, 0, 0}), 0.25);  // along an edge
    expect_first_at(Meeters::point_and_triangle, falls({1, 1, 0}, {1, 1, 0}), 0);
    expect_never(Meeters::point_and_triangle, falls({-4, std::nextafter(4, 0), 0}, {4, -4, 0}));
    expect_never(Meeters::point_and_triangle, falls({5, 0, 0}, {9, 0, 0}));
    // A triangle that shrinks to a point and past it, in its plane: it turns over and meets the point there.
    FourMotions m = falls({1, 1, 0}, {1, 1, 0});
    m[0] = resting({-1, -1, 0});
    for (int k = 1; k < 4; ++k) m[k].end = -m[k].start;
    expect_first_at(Meeters::point_and_triangle, m, 0.75);
}

TEST(ExactMotion, ATriangleWithoutAreaIsAnEdgeOrAPoint)
{
    FourMotions m = falls({1, 1, 3}, {1, 1, -1});
    m[1] = resting({0, 0, 0});
    m[2] = resting({2, 2, 0});
    m[3] = resting({3, 3, 0});
    expect_first_at(Meeters::point_and_triangle, m, 0.75);
    m[0] = {{1, 1 + 1e-15, 3}, {1, 1, -1}};
    expect_never(Meeters::point_and_triangle, m);
    m[0] = {{-4, -4, 0}, {12, 12, 0}};  // along the edge
    expect_first_at(Meeters::point_and_triangle, m, 0.25);
    m[0] = {{4, 4, 0}, {12, 12, 0}};
    expect_never(Meeters::point_and_triangle, m);
    m[1] = m[2] = m[3] = resting({2, 2, 0});
    m[0] = {{-4, -4, 0}, {12, 12, 0}};
    expect_first_at(Meeters::point_and_triangle, m, 0.375);
    m[0] = {{-4, -4, 0}, {12, 12, 1e-9}};
    expect_never(Meeters::point_and_triangle, m);
    m[0] = resting({2, 2, 0});
    expect_first_at(Meeters::point_and_triangle, m, 0);
}

TEST(ExactMotion, EdgesMeetInsideAndAtTheirEnds)
{
    for (const double t : {0.0, 0.125, 0.5, 1.0})
        for (const double along : {-2.0, 0.0, 2.0})
            for (const double aside : {-1.0, 0.0, 1.0}) {
                const Vec3 displacement(0, 0, 16);
                const Vec3 shift(along, aside, 0);
                const auto passes = [&](const Vec3& x) {
                    return MovingPoint{x - t * displacement, x + (1 - t) * displacement};
                };
                const FourMotions m{passes(shift - Vec3::UnitY()), passes(shift + Vec3::UnitY()), resting({-2, 0, 0}),
                                    resting({2, 0, 0})};
                expect_first_at(Meeters::two_edges, m, t);
                for (const Vec3& off : {Vec3(5, 0, 0), Vec3(0, 3, 0)}) {
                    FourMotions missing = m;
                    for (int k = 0; k < 2; ++k) missing[k] = {m[k].start + off, m[k].end + off};
                    expect_never(Meeters::two_edges, missing);
                }
            }
}

TEST(ExactMotion, ParallelEdgesAndEdgesWithoutLength)
{
    const auto edges = [](const Vec3& a, const Vec3& b, const Vec3& displacement) {
        return FourMotions{MovingPoint{a, a + displacement}, MovingPoint{b, b + displacement}, resting({0, 0, 0}),
                           resting({4, 0, 0})};
    };
    // Onto each other, sidewise and lengthwise; past each other; a touch of the ends.
    expect_first_at(Meeters::two_edges, edges({1, 0, 2}, {2, 0, 2}, {0, 0, -8}), 0.25);
    expect_first_at(Meeters::two_edges, edges({4, 0, 2}, {6, 0, 2}, {0, 0, -8}), 0.25);
    expect_first_at(Meeters::two_edges, edges({5, 0, 0}, {6, 0, 0}, {-8, 0, 0}), 0.125);
    expect_never(Meeters::two_edges, edges({5, 0, 2}, {6, 0, 2}, {0, 0, -8}));
    expect_never(Meeters::two_edges, edges({5, 0, 1e-300}, {6, 0, 1e-300}, {-8, 0, 0}));
    // Points.
    expect_first_at(Meeters::two_edges, edges({1, 0, 2}, {1, 0, 2}, {0, 0, -4}), 0.5);
    expect_never(Meeters::two_edges, edges({1, 1e-15, 2}, {1, 1e-15, 2}, {0, 0, -4}));
    FourMotions points = edges({-1, -1, -1}, {-1, -1, -1}, {4, 4, 4});
    points[3] = points[2];
    expect_first_at(Meeters::two_edges, points, 0.25);
    points[0].end.x() = points[1].end.x() = 3 + 1e-15;
    expect_never(Meeters::two_edges, points);
    // An edge that turns in the plane of the other and is parallel to it for an instant only: at a touch, or not.
    const FourMotions turning{MovingPoint{{0, -1, 0}, {0, 1, 0}}, MovingPoint{{4, 2, 0}, {4, -2, 0}},
                              resting({5, 0, 0}), resting({6, 0, 0})};
    expect_never(Meeters::two_edges, turning);
    FourMotions reaching = turning;
    reaching[2] = resting({4, 0, 0});
    expect_first_at(Meeters::two_edges, reaching, 0.5);
}

/// The determinant only touches zero, and does not change its sign: what turns away as it comes.
TEST(ExactMotion, ATouchThatIsADoubleRoot)
{
    RandomValues random(1);
    for (int k = 0; k < 200; ++k) {
        const double t = random.integer(1, 15) / 16.0;
        const double tilt = random.integer(1, 9), slide = random.integer(1, 9);
        // Seen from the touch: the plane z = tilt (time - t) x, and on it the line x = slide (time - t), z = 0.
        const auto on_plane = [&](double x, double y) {
            return MovingPoint{{x, y, -t * tilt * x}, {x, y, (1 - t) * tilt * x}};
        };
        const auto on_line = [&](double y, double z) {
            return MovingPoint{{-t * slide, y, z}, {(1 - t) * slide, y, z}};
        };
        const FourMotions touching{on_line(0, 0), on_plane(-20, -8), on_plane(20, -4), on_plane(0, 16)};
        expect_first_at(Meeters::point_and_triangle, touching, t);
        FourMotions apart = touching;
        apart[0] = on_line(0, -1e-15);
        expect_never(Meeters::point_and_triangle, apart);
        const FourMotions crossing{on_line(-1, 0), on_line(1, 0), on_plane(-20, 0), on_plane(20, 0)};
        expect_first_at(Meeters::two_edges, crossing, t);
        apart = crossing;
        apart[0] = on_line(-1, -1e-15);
        apart[1] = on_line(1, -1e-15);
        expect_never(Meeters::two_edges, apart);
        // A little deeper there are two simple roots, the first before the touch.
        apart[0] = on_line(-1, 1e-15);
        apart[1] = on_line(1, 1e-15);
        EXPECT_TRUE(exact_meeting(Meeters::two_edges, apart, t).before);
    }
}

/// All corners come together in a point, at a root of third order where nothing has any size.
TEST(ExactMotion, WhatCollapsesToAPointMeetsThere)
{
    RandomValues random(2);
    for (int k = 0; k < 200; ++k) {
        const double t = random.integer(1, 16) / 16.0;
        FourMotions m;
        const Vec3 at = small_numbers(random, 9);
        for (MovingPoint& p : m) {
            const Vec3 displacement = small_numbers(random, 9);
            p = {at - t * displacement, at + (1 - t) * displacement};
        }
        for (const Meeters meeters : {Meeters::point_and_triangle, Meeters::two_edges}) {
            EXPECT_TRUE(exact_meeting(meeters, m, t).ever);
            if (!exact_meeting(meeters, m, t).at_start) expect_first_at(meeters, m, t);
        }
    }
}

/// Times and weights of few binary digits: the meeting is exact, though not always the first one.
TEST(ExactMotion, AnyPlannedMeetingIsFound)
{
    RandomValues random(3);
    int first = 0;
    for (int k = 0; k < 20000; ++k) {
        const bool is_triangle = k % 2 == 0;
        const Meeters meeters = is_triangle ? Meeters::point_and_triangle : Meeters::two_edges;
        FourMotions m;
        const int most = k % 3 == 0 ? 2 : 1000;  // few values make for much that is parallel or has no size
        for (MovingPoint& p : m) p = {small_numbers(random, most), small_numbers(random, most)};
        const double t = random.integer(0, 8) / 8.0;
        const int of_eight = random.integer(0, 8);
        const int rest = random.integer(0, 8 - of_eight);
        const int share = random.integer(0, 8);
        const std::array<double, 4> w =
            is_triangle ? std::array<double, 4>{1, of_eight / 8.0, rest / 8.0, (8 - of_eight - rest) / 8.0}
                        : std::array<double, 4>{share / 8.0, 1 - share / 8.0, of_eight / 8.0, 1 - of_eight / 8.0};
        Vec3 between = Vec3::Zero();
        for (int c = 0; c < 4; ++c)
            between += (c < (is_triangle ? 1 : 2) ? 1 : -1) * w[c] * ((1 - t) * m[c].start + t * m[c].end);
        for (int c = 0; c < (is_triangle ? 1 : 2); ++c) {
            m[c].start -= between;
            m[c].end -= between;
        }
        const Meeting meeting = exact_meeting(meeters, m, t);
        ASSERT_TRUE(meeting.ever) << k;
        ASSERT_EQ(exact_meeting(meeters, m, t, true).before, meeting.before) << k;
        if (t < 1) {
            ASSERT_TRUE(exact_meeting(meeters, m, t == 0 ? just_above_zero : std::nextafter(t, 2)).before) << k;
        }
        first += meeting.before ? 0 : 1;
    }
    EXPECT_GT(first, 10000);
}

/// Small whole numbers, so that much is degenerate, and others: dense sampling finds no meeting where there is none,
/// and comes close where there is one; both kinds of numbers agree.
TEST(ExactMotion, AgreesWithDenseSampling)
{
    RandomValues random(4);
    constexpr int samples = 400;
    int met = 0, by_doubles = 0, total = 0;
    for (int k = 0; k < 4000; ++k) {
        const bool is_triangle = k % 2 == 0;
        const Meeters meeters = is_triangle ? Meeters::point_and_triangle : Meeters::two_edges;
        FourMotions m;
        for (MovingPoint& p : m)
            p = k % 4 < 2 ? MovingPoint{small_numbers(random, 3), small_numbers(random, 3)}
                          : MovingPoint{random.vector(), random.vector()};
        double speed = 0;
        for (const MovingPoint& p : m) speed = std::max(speed, (p.end - p.start).norm());
        double nearest = std::numeric_limits<double>::infinity();
        double nearest_time = 0;
        for (int s = 0; s <= samples; ++s) {
            const double t = 1.0 * s / samples;
            std::array<Vec3, 4> x;
            for (int c = 0; c < 4; ++c) x[c] = (1 - t) * m[c].start + t * m[c].end;
            const double squared = is_triangle ? closest_on_triangle(x[0], {x[1], x[2], x[3]}).squared_distance
                                               : closest_of_segments(x[0], x[1], x[2], x[3]).squared_distance;
            if (squared < nearest) {
                nearest = squared;
                nearest_time = t;
            }
        }
        nearest = std::sqrt(nearest);
        const Meeting meeting = exact_meeting(meeters, m, nearest_time);
        const Meeting longer = exact_meeting(meeters, m, nearest_time, true);
        ASSERT_EQ(meeting.ever, longer.ever) << k;
        ASSERT_EQ(meeting.before, longer.before) << k;
        ASSERT_EQ(meeting.at_start, longer.at_start) << k;
        ASSERT_FALSE(longer.by_doubles);
        if (meeting.ever) {
            ASSERT_LE(nearest, 2 * speed / samples + 1e-12) << k;
            ++met;
        } else {
            ASSERT_GT(nearest, 0) << k;
        }
        // Backwards in time the answer is the same, but for where it starts.
        ASSERT_EQ(exact_meeting(meeters, swapped_in_time(m), 1).ever, meeting.ever) << k;
        total += k % 4 < 2 ? 0 : 1;
        by_doubles += k % 4 >= 2 && meeting.by_doubles ? 1 : 0;
    }
    EXPECT_GT(met, 500);
    EXPECT_GT(by_doubles, 0.9 * total);
}

/// The change of sign that a crossing in general position is, seen by sampling: a certain meeting.
TEST(ExactMotion, ASampledCrossingIsAMeeting)
{
    RandomValues random(5);
    int crossings = 0;
    for (int k = 0; k < 4000; ++k) {
        FourMotions m;
        for (MovingPoint& p : m) p = {random.vector(), random.vector()};
        double last = 0;
        bool crossed = false;
        for (int s = 0; s <= 200; ++s) {
            const double t = s / 200.0;
            std::array<Vec3, 4> x;
            for (int c = 0; c < 4; ++c) x[c] = (1 - t) * m[c].start + t * m[c].end;
            const Vec3 n = (x[2] - x[1]).cross(x[3] - x[1]);
            const double height = n.dot(x[0] - x[1]);
            const Vec3 weights = closest_on_triangle(x[0], {x[1], x[2], x[3]}).weights;
            // Well inside on either side of the change: the foot moves by less than this in the time between.
            const bool inside = weights.minCoeff() > 0.2 && n.norm() > 0.3;
            if (s > 0 && inside && last != 0 && height * last < 0) crossed = true;
            last = inside ? height : 0;
        }
        if (!crossed) continue;
        ++crossings;
        ASSERT_TRUE(exact_meeting(Meeters::point_and_triangle, m, 1).ever) << k;
    }
    EXPECT_GT(crossings, 50);
}

}  // namespace
}  // namespace tulle
