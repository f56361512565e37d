#pragma once
// Continuous collision detection (CCD): the time at which two moving features come too close. The features are a point
// and a triangle, or two edges, whose corners move in straight lines during a step. The answer is a lower bound of the
// time: a motion that ever comes within `separation` is never called collision-free.
//
// Method: conservative advancement. At a time t let d be the distance and n the unit vector along it. Two bounds say
// how long the distance must stay above a target:
//   - d shrinks no faster than the corners move, in any direction; the motion that all corners have in common does not
//     count (additive CCD: [LiKaufmanJiang2021], algorithm 1);
//   - both features are convex hulls of their corners, so a plane with normal n separates the features as long as it
//     separates their corners: d(t + s) >= min over pairs of corners of n.(a_i - b_j)(t + s), which is linear in s.
// The longer of the two times is taken, until d reaches the target or the step is over. The second bound makes grazing
// motion cheap: if a feature slides along a plane, or moves away from it, the whole step is free at once. The first
// bound alone would need as many iterations as the path is longer than the gap. The second bound holds for any n of
// length one, so it does not rely on an accurate distance. The first bound does not rely on an accurate distance
// either: d is taken to be at most the distance by which the plane separates the corners now. This limit of d matters
// because rounding of the closest points makes the distance of a narrow triangle too large, by far more than `rounding`
// below.
//
// In floating point: coordinates are taken relative to a corner, so that errors are relative to the size M of the
// features and of their motion. Positions, differences and products then err by less than 30 units in the last place of
// M. `rounding` = 128 such units is subtracted from every gap and added to every speed before a bound is computed. If
// the gap is within `rounding`, no bound lets time pass, and the answer is an impact.

#include <tulle/math.hpp>

#include <array>

namespace tulle {

/// Limit of the iterations. Most motions need fewer than ten. Two in ten thousand wild random motions, in which
/// features turn and stretch while they nearly touch, need more than this limit. A motion that reaches the limit is
/// called an impact at the time reached so far.
inline constexpr int max_advancements = 1000;

struct MovingPoint {
    Vec3 start = Vec3::Zero(), end = Vec3::Zero();  // m
};

struct MovingImpact {
    bool hit = false;
    double time = 1;             // in [0, 1]: until then the distance stays above the separation
    double distance = 0;         // m, at that time
    Vec3 normal = Vec3::Zero();  // unit, from the second feature to the first; zero when they meet at the start
    /// Weights of the corners at the closest points, in the order in which the corners were given: first those of the
    /// first feature, then those of the second. The weights of each feature sum to one.
    std::array<double, 4> weights{};
    int iterations = 0;
};

/// Definition of an impact.
///
/// If the features start further apart than separation + slop: an impact is reported when their distance falls to
/// between separation and separation + slop. A motion that comes that close without coming within the separation may be
/// reported as an impact. With a triangle of hardly any area, or with nearly parallel edges, a motion may be reported
/// that only comes as close as a millionth of their size. Rarely (one random motion in ten thousand), such a motion is
/// also reported with other shapes, for example in one plane when the closest points are about to reach an end.
///
/// If the features start closer: an impact is reported at time 0 if the closest points approach, or if the features
/// touch (distance 0) and move by more than rounding. If the closest points part or slide, only a later approach is
/// reported that leads deeper than the start, by up to half of the starting distance and by at most the slop. Features
/// that are being pushed apart are therefore left alone.
struct ImpactTolerance {
    double separation = 0;  // m
    double slop = 1e-7;     // m, above zero
};

[[nodiscard]] MovingImpact point_triangle_impact(const MovingPoint& point, const std::array<MovingPoint, 3>& triangle,
                                                 const ImpactTolerance& tolerance);

[[nodiscard]] MovingImpact edge_edge_impact(const std::array<MovingPoint, 2>& first,
                                            const std::array<MovingPoint, 2>& second, const ImpactTolerance& tolerance);

}  // namespace tulle
