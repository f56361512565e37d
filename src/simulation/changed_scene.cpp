// A simulation that continues with a changed scene: other stiffnesses, fabrics, masses or tolerances.

#include "simulation/check.hpp"
#include "simulation/parts.hpp"
#include "simulation/refuse.hpp"

#include <tulle/error.hpp>

#include <algorithm>
#include <sstream>

namespace tulle {
namespace {

/// Returns what the deformation of a cloth or body stores its energy in. Each of these has a state of its own.
std::string_view material_of(const ClothDescription& cloth)
{
    if (const auto* net = std::get_if<NetDescription>(&cloth.shape))
        return net->rigid ? "a rigid body" : net->tetrahedra.empty() ? "a net of springs" : "an elastic solid";
    if (cloth.fabric) return "a measured fabric";
    return cloth.springs.model == SpringModel::membrane ? "a membrane" : "springs";
}

void require_same_materials(const SceneDescription& now, const SceneDescription& changed)
{
    if (now.cloths.size() != changed.cloths.size())
        refuse("cloth", "a changed scene must have the same cloths and bodies: " + std::to_string(now.cloths.size()) +
                            "; found " + std::to_string(changed.cloths.size()));
    for (std::size_t c = 0; c < now.cloths.size(); ++c) {
        const std::string_view before = material_of(now.cloths[c]), after = material_of(changed.cloths[c]);
        if (before != after)
            refuse(path_of(now, c).c_str(), "a changed scene must keep the kind of every material, here " +
                                                std::string(before) + "; found " + std::string(after));
    }
}

void require_same_steps(const SceneDescription& now, const SceneDescription& changed, int steps, int changed_steps)
{
    if (now.integrator.method != changed.integrator.method)
        refuse("integrator.method", "a changed scene must keep the method, " + now.integrator.method + "; found " +
                                        changed.integrator.method);
    if (now.simulation.fps != changed.simulation.fps)
        refuse("simulation.fps", "a changed scene must keep the frames per second");
    const bool same_kind = now.integrator.adaptive == changed.integrator.adaptive &&
                           now.integrator.automatic == changed.integrator.automatic;
    const bool same_steps = now.integrator.automatic || steps == changed_steps;
    if (!same_kind || !same_steps) refuse("integrator.dt", "a changed scene must keep the length of steps");
    if (now.filter.has_value() != changed.filter.has_value())
        refuse("filter", "a changed scene must keep its velocity filter, or have none as before");
}

bool have_same_faces(const std::vector<ClothMesh>& now, const std::vector<ClothMesh>& changed)
{
    return std::ranges::equal(now, changed, {}, &ClothMesh::faces, &ClothMesh::faces);
}

}  // namespace

Simulation Simulation::with_scene(const SceneDescription& changed) const
{
    const Parts& now = *parts_;
    if (now.is_broken)
        refuse("with_scene", "an exception has ended the last step in its middle: restore a state first");
    require_same_materials(now.scene, changed);
    Simulation next(changed, now.user_forces);
    const Parts& then = *next.parts_;
    require_same_steps(now.scene, changed, now.clock.steps_per_frame, then.clock.steps_per_frame);
    if (now.start_position != then.start_position || !have_same_faces(now.meshes, then.meshes))
        refuse("cloth",
               "a changed scene must have the same particles and faces at its start; only materials may change");
    if (now.scene.obstacles.size() != changed.obstacles.size())
        refuse("obstacle", "a changed scene must have the same obstacles");
    if ((now.air != nullptr) != (then.air != nullptr))
        refuse("air", "a changed scene must keep its air, or have none as before");
    if (now.intact.can_tear() != then.intact.can_tear())
        refuse("cloth", "a changed scene must not begin or cease to let fabric tear; a strength may change");
    const bool same_contact = (now.obstacle_barrier != nullptr) == (then.obstacle_barrier != nullptr) &&
                              (now.cloth_contact != nullptr) == (then.cloth_contact != nullptr) &&
                              now.cloth_on_bodies == then.cloth_on_bodies;
    if (!same_contact) refuse("contact.method", "a changed scene must keep the method of contact");
    std::stringstream state;
    write_state(state, then.fingerprint);  // masses are part of the fingerprint, and may differ
    next.read_state(state);
    return next;
}

const SceneDescription& Simulation::scene() const { return parts_->scene; }

}  // namespace tulle
