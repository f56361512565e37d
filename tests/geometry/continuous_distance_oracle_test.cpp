// Continuous collision detection against an oracle without rounding, over a million random and adversarial motions:
// what meets is always called an impact, and never too late. What is called an impact without being one is counted, and
// must be a near miss.

#include "geometry/straight_motions.hpp"

#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

namespace tulle {
namespace {

using testing::dyadic_motions;
using testing::dyadic_vector;
using testing::dyadic_weights;
using testing::exact_meeting;
using testing::free_motions;
using testing::let_meet;
using testing::Meeting;
using testing::Motions;
using testing::moves;
using testing::nudge;
using testing::PointAndTriangleMotions;
using testing::RandomValues;
using testing::rounding_of;
using testing::scale;
using testing::tenth_powers;
using testing::TwoEdgesMotions;

/// Of every family and kind. Ten times two of them make a million; tangential motions, where detection often takes all
/// the iterations it may, are fewer and come on top.
constexpr int cases = testing::sanitized ? 2000 : 50000;
constexpr int tangential_cases = cases / 5;

/// Every case is tried with the usual slop and with next to none.
constexpr std::array<double, 2> slops{1e-7, 1e-14};

template <class Kind>
class ContinuousDistanceOracle : public ::testing::Test {
protected:
    struct Tally {
        int hits = 0, starting = 0, misses = 0, late = 0;
        int resting = 0;  // touch at the start and do not move, or by no more than rounding
        std::array<int, slops.size()> false_alarms{};
        int given_up = 0;    // of the false alarms
        int far = 0;         // of them, further apart than `near_roundings` of rounding
        int left_alone = 0;  // at rest and not called an impact, with either slop
        int left_apart = 0;  // of these, not in touch at the start: they come to touch by less than rounding
        int by_doubles = 0;
    };

    /// Judges `count` motions made by `make(random, k)`.
    template <class Make>
    void judge(const std::string& family, unsigned seed, const Make& make, int count = cases)
    {
        RandomValues random(seed);
        for (int k = 0; k < count; ++k) {
            SCOPED_TRACE(k);
            judge_one(make(random, k));
        }
        std::printf(
            "%s, %s: %d cases, %d meet, %d of them at the start and %d at rest; %d missed, %d late; false alarms %d "
            "and %d, "
            "%d given up, %d far; %d decided by doubles\n",
            Kind::name, family.c_str(), count, tally_.hits, tally_.starting, tally_.resting, tally_.misses, tally_.late,
            tally_.false_alarms[0], tally_.false_alarms[1], tally_.given_up, tally_.far, tally_.by_doubles);
        std::printf("  at rest and left alone %d times, %d of them not in touch at the start\n", tally_.left_alone,
                    tally_.left_apart);
        this->RecordProperty("cases", count);
        this->RecordProperty("hits", tally_.hits);
        this->RecordProperty("false_alarms", tally_.false_alarms[0]);
        this->RecordProperty("false_alarms_without_slop", tally_.false_alarms[1]);
        EXPECT_EQ(tally_.misses, 0);
        EXPECT_EQ(tally_.late, 0);
        constexpr int rare = 10'000;  // cases for each that may be far
        if (!are_thin_) {
            EXPECT_LE(tally_.far, count / rare + 1);
        }
    }

    [[nodiscard]] const Tally& tally() const { return tally_; }

