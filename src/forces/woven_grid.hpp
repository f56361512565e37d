#pragma once
// Woven fabric on a grid (EWS96; docs/theory/fabric.md#where-the-curves-act). The grid lines are the threads: warp
// along one axis, weft along the other. The elements are
//   tension  per edge, from the strain of its thread
//   shear    per corner of a cell, from its deviation from a right angle
//   bending  per particle and thread through it, from the curvature of the thread
//   twist    per cell, not in EWS96; without twist, the rigidity on the bias would be half of that along the threads
// Each element is weighted with its share of the area, so that a fabric behaves the same at every resolution.

#include "forces/fabric_elements.hpp"
#include "forces/fabric_measures.hpp"

namespace tulle {

struct WovenGrid {
    FabricElements<ThreadLength, ThreadStencil> tension;
    FabricElements<ThreadCorner, CornerStencil> shear;
    FabricElements<ThreadTurn, TurnStencil> bending;
    FabricElements<SurfaceCurvature, SumStencil<3, 4>> twist;
    std::vector<double> strengths;  // N/m, per loop of tension; infinite for threads that do not tear

    /// Adds the elements of a cloth whose particles count from `first_particle`. The elements are at rest in x, which
    /// has the positions of all particles.
    void add(const ClothDescription& cloth, std::span<const Vec3> x, int first_particle);
};

}  // namespace tulle
