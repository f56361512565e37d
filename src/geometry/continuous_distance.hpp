#pragma once
// When two moving things come too close, and never too late: a point and a triangle, or two edges, whose corners move
// in straight lines during a step. The answer is a lower bound of the time; a way that ever comes within `separation`
// is never called free.
//
// Method: conservative advancement. At a time t let d be the distance and n the unit vector along it. Two bounds say
// how long the distance must stay above a target:
//   - d shrinks no faster than the corners move, whichever way; what all of them have in common does not count
//     (additive CCD: [LiKaufmanJiang2021], algorithm 1);
//   - both things are convex hulls of their corners, so the plane across n keeps them apart as long as it keeps their
//     corners apart: d(t + s) >= min over pairs of corners of n.(a_i - b_j)(t + s), which is linear in s.
// The longer of the two is taken, until d is at the target or the step is over. The second bound is what makes grazing
// cheap: to something that slides along a plane, or away from it, the step is free at once, where the first alone
// would need as many iterations as the way is longer than the gap. It holds for any n of length one, so it does not
// even rely on the distance being right. Nor does the first: d is taken to be no more than the plane keeps the corners
// apart now, as rounding of the closest points makes the distance of a narrow triangle too large, by far more than
// `rounding` below.
//
// In floating point: coordinates are taken relative to a corner, so that errors are relative to the size M of the
// things and of their motion. Positions, differences and products then err by less than 30 units in the last place
// of M; `rounding` = 128 of them is taken off every gap and added to every speed before a bound is computed. When the
// gap is within that rounding no bound lets time pass, and the answer is an impact.

#include <tulle/math.hpp>

#include <array>

namespace tulle {

/// Most ways need fewer than ten iterations; of wild random motions, where everything turns and stretches while it
/// nearly touches, two in ten thousand need more than this. They are called an impact at the time reached so far.
inline constexpr int max_advancements = 1000;

struct MovingPoint {
    Vec3 start = Vec3::Zero(), end = Vec3::Zero();  // m
};

struct MovingImpact {
    bool hit = false;
    double time = 1;             // in [0, 1]: until then the distance stays above the separation
    double distance = 0;         // m, at that time
    Vec3 normal = Vec3::Zero();  // unit, from the second thing to the first; zero when they meet at the start
    /// Of the corners, in the order they were given, at the closest points: of the first thing, then of the second;
    /// each sums to one.
    std::array<double, 4> weights{};
    int iterations = 0;
};

/// What counts as an impact.
///
/// Starting further apart than separation + slop: the distance falls to between separation and separation + slop. A way
/// that comes that close without coming within the separation may be called an impact; with a triangle of hardly any
/// area, or edges hardly not parallel, one that comes as close as a millionth of their size. Rarely (one way in ten
/// thousand, at random) one of other shapes does: in one plane with its closest points about to reach an end, say.
///
/// Starting closer: time 0 if the closest points approach, or if they touch (distance 0) and move by more than
/// rounding. Where they part or slide, only a later approach counts that leads deeper than the start by up to half of
/// it, and by at most the slop; so what is being pushed out is left alone.
struct ImpactTolerance {
    double separation = 0;  // m
    double slop = 1e-7;     // m, above zero
};

[[nodiscard]] MovingImpact point_triangle_impact(const MovingPoint& point, const std::array<MovingPoint, 3>& triangle,
                                                 const ImpactTolerance& tolerance);

[[nodiscard]] MovingImpact edge_edge_impact(const std::array<MovingPoint, 2>& first,
                                            const std::array<MovingPoint, 2>& second, const ImpactTolerance& tolerance);

}  // namespace tulle