    /// Triangles of hardly any area, or edges that are hardly not parallel: the direction between is known to half of
    /// its digits, and so is how far a plane keeps them apart. Elsewhere that is rare.
    void expect_thin_shapes() { are_thin_ = true; }

private:
    void judge_one(const Motions& m)
    {
        std::array<MovingImpact, slops.size()> impacts;
        double latest = 0;
        for (std::size_t k = 0; k < slops.size(); ++k) {
            impacts[k] = Kind::impact(m, slops[k]);
            if (impacts[k].hit) latest = std::max(latest, impacts[k].time);
        }
        const Meeting meeting = exact_meeting(Kind::meeters, m, latest);
        tally_.by_doubles += meeting.by_doubles ? 1 : 0;
        const bool can_rest = !moves<Kind>(m);
        if (meeting.ever) {
            ++tally_.hits;
            tally_.starting += meeting.at_start ? 1 : 0;
            tally_.resting += can_rest ? 1 : 0;
            tally_.late += meeting.before ? 1 : 0;
            EXPECT_FALSE(meeting.before) << latest;  // at the start if they touch there
        }
        for (std::size_t k = 0; k < slops.size(); ++k) {
            const MovingImpact& impact = impacts[k];
            if (meeting.ever && !impact.hit && can_rest) {
                ++tally_.left_alone;
                tally_.left_apart += meeting.at_start ? 0 : 1;
            }
            if (meeting.ever && !impact.hit && !can_rest) {
                ++tally_.misses;
                ADD_FAILURE() << "missed with a slop of " << slops[k];
                print(m);
            }
            // What starts in touch and does not move at all is left alone, unless rounding hides the touch.
            if (impact.hit && rests(m)) {
                EXPECT_GT(impact.distance, 0);
            }
            if (!meeting.ever && impact.hit) check_false_alarm(m, impact, k);
        }
    }

    /// A near miss: as near as the slop, or as rounding can tell, which is half of the digits at worst; or one that
    /// took too long to decide.
    void check_false_alarm(const Motions& m, const MovingImpact& impact, std::size_t k)
    {
        ++tally_.false_alarms[k];
        if (impact.iterations == max_advancements) {
            ++tally_.given_up;
            return;
        }
        std::array<Vec3, 4> x;
        for (int c = 0; c < 4; ++c)
            x[c] = (m[c].start - m[0].start) + impact.time * ((m[c].end - m[c].start) - (m[0].end - m[0].start));
        constexpr double near_roundings = 64, half_of_the_digits = 1e-6;
        const double distance = Kind::distance(x), rounding = rounding_of(m);
        if (distance > slops[k] + near_roundings * rounding) ++tally_.far;
        EXPECT_LE(distance, slops[k] + half_of_the_digits * rounding / (128 * std::numeric_limits<double>::epsilon()));
    }

    static bool rests(const Motions& m)
    {
        return std::all_of(m.begin(), m.end(), [](const MovingPoint& p) { return p.start == p.end; });
    }

    static void print(const Motions& m)
    {
        for (const MovingPoint& p : m)
            std::printf("{{%a, %a, %a}, {%a, %a, %a}}\n", p.start.x(), p.start.y(), p.start.z(), p.end.x(), p.end.y(),
                        p.end.z());
    }

