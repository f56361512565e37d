#pragma once
// Fabric on a grid whose lines are its threads (EWS96; docs/theory/fabric.md#where-the-curves-act), warp along one axis
// and weft along the other:
//   tension  per edge, of the strain of its thread
//   shear    per corner of a cell, of the angle by which it is no longer a right one
//   bending  per particle and thread through it, of the thread's curvature
//   twist    per cell, which EWS96 does not have: without it fabric would bend on the bias at half the cost
// each weighted with its share of the area, so that a fabric behaves alike at every resolution.

#include "forces/fabric_elements.hpp"
#include "forces/fabric_measures.hpp"

namespace tulle {

struct WovenGrid {
    FabricElements<ThreadLength, ThreadStencil> tension;
    FabricElements<ThreadCorner, CornerStencil> shear;
    FabricElements<ThreadTurn, TurnStencil> bending;
    FabricElements<SurfaceCurvature, SumStencil<3, 4>> twist;
    std::vector<double> strengths;  // N/m, per loop of tension; infinite where it does not tear

    /// The elements of a cloth whose particles count from `first_particle` and lie at rest in x, with all others.
    void add(const ClothDescription& cloth, std::span<const Vec3> x, int first_particle);
};

}  // namespace tulle
