#pragma once
// From the cloths and bodies of a scene to the forces on their particles.

#include "forces/air.hpp"
#include "forces/applied_force.hpp"
#include "forces/fabrics.hpp"
#include "forces/hinge_bending.hpp"
#include "forces/springs.hpp"
#include "forces/stvk_membrane.hpp"
#include "forces/stvk_tetrahedra.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/intact_faces.hpp"
#include "state/particle_state.hpp"

#include <memory>
#include <span>
#include <vector>

namespace tulle {

/// With the moduli that it leaves out.
[[nodiscard]] OrthotropicMembrane sheet_of(const MembraneDescription& sheet);

/// All forces, and those among them that are asked about one by one.
struct MadeForces {
    std::vector<std::unique_ptr<Force>> all;
    Springs* springs = nullptr;
    AppliedForce* applied = nullptr;
    Air* air = nullptr;          // null where a scene has none
    Fabrics* fabrics = nullptr;  // so are these
};

/// `intact`: which faces are not torn; outlives the forces.
[[nodiscard]] MadeForces make_forces(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                     const ParticleState& state, IntactFaces& intact);

}  // namespace tulle
