#pragma once
// Intersection contours: the lines along which a surface passes through itself, and the displacements that make them
// shorter (intersection contour minimization).
//
// An edge with the unit direction E pierces a face with the unit normal N in a point P. Each face beside the edge
// crosses the pierced face along a line that leaves P in a direction R, into the face beside the edge. The contour
// consists of such lines of all piercings. The length of the contour is the sum of the segments between points P. If
// the edge's point moves by a and the face's point by b, P moves to the new common point of edge and face,
//     dP = a - (N.(a - b))/(E.N) E,
// and the contour becomes longer by -R.dP for each of these lines. The contour is therefore pulled shorter
//     by  R - (E.R)/(E.N) N  at the edge  and  by  (E.R)/(E.N) N  at the face.
// If edge and face move against each other by half each, the pull is half of R - 2 (E.R)/(E.N) N, the vector of
// [VolinoMagnenatThalmann2006]. Along a whole contour the R cancel: the sum of all pulls is zero.

#include "geometry/surface_crossings.hpp"

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// A piercing: an edge that passes through a face with which it has no vertex in common.
struct Piercing {
    std::array<int, 2> edge{};    // vertices, the lower first
    int face = 0;                 // the pierced face
    double at = 0;                // position along the edge, in [0, 1]
    Vec3 weights = Vec3::Zero();  // of the face's corners
    Vec3 place = Vec3::Zero();    // m, the point P
    Vec3 normal = Vec3::Zero();   // unit, of the face
    Vec3 along = Vec3::Zero();    // unit, of the edge
    int beside = 0;               // number of faces beside the edge; 1 at a border, where a contour ends
    Vec3 lines = Vec3::Zero();    // sum of the directions R in which the contour leaves P
    /// (E.R)/(E.N) for the sum of the R. The absolute value is limited to `steepest`, because the slope is unbounded
    /// for an edge in the face's plane.
    double slope = 0;

    static constexpr double steepest = 20;

    [[nodiscard]] Vec3 pull_at_edge() const { return lines - slope * normal; }
    [[nodiscard]] Vec3 pull_at_face() const { return slope * normal; }
    /// Returns the pull of the edge relative to the face.
    [[nodiscard]] Vec3 pull() const { return pull_at_edge() - pull_at_face(); }
};

/// A contour: piercings that follow each other along one line, where two parts of the surface cross. The edge of a
/// piercing may belong to either of the two parts.
struct Contour {
    std::vector<int> piercings;
    std::vector<double> side;  // per piercing: 1 if its edge belongs to the first part, -1 if to the second
};

/// All piercings and contours of a surface.
struct CrossingContours {
    std::vector<Piercing> piercings;
    std::vector<Contour> contours;
    std::vector<FacePair> flat;  // pairs that meet although no edge of one pierces the other
    double length = 0;           // m, of all contours
};

/// Returns the contours of a surface. `pairs` must be all pairs of faces that meet (find_surface_crossings).
[[nodiscard]] CrossingContours find_contours(const SurfaceView& surface, std::span<const FacePair> pairs);

}  // namespace tulle
