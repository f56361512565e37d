#pragma once
// Self-intersections of a triangle surface: pairs of faces that cross, found exactly for the given numbers.

#include "geometry/aabb.hpp"
#include "geometry/cut_pieces.hpp"

#include <span>
#include <vector>

namespace tulle {

/// The surface of one or several cloths. Parts that share no vertex are separate.
struct SurfaceView {
    std::span<const Vec3> vertices;  // m, finite
    std::span<const Face> faces;
    std::span<const unsigned char> intact{};  // per face, 0 if it is torn; empty: all are intact

    [[nodiscard]] bool is_intact(std::size_t face) const { return intact.empty() || intact[face] != 0; }
};

/// Returns whether two faces have a common point besides the vertices and edges that they share. Faces that only
/// touch count as having a common point. Faces with a common edge meet elsewhere only if one is folded flat onto the
/// other, in one plane and on the same side of the edge. A face without area never counts as meeting a face with which
/// it shares an edge.
[[nodiscard]] bool meet_beyond_shared(const Face& one, const Face& other, std::span<const Vec3> vertices);

/// Returns all pairs of intact faces for which meet_beyond_shared holds, the lower face first, in ascending order. The
/// result is the same for any number of threads.
[[nodiscard]] std::vector<FacePair> find_surface_crossings(const SurfaceView& surface);

/// Returns how far [m] one of two triangles that meet reaches through the other. The reach of a triangle is the
/// distance that the triangle must move along the normal of the other triangle, to the nearer side, until none of its
/// corners is beyond the plane of the other triangle. The result is the smaller reach of the two triangles, and 0 if
/// the triangles only touch. The result is at most the size of a triangle. It therefore does not show how deep one
/// finely meshed surface is inside another.
[[nodiscard]] double reach_through(const Triangle& one, const Triangle& other);

}  // namespace tulle
