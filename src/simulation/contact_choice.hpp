#pragma once
// Choice between barriers and velocity constraints for cloth and obstacles, where the scene leaves it open. Barriers
// are taken where they can act, because they need few iterations (docs/theory/contact.md). Rigid bodies meet obstacles
// by springs in either case (BodyContact).

#include "integrators/choice_of.hpp"
#include "integrators/contact_projection.hpp"
#include "simulation/check.hpp"
#include "simulation/contact_distance.hpp"

#include <algorithm>
#include <string>
#include <variant>

namespace tulle {

/// Calls report(key, why) for everything in a scene that barriers do not support.
template <class Report>
void find_barrier_limits(const SceneDescription& scene, const Report& report)
{
    const std::string alternative = "; contact.method = \"velocity-constraint\" can";
    if (!solves_with_barrier(scene.integrator))
        report("contact.method",
               "\"barrier\" takes imex-euler with update = \"auto\", backward-euler with newton = "
               "\"converged\", or bdf2");
    if (scene.integrator.adaptive)
        report("integrator.dt", std::string("barriers take equal steps: give a number of seconds"));
    const std::vector<ClothOrBody> all = cloths_and_bodies(scene);
    for (std::size_t o = 0; o < scene.obstacles.size(); ++o) {
        const ObstacleDescription& obstacle = scene.obstacles[o];
        const std::string path = "obstacle[" + std::to_string(o) + "]";
        if (obstacle.restitution > 0) report(path + ".restitution", "barriers throw nothing back" + alternative);
        for (std::size_t c = 0; c < all.size(); ++c)
            if (!all[c].is_rigid() && !(contact_distance(scene, all[c], obstacle) > 0))
                report(path_of(scene, c) + ".thickness",
                       std::string("expected > 0 m: it is the distance over which a barrier acts"));
    }
}

/// Whether barriers keep cloth away from obstacles. If the scene leaves it open, methods of second order take velocity
/// constraints, because a formula with a memory starts anew after every step in which a barrier presses. Scenes with
/// rigid bodies take velocity constraints too. A rigid body presses on cloth on an obstacle with many times the weight
/// of the cloth. Barriers stiff enough for this load need more time than constraints, which bear any load
/// (docs/theory/rigid-bodies.md).
[[nodiscard]] inline bool uses_barriers(const SceneDescription& scene)
{
    if (scene.obstacles.empty() || scene.contact.method == ContactMethod::velocity_constraint) return false;
    if (scene.contact.method == ContactMethod::barrier) return true;
    if (!is_implicit_euler(scene.integrator.method)) return false;
    if (has_rigid_bodies(scene)) return false;
    bool can = true;
    find_barrier_limits(scene, [&](const std::string&, const std::string&) { can = false; });
    return can;
}

}  // namespace tulle
