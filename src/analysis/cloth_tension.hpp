#pragma once
// The field "tension": the largest force per width at rest [N/m] with which the cloth pulls at a particle
// (docs/theory/tension.md). It is the largest eigenvalue of the Biot stress of the particle,
//     T = (tau V^-1 + V^-1 tau)/2,   tau = (1/A) sum over elements of share times virial,   V^2 = mean of F F^T,
// with the area A of the particle at rest and the deformation gradients F of the faces around it. The virial of an
// element [N m] is the sum over its particles of -f_i x_i^T. That of a spring of tension g and length l along u is
// g l u u^T. An element divides its virial evenly among its particles.

#include "analysis/rest_faces.hpp"
#include "forces/fabrics.hpp"
#include "forces/springs.hpp"
#include "forces/stvk_membrane.hpp"
#include "mesh/intact_faces.hpp"

#include <span>
#include <vector>

namespace tulle {

/// The forces that carry the tension of cloths; null for a kind that no cloth has.
struct SheetForces {
    const Springs* springs = nullptr;
    const Fabrics* fabrics = nullptr;
    const StvkMembrane* membrane = nullptr;
    /// Whether `fabrics` has the history of the present state. Otherwise the tension of a thread is the middle of its
    /// hysteresis loop, from which the true tension differs by at most half the width of the loop.
    bool has_history = false;
};

class ClothTension {
public:
    /// The forces must outlive this object. They are only read.
    ClothTension(std::span<const ClothMesh> cloths, const SheetForces& forces);

    /// Computes the tension at each particle [N/m]: negative where the cloth is compressed in every direction, and zero
    /// at bodies. Viscous forces are left out. Torn faces, and elements on them, are left out; the areas of particles
    /// still include them. `faces` are the rest_faces of the cloths.
    void compute(std::span<const RestFace> faces, std::span<const Vec3> x, std::span<double> values,
                 const IntactFaces& intact) const;

private:
    void add_springs(std::span<const Vec3> x, const IntactFaces& intact, std::vector<Mat3>& virial) const;
    void add_membrane(std::span<const Vec3> x, std::vector<Mat3>& virial) const;
    template <class Measure, class Stencil>
    void add_fabric(const FabricElements<Measure, Stencil>& elements, std::span<const Vec3> x,
                    const IntactFaces& intact, std::vector<Mat3>& virial) const;

    SheetForces forces_;
    std::vector<double> areas_;  // m^2 at rest, per particle; 0 for particles of bodies
};

}  // namespace tulle
