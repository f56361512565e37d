#pragma once
// Where a surface of triangles passes through itself: exactly, for the numbers given.

#include "geometry/aabb.hpp"
#include "geometry/cut_pieces.hpp"

#include <span>
#include <vector>

namespace tulle {

/// One or several cloths: whatever shares no vertex is apart.
struct SurfaceView {
    std::span<const Vec3> vertices;  // m, finite
    std::span<const Face> faces;
    std::span<const unsigned char> intact{};  // per face, 0 when it is torn and not there; empty: all stand

    [[nodiscard]] bool stands(std::size_t face) const { return intact.empty() || intact[face] != 0; }
};

/// Whether two faces have a point in common that is not of the vertices that they share. Touching counts, as in
/// exact_crossing.hpp. Faces with a common edge meet again only where one is folded flat onto the other, in one plane
/// and on the same side of the edge; if one of them has no area they do not.
[[nodiscard]] bool meet_beyond_shared(const Face& one, const Face& other, std::span<const Vec3> vertices);

/// All such pairs, the lower face first, in ascending order; the same for any number of threads.
[[nodiscard]] std::vector<FacePair> find_surface_crossings(const SurfaceView& surface);

/// m: how far one of two triangles that meet reaches through the other: how far it must go along the other's normal, to
/// whichever side is nearer, until no corner is beyond the other's plane; the shorter way of both. 0 where they only
/// touch. Of a fine mesh no pair reaches far, however far the mesh is through.
[[nodiscard]] double reach_through(const Triangle& one, const Triangle& other);

}  // namespace tulle
