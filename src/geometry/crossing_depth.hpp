#pragma once
// How deep two surfaces are in each other where they cross.
//
// The curve along which they cross cuts both into pieces: of a needle through a cloth the tip, of a cloth that cuts the
// edge of a box the strip inside. How far a piece reaches is the distance of its furthest point from the other surface,
// and the crossing is as deep as that piece reaches which would have to go back: the one inside a closed surface, else
// the smaller one, by the length of its edges; the one that reaches further where neither is less than half of the
// other. Both surfaces are asked and the larger answer counts, as a needle is thin where it stands in the cloth, and
// long.
//
// An edge that cuts the ridge off a closed surface counts as deep as the ridge stands out of it, which is more than any
// point of the edge is inside.
//
// Not every curve cuts both. A corner of cloth in a box cuts nothing off the box, and a strip of cloth that goes into a
// blade on one side and comes out on the other need not be deep for the blade to be far through. Such a surface has no
// say; where neither has, the larger part may be what was cut off, so that an answer is too large rather than too
// small.

#include "geometry/cut_pieces.hpp"

#include <span>
#include <vector>

namespace tulle {

/// m, for each of the pairs of a face of `first` and one of `second`, which must be all that have a common point. Every
/// pair of a curve gets the depth of the curve; 0 where faces only touch. Vertices at the same place count as one.
/// At most 1 % and 0.1 um more than the deepest point of the pieces' vertices and edges, and not less.
[[nodiscard]] std::vector<double> crossing_depths(const CrossingSurface& first, const CrossingSurface& second,
                                                  std::span<const FacePair> pairs);

}  // namespace tulle
