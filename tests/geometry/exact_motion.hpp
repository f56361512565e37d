#pragma once
// Whether a moving point meets a moving triangle, or two moving edges each other, decided without any rounding: what
// continuous collision detection is held to. All corners move in straight lines from time 0 to time 1; triangle and
// edges are closed, so a touch is a meeting, at their boundary and at either end of the time too.
//
// Method. Every double is a whole number times a power of two, so with s = 1 - t all coordinates are forms c_0 s + c_1
// t with whole coefficients, and whatever is made of them by sums and products is a form in (s, t), a polynomial of t /
// (1 - t). Two things can only meet while their four corners lie in one plane: at the roots of a form of third degree,
// their determinant.
//   - Its roots inside (0, 1) are isolated by halving until the coefficients over a part change sign at most once
//     (Descartes' rule of signs, on a form without multiple roots: divided by what it shares with its derivative). The
//     ends of the time are looked at by themselves.
//   - At a root, the plane's normal n, a vector of quadratic forms, has some component that is not zero. Seen along
//   that
//     axis the question is one of the plane: on which sides of each other's lines corners lie, the signs of components
//     of quadratic forms.
//   - Where n vanishes altogether, a triangle without area or edges that are parallel, the things meet if a corner
//     lies on an edge: the cross product of the ways to its ends is zero and their scalar product not above zero. That
//     stays true of edges that are points.
//   - A form's sign at a root is found by halving the root's interval until the form keeps one sign there. It is zero,
//     and that would never end, where the greatest common divisor of both forms has a root in the interval.
//   - If the determinant is zero all the time, meeting begins at time 0 or where one of those other forms vanishes: all
//     their roots are tried.
// Most ways are decided by the same algorithm on doubles that carry a bound of their error, whose signs are known or
// not; only where a sign is not known are whole numbers of any length used.

#include "geometry/continuous_distance.hpp"

#include <array>

namespace tulle::testing {

struct Meeting {
    bool ever = false;        // at any time from 0 to 1, both included
    bool at_start = false;    // at time 0
    bool before = false;      // at any time before the one asked about
    bool by_doubles = false;  // decided without long numbers
};

enum class Meeters { point_and_triangle, two_edges };

/// How the moving corners meet: 0 and the triangle 1, 2, 3, or the edges 0, 1 and 2, 3. `time` is from 0 to 1.
/// With `only_long` doubles are not tried.
[[nodiscard]] Meeting exact_meeting(Meeters meeters, const std::array<MovingPoint, 4>& corners, double time,
                                    bool only_long = false);

}  // namespace tulle::testing
