#pragma once
// Makes the forces on the particles of a scene from its cloths and bodies.

#include "analysis/cloth_tension.hpp"
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

/// Returns the membrane with defaults for the moduli that the description leaves out.
[[nodiscard]] OrthotropicMembrane sheet_of(const MembraneDescription& sheet);

/// All forces, with pointers to those that are queried individually.
struct MadeForces {
    std::vector<std::unique_ptr<Force>> all;
    Springs* springs = nullptr;
    AppliedForce* applied = nullptr;
    Air* air = nullptr;                // null if the scene has no air
    Fabrics* fabrics = nullptr;        // null if no cloth is of a measured fabric
    StvkMembrane* membrane = nullptr;  // null if no cloth is a membrane
};

/// Makes all forces. `intact` says which faces are not torn, and must outlive the forces.
[[nodiscard]] MadeForces make_forces(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                     const ParticleState& state, IntactFaces& intact);

/// The forces that carry the tension of cloths, apart from a simulation. Fabrics have no history.
struct MadeSheetForces {
    std::unique_ptr<Springs> springs;
    std::unique_ptr<Fabrics> fabrics;
    std::unique_ptr<StvkMembrane> membrane;

    [[nodiscard]] SheetForces view() const { return {springs.get(), fabrics.get(), membrane.get()}; }
};

/// Makes the forces of `SheetForces` alone. `meshes` are those of the scene, with their springs.
[[nodiscard]] MadeSheetForces make_sheet_forces(const SceneDescription& scene, const std::vector<ClothMesh>& meshes);

}  // namespace tulle
