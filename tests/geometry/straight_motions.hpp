#pragma once
// Motions of a point and a triangle, or of two edges, for continuous collision detection: what they are, and how to
// make them at random, of few digits, or so that they meet.

#include "geometry/continuous_distance.hpp"
#include "geometry/exact_motion.hpp"
#include "geometry/triangle_distance.hpp"
#include "support/random_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tulle::testing {

using Motions = std::array<MovingPoint, 4>;

struct PointAndTriangleMotions {
    static constexpr int first = 1;
    static constexpr Meeters meeters = Meeters::point_and_triangle;
    static constexpr const char* name = "point and triangle";
    static MovingImpact impact(const Motions& m, double slop)
    {
        return point_triangle_impact(m[0], {m[1], m[2], m[3]}, {.separation = 0, .slop = slop});
    }
    static double distance(const std::array<Vec3, 4>& x)
    {
        return std::sqrt(closest_on_triangle(x[0], {x[1], x[2], x[3]}).squared_distance);
    }
};

struct TwoEdgesMotions {
    static constexpr int first = 2;
    static constexpr Meeters meeters = Meeters::two_edges;
    static constexpr const char* name = "two edges";
    static MovingImpact impact(const Motions& m, double slop)
    {
        return edge_edge_impact({m[0], m[1]}, {m[2], m[3]}, {.separation = 0, .slop = slop});
    }
    static double distance(const std::array<Vec3, 4>& x)
    {
        return std::sqrt(closest_of_segments(x[0], x[1], x[2], x[3]).squared_distance);
    }
};

/// What detection takes for the rounding of its own numbers, see its header.
inline double rounding_of(const Motions& m)
{
    double size = 0;
    for (const MovingPoint& p : m)
        size = std::max(size, (p.start - m[0].start).cwiseAbs().maxCoeff() + (p.end - p.start).cwiseAbs().maxCoeff());
    return 128 * std::numeric_limits<double>::epsilon() * size;
}

/// Whether the corners move by more than rounding from each other.
template <class Kind>
bool moves(const Motions& m)
{
    Vec3 mean = Vec3::Zero();
    for (const MovingPoint& p : m) mean += 0.25 * (p.end - p.start);
    double first = 0, second = 0;
    for (int k = 0; k < 4; ++k) {
        double& longest = k < Kind::first ? first : second;
        longest = std::max(longest, (m[k].end - m[k].start - mean).norm());
    }
    return first + second > rounding_of(m);
}

/// Shares of few binary digits within the first and the second thing, often at an edge or a corner.
template <class Kind>
std::array<double, 4> dyadic_weights(RandomValues& random)
{
    const auto eighths = [&](int of) {
        return random.integer(0, 2) == 0 ? random.integer(0, 1) * of : random.integer(0, of);
    };
    std::array<double, 4> w{};
    if (Kind::first == 1) {
        const int one = eighths(8);
        const int other = eighths(8 - one);
        w = {1, one / 8.0, other / 8.0, (8 - one - other) / 8.0};
        std::rotate(w.begin() + 1, w.begin() + 1 + random.integer(0, 2), w.end());
    } else {
        const double s = eighths(8) / 8.0, t = eighths(8) / 8.0;
        w = {1 - s, s, 1 - t, t};
    }
    return w;
}

/// Shifts the first thing as a whole so that the points of these weights meet at that time: exactly, where the numbers
/// have few digits.
template <class Kind>
void let_meet(Motions& m, const std::array<double, 4>& w, double time)
{
    Vec3 between = Vec3::Zero();
    for (int k = 0; k < 4; ++k)
        between += (k < Kind::first ? 1 : -1) * w[k] * ((1 - time) * m[k].start + time * m[k].end);
    for (int k = 0; k < Kind::first; ++k) {
        m[k].start -= between;
        m[k].end -= between;
    }
}

template <class Function>
void for_coordinates(Motions& m, const Function& function)
{
    for (MovingPoint& p : m)
        for (int axis = 0; axis < 3; ++axis) {
            function(p.start[axis]);
            function(p.end[axis]);
        }
}

inline void scale(Motions& m, double factor)
{
    for_coordinates(m, [&](double& x) { x *= factor; });
}

/// Some coordinates by some units in the last place.
inline void nudge(Motions& m, RandomValues& random, int units)
{
    for_coordinates(m, [&](double& x) {
        if (random.integer(0, 5) != 0) return;
        const double sign = random.integer(0, 1) == 0 ? -1 : 1;
        if (x == 0)
            x = sign * units * 0x1p-80;  // its own units, 1e-324, would make the oracle slow
        else
            for (int k = 0; k < units; ++k) x = std::nextafter(x, sign * 1e300);
    });
}

inline Vec3 dyadic_vector(RandomValues& random, int most)
{
    return {1.0 * random.integer(-most, most), 1.0 * random.integer(-most, most), 1.0 * random.integer(-most, most)};
}

inline Motions dyadic_motions(RandomValues& random, int most)
{
    Motions m;
    for (MovingPoint& p : m) p = {dyadic_vector(random, most), dyadic_vector(random, most)};
    return m;
}

/// Of no digits in common: a place, a size, a displacement as long as `speed` sizes.
inline Motions free_motions(RandomValues& random, const Vec3& place, double size, double speed)
{
    Motions m;
    for (MovingPoint& p : m) {
        p.start = place + random.vector(size);
        p.end = p.start + random.vector(speed * size);
    }
    return m;
}

inline double tenth_powers(RandomValues& random, double low, double high)
{
    return std::pow(10, random.number(low, high));
}

}  // namespace tulle::testing
