#pragma once
// The lines along which a surface passes through itself, and how they become shorter.
//
// An edge with the unit direction E pierces a face with the unit normal N in a point P. Each face beside the edge
// crosses the pierced one along a line that leaves P in a direction R, into that face. All these lines together are the
// contour, and its length is that of the segments between points P. When the edge's point moves by a and the face's
// point by b, P moves to where the one meets the other again,
//     dP = a - (N.(a - b))/(E.N) E,
// and the contour becomes longer by -R.dP for each of the lines. So it is pulled shorter
//     by  R - (E.R)/(E.N) N  at the edge  and  by  (E.R)/(E.N) N  at the face,
// and where the edge moves against the face, half of it each, by half of R - 2 (E.R)/(E.N) N, which is the vector of
// [VolinoMagnenatThalmann2006]. Along a whole contour the R cancel: what pulls is in sum zero.

#include "geometry/surface_crossings.hpp"

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// An edge that passes through a face, without a vertex in common.
struct Piercing {
    std::array<int, 2> edge{};    // vertices, the lower first
    int face = 0;                 // that is pierced
    double at = 0;                // part of the way along the edge
    Vec3 weights = Vec3::Zero();  // of the face's corners
    Vec3 place = Vec3::Zero();    // m
    Vec3 normal = Vec3::Zero();   // unit, of the face
    Vec3 along = Vec3::Zero();    // unit, of the edge
    int beside = 0;               // faces that the edge has; 1 at a border, where a contour ends
    Vec3 lines = Vec3::Zero();    // sum of the directions in which the contour leaves
    /// (E.R)/(E.N) for the sum of the R; held within `steepest`, as it is beyond bounds for an edge in the face's
    /// plane.
    double slope = 0;

    static constexpr double steepest = 20;

    [[nodiscard]] Vec3 pull_at_edge() const { return lines - slope * normal; }
    [[nodiscard]] Vec3 pull_at_face() const { return slope * normal; }
    /// Of the edge against the face.
    [[nodiscard]] Vec3 pull() const { return pull_at_edge() - pull_at_face(); }
};

/// Piercings that follow each other along one line. Of the two parts of the surface that cross there, some of them have
/// the edge in the one and some in the other.
struct Contour {
    std::vector<int> piercings;
    std::vector<double> side;  // per piercing: 1 where the edge is of the first part, -1 where of the second
};

struct CrossingContours {
    std::vector<Piercing> piercings;
    std::vector<Contour> contours;
    std::vector<FacePair> flat;  // pairs that meet without an edge of one passing through the other
    double length = 0;           // m
};

/// `pairs` are all that meet (find_surface_crossings).
[[nodiscard]] CrossingContours find_contours(const SurfaceView& surface, std::span<const FacePair> pairs);

}  // namespace tulle