    Tally tally_;
    bool are_thin_ = false;
};

using MotionKinds = ::testing::Types<PointAndTriangleMotions, TwoEdgesMotions>;
TYPED_TEST_SUITE(ContinuousDistanceOracle, MotionKinds);

TYPED_TEST(ContinuousDistanceOracle, Random)
{
    this->judge("random", 1, [](RandomValues& random, int k) {
        const double size = tenth_powers(random, -3, 0);
        Motions m = free_motions(random, random.vector(), size, tenth_powers(random, -2, 1));
        if (k % 2 == 0) let_meet<TypeParam>(m, dyadic_weights<TypeParam>(random), random.number(0, 1));
        return m;
    });
    EXPECT_GT(this->tally().hits, cases / 8);
    EXPECT_GT(this->tally().by_doubles, cases / 2);
}

/// All in one plane, but for as little as rounding or a millionth.
TYPED_TEST(ContinuousDistanceOracle, NearlyCoplanar)
{
    this->judge("nearly coplanar", 2, [](RandomValues& random, int k) {
        const double off = k % 4 == 0 ? 0 : tenth_powers(random, -18, -6);
        const Vec3 u = random.unit_vector();
        const Vec3 v = u.cross(random.unit_vector()).normalized();
        const Vec3 n = u.cross(v);
        const Vec3 displacement = k % 3 == 0 ? random.number(-1, 1) * n : Vec3(Vec3::Zero());
        const auto in_plane = [&] {
            const double x = random.number(-1, 1), y = random.number(-1, 1);
            if (k % 5 == 0) return Vec3(x, y, off * random.number(-1, 1));  // along the axes, without rounding
            return Vec3(x * u + y * v + off * random.number(-1, 1) * n);
        };
        Motions m;
        for (MovingPoint& p : m) {
            p.start = in_plane();
            p.end = in_plane() + displacement;
        }
        if (k % 2 == 0) let_meet<TypeParam>(m, dyadic_weights<TypeParam>(random), random.number(0, 1));
        return m;
    });
    EXPECT_GT(this->tally().hits, cases / 8);
}

/// Touches without rounding, then up to a few units in the last place off.
TYPED_TEST(ContinuousDistanceOracle, Grazing)
{
    this->expect_thin_shapes();
    this->judge("grazing", 3, [](RandomValues& random, int k) {
        Motions m = dyadic_motions(random, k % 3 == 0 ? 4 : 4096);
        const double time = random.integer(0, 8) / 8.0;
        const auto w = dyadic_weights<TypeParam>(random);
        if (k % 2 == 0) {
            // At that time all of the second thing is on the first's one side, z = 0: the boundary is touched.
            for (int c = 0; c < 4; ++c) {
                const double height = c < TypeParam::first ? 0 : (w[c] > 0 ? 0 : 1.0 * random.integer(0, 16));
                const double rise = 8.0 * random.integer(-64, 64);
                m[c].start.z() = height - time * rise;
                m[c].end.z() = height + (1 - time) * rise;
            }
        }
        let_meet<TypeParam>(m, w, time);
        scale(m, std::ldexp(1, random.integer(-20, 0)));
        const std::array<int, 5> units{0, 1, 1, 2, 5};
        nudge(m, random, units[k % units.size()]);
        return m;
    });
    EXPECT_GT(this->tally().hits, cases / 4);
}

/// The determinant has a double or a triple root: what turns away as it comes, or collapses to a point.
TYPED_TEST(ContinuousDistanceOracle, Tangential)
{
    this->judge(
        "tangential", 4,
        [](RandomValues& random, int k) {
            const double time = random.integer(0, 16) / 16.0;
            Motions m;
            if (k % 4 == 0) {
                const Vec3 at = dyadic_vector(random, 64);
                for (MovingPoint& p : m) {
                    const Vec3 displacement = 16 * dyadic_vector(random, 64);
                    p = {at - time * displacement, at + (1 - time) * displacement};
                }
            } else {
                // On the plane z = tilt (t - time) x, with the other's line x = slide (t - time), z = 0 through it.
                const double tilt = 16.0 * random.integer(1, 8), slide = 16.0 * random.integer(-8, 8);
                const auto on_plane = [&](double x, double y) {
                    return MovingPoint{{x, y, -time * tilt * x}, {x, y, (1 - time) * tilt * x}};
                };
                const auto on_line = [&](double y) {
                    return MovingPoint{{-time * slide, y, 0}, {(1 - time) * slide, y, 0}};
                };
                m[0] = on_line(0);
                m[1] = TypeParam::first == 2 ? on_line(random.integer(-8, 8)) : on_plane(random.integer(-32, 32), -16);
                const bool is_flat = TypeParam::first == 2;
                m[2] = on_plane(random.integer(-32, 0), is_flat ? 0 : random.integer(-8, 16));
                m[3] = on_plane(random.integer(0, 32), is_flat ? 0 : random.integer(0, 16));
                const Vec3 a = dyadic_vector(random, 3), b = dyadic_vector(random, 3), c = dyadic_vector(random, 3);
                const Vec3 common = 16 * dyadic_vector(random, 16);
                for (MovingPoint& p : m) {  // seen along no axis, moving along
                    p.start = p.start.x() * a + p.start.y() * b + p.start.z() * c - time * common;
                    p.end = p.end.x() * a + p.end.y() * b + p.end.z() * c + (1 - time) * common;
                }
            }
            scale(m, std::ldexp(1, random.integer(-16, 0)));
            const std::array<int, 5> units{0, 0, 1, 1, 4};
            nudge(m, random, units[k % units.size()]);
            return m;
        },
        tangential_cases);
    EXPECT_GT(this->tally().hits, tangential_cases / 8);
}

/// Edges that are parallel all the time or when they meet; points that slide along an edge or in the plane.
TYPED_TEST(ContinuousDistanceOracle, Parallel)
{
    this->judge("parallel", 5, [](RandomValues& random, int k) {
        const bool is_dyadic = k % 2 == 0;
        const auto vector = [&] { return is_dyadic ? dyadic_vector(random, 64) : random.vector(); };
        const auto factor = [&] { return is_dyadic ? random.integer(-8, 8) / 8.0 : random.number(-1, 1); };
        Motions m;
        m[2] = {vector(), vector()};
        m[3] = {vector(), vector()};
        m[0] = {vector(), vector()};
        if (k % 3 == 0) {  // all move as one, but for what is told apart below
            const Vec3 displacement = vector();
            for (MovingPoint& p : m) p.end = p.start + displacement;
        }
        const double along = factor(), then = k % 4 < 2 ? along : factor();
        m[1] = {m[0].start + along * (m[3].start - m[2].start), m[0].end + then * (m[3].end - m[2].end)};
        if (k % 5 == 0)  // in line
            for (int c = 0; c < 2; ++c) {
                m[c].start = m[2].start + 2 * factor() * (m[3].start - m[2].start);
                m[c].end = m[2].end + 2 * factor() * (m[3].end - m[2].end);
            }
        const double time = is_dyadic ? random.integer(0, 8) / 8.0 : random.number(0, 1);
        if (k % 7 != 0) let_meet<TypeParam>(m, dyadic_weights<TypeParam>(random), time);
        nudge(m, random, k % 3);
        return m;
    });
    EXPECT_GT(this->tally().hits, cases / 8);
}

/// Without area or length, without motion, with one motion for all, with corners in common.
TYPED_TEST(ContinuousDistanceOracle, Degenerate)
{
    this->expect_thin_shapes();
    this->judge("degenerate", 6, [](RandomValues& random, int k) {
        const bool is_dyadic = k % 2 == 0;
        Motions m = is_dyadic ? dyadic_motions(random, k % 4 == 0 ? 2 : 32) : free_motions(random, Vec3::Zero(), 1, 1);
        const int what = random.integer(0, 8);
        if (what == 0) m[3] = m[2];
        if (what == 1) m[1] = m[2] = m[3];
        if (what == 2) {
            m[1] = m[0];
            m[3] = m[2];
        }
        if (what == 3)
            for (MovingPoint& p : m) p.end = p.start;
        if (what == 4) {
            const Vec3 displacement = is_dyadic ? dyadic_vector(random, 8) : random.vector();
            for (MovingPoint& p : m) p.end = p.start + displacement;
        }
        if (what == 5) m[random.integer(0, 3)] = m[random.integer(0, 3)];
        if (what == 6) m[0].end = m[2].end;  // they end at a common corner
        if (what == 7) m[3] = {2 * m[2].start - m[1].start, 2 * m[2].end - m[1].end};
        const double time = is_dyadic ? random.integer(0, 8) / 8.0 : random.number(0, 1);
        if (random.integer(0, 1) == 0) let_meet<TypeParam>(m, dyadic_weights<TypeParam>(random), time);
        if (k % 8 == 0) nudge(m, random, 1);
        return m;
    });
    EXPECT_GT(this->tally().hits, cases / 8);
}

/// A millimetre in size, kilometres from the origin, some with a displacement of kilometres in common.
TYPED_TEST(ContinuousDistanceOracle, FarAway)
{
    this->judge("far away", 7, [](RandomValues& random, int k) {
        const double far = tenth_powers(random, 3, 6);
        const double size = 1e-3;
        Motions m = free_motions(random, Vec3::Zero(), size, tenth_powers(random, -2, 1));
        if (k % 4 != 0) let_meet<TypeParam>(m, dyadic_weights<TypeParam>(random), random.number(0, 1));
        const Vec3 place = random.vector(far);
        const Vec3 displacement = k % 3 == 0 ? random.vector(far) : Vec3(Vec3::Zero());
        for (MovingPoint& p : m) {
            p.start += place;
            p.end += place + displacement;
        }
        return m;
    });
    EXPECT_GT(this->tally().hits, cases / 8);
}

/// A nanometre in size.
TYPED_TEST(ContinuousDistanceOracle, Tiny)
{
    this->judge("tiny", 8, [](RandomValues& random, int k) {
        Motions m =
            free_motions(random, k % 2 == 0 ? Vec3(Vec3::Zero()) : random.vector(), 1e-9, tenth_powers(random, -2, 3));
        if (k % 4 != 0) let_meet<TypeParam>(m, dyadic_weights<TypeParam>(random), random.number(0, 1));
        return m;
    });
    EXPECT_GT(this->tally().hits, cases / 8);
}

/// Ten thousand times its size in a step.
TYPED_TEST(ContinuousDistanceOracle, Fast)
{
    this->judge("fast", 9, [](RandomValues& random, int k) {
        const double size = tenth_powers(random, -5, 0);
        Motions m = free_motions(random, random.vector(size), size, k % 3 == 0 ? 1 : 1e4);
        if (k % 3 == 0) {  // the first rushes by as a whole
            const Vec3 displacement = 1e4 * size * random.unit_vector();
            for (int c = 0; c < TypeParam::first; ++c) m[c].end += displacement;
        }
        if (k % 8 != 0) let_meet<TypeParam>(m, dyadic_weights<TypeParam>(random), random.number(0, 1));
        return m;
    });
    EXPECT_GT(this->tally().hits, cases / 8);
}

/// In touch from the start, exactly or but for rounding; parting, sliding, or going through.
TYPED_TEST(ContinuousDistanceOracle, StartingInTouch)
{
    this->judge("starting in touch", 10, [](RandomValues& random, int k) {
        const bool is_dyadic = k % 2 == 0;
        Motions m = is_dyadic ? dyadic_motions(random, 256)
                              : free_motions(random, Vec3::Zero(), 1, tenth_powers(random, -9, 1));
        if (k % 8 == 1) {  // hardly moving
            for (MovingPoint& p : m) p.end = p.start + random.vector(tenth_powers(random, -17, -10));
        }
        let_meet<TypeParam>(m, dyadic_weights<TypeParam>(random), 0);
        if (k % 3 == 0) nudge(m, random, 1 + k % 2);
        return m;
    });
    EXPECT_GT(this->tally().starting, cases / 8);
}

/// Triangles as narrow and edges as near to parallel as distances can hardly tell, up to a kilometre long.
TYPED_TEST(ContinuousDistanceOracle, Needles)
{
    this->expect_thin_shapes();
    this->judge("needles", 11, [](RandomValues& random, int k) {
        const double length = tenth_powers(random, -2, 3);
        const double width = length * tenth_powers(random, -15, -4);
        const double speed = tenth_powers(random, -8, 0) * length;
        const Vec3 along = k % 5 == 0 ? Vec3(Vec3::UnitX()) : random.unit_vector();
        const Vec3 common = k % 2 == 0 ? Vec3(Vec3::Zero()) : random.vector(speed);
        Motions m;
        for (int c = 0; c < 4; ++c) {
            m[c].start = random.number(-1, 1) * length * along + random.vector(width);
            m[c].end = m[c].start + (c < TypeParam::first ? random.vector(speed) : common);
            if (k % 3 == 0) m[c].end += random.vector(width);
        }
        // Within the needle, or anywhere.
        if (k % 4 != 0) {
            const double s = random.number(0, 1), t = random.number(0, 1);
            const std::array<double, 4> w = TypeParam::first == 1 ? std::array<double, 4>{1, s * t, s * (1 - t), 1 - s}
                                                                  : std::array<double, 4>{s, 1 - s, t, 1 - t};
            let_meet<TypeParam>(m, w, random.number(0, 1));
        }
        return m;
    });
    EXPECT_GT(this->tally().hits, cases / 8);
}

}  // namespace
}  // namespace tulle
