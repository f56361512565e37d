// A simulation that continues with a changed scene: other stiffnesses, fabrics, masses or tolerances.

#include "contact/pins.hpp"
#include "mesh/cloth_or_body.hpp"
#include "mesh/placed_mesh.hpp"
#include "simulation/check.hpp"
#include "simulation/parts.hpp"
#include "simulation/refuse_argument.hpp"

#include <tulle/error.hpp>

#include <algorithm>
#include <sstream>

namespace tulle {
namespace {

/// Returns the kind of the material of a cloth or body. Materials of each kind have a state of their own.
std::string_view material_of(const ClothOrBody& one)
{
    if (one.is_rigid()) return "a rigid body";
    if (one.body != nullptr)
        return std::holds_alternative<ElasticSolidDescription>(one.body->kind) ? "an elastic solid"
                                                                               : "a net of springs";
    if (one.cloth->fabric) return "a measured fabric";
    return one.cloth->springs.model == SpringModel::membrane ? "a membrane" : "springs";
}

void require_same_materials(const SceneDescription& now, const SceneDescription& changed)
{
    const auto require_as_many = [](const char* key, std::size_t before, std::size_t after) {
        if (before != after)
            refuse_argument(key, "a changed scene must have as many as before, " + std::to_string(before) + "; found " +
                                     std::to_string(after));
    };
    require_as_many("cloth", now.cloths.size(), changed.cloths.size());
    require_as_many("body", now.bodies.size(), changed.bodies.size());
    for (std::size_t c = 0; c < count_cloths_and_bodies(now); ++c) {
        const std::string_view before = material_of(cloth_or_body(now, c)),
                               after = material_of(cloth_or_body(changed, c));
        if (before != after)
            refuse_argument(path_of(now, c).c_str(), "a changed scene must keep the kind of every material, here " +
                                                         std::string(before) + "; found " + std::string(after));
    }
}

void require_same_steps(const SceneDescription& now, const SceneDescription& changed, int steps, int changed_steps)
{
    if (now.integrator.method != changed.integrator.method)
        refuse_argument("integrator.method", "a changed scene must keep the method, " + now.integrator.method +
                                                 "; found " + changed.integrator.method);
    if (now.simulation.fps != changed.simulation.fps)
        refuse_argument("simulation.fps", "a changed scene must keep the frames per second");
    const bool same_kind = now.integrator.adaptive == changed.integrator.adaptive &&
                           now.integrator.automatic == changed.integrator.automatic;
    const bool same_steps = now.integrator.automatic || steps == changed_steps;
    if (!same_kind || !same_steps) refuse_argument("integrator.dt", "a changed scene must keep the length of steps");
    if (now.filter.has_value() != changed.filter.has_value())
        refuse_argument("filter", "a changed scene must keep its velocity filter, or have none as before");
}

bool is_same(const PlaneShape& a, const PlaneShape& b) { return a.point == b.point && a.normal == b.normal; }
bool is_same(const BoxShape& a, const BoxShape& b) { return a.center == b.center && a.size == b.size; }
bool is_same(const SphereShape& a, const SphereShape& b) { return a.center == b.center && a.radius == b.radius; }
template <class Round>  // a cylinder or a capsule
bool is_same(const Round& a, const Round& b)
{
    return a.center == b.center && a.axis == b.axis && a.radius == b.radius && a.height == b.height;
}
bool is_same(const MeshDescription& a, const MeshDescription& b)
{
    const TriangleMesh one = placed_mesh(a), other = placed_mesh(b);
    return one.positions == other.positions && one.faces == other.faces;
}

/// Cloth is outside of the obstacles of the present scene, and might be inside others.
void require_same_obstacles(const SceneDescription& now, const SceneDescription& changed)
{
    if (now.obstacles.size() != changed.obstacles.size())
        refuse_argument("obstacle", "a changed scene must have as many as before, " +
                                        std::to_string(now.obstacles.size()) + "; found " +
                                        std::to_string(changed.obstacles.size()));
    for (std::size_t o = 0; o < now.obstacles.size(); ++o) {
        const ObstacleDescription &before = now.obstacles[o], &after = changed.obstacles[o];
        const std::string path = "obstacle[" + std::to_string(o) + "]";
        if (before.name != after.name)
            refuse_argument((path + ".name").c_str(), "a changed scene must keep its obstacles in their order, here " +
                                                          before.name + "; found " + after.name);
        const bool same_shape =
            before.shape.index() == after.shape.index() &&
            std::visit([&]<class Shape>(const Shape& shape) { return is_same(shape, std::get<Shape>(after.shape)); },
                       before.shape);
        if (!same_shape)
            refuse_argument((path + ".shape").c_str(),
                            "a changed scene must keep the shape and place of an obstacle; "
                            "move_obstacle moves it");
    }
}

/// A motion that is changed for later times alone goes on from the present place.
void require_same_places(const Simulation& now, const Simulation& changed)
{
    for (std::size_t o = 0; o < now.scene().obstacles.size(); ++o) {
        const RigidPose here = now.obstacle_pose(static_cast<int>(o)),
                        there = changed.obstacle_pose(static_cast<int>(o));
        if (here.rotation != there.rotation || here.translation != there.translation)
            refuse_argument(("obstacle[" + std::to_string(o) + "].motion").c_str(),
                            "a changed motion must begin at the present place of the obstacle");
    }
}

void require_same_pins(const SceneDescription& now, const SceneDescription& changed,
                       const std::vector<ClothMesh>& meshes)
{
    const auto particles_of = [&](const SceneDescription& scene, std::size_t c) {
        std::vector<int> all;
        for (const PinDescription& pin : cloth_or_body(scene, c).pins) {
            const std::vector<int> some = select_particles(pin, meshes[c]);
            all.insert(all.end(), some.begin(), some.end());
        }
        return all;
    };
    for (std::size_t c = 0; c < meshes.size(); ++c)
        if (particles_of(now, c) != particles_of(changed, c))
            refuse_argument((path_of(now, c) + ".pin").c_str(),
                            "a changed scene must pin the same particles; pin and unpin change them");
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
        refuse_argument("with_scene", "an exception has ended the last step in its middle: restore a state first");
    require_same_materials(now.scene, changed);
    require_same_obstacles(now.scene, changed);
    Simulation next(changed, now.user_forces);
    const Parts& then = *next.parts_;
    require_same_steps(now.scene, changed, now.clock.steps_per_frame, then.clock.steps_per_frame);
    if (now.start_position != then.start_position || !have_same_faces(now.meshes, then.meshes))
        refuse_argument(
            "cloth", "a changed scene must have the same particles and faces at its start; only materials may change");
    require_same_pins(now.scene, changed, now.meshes);
    if ((now.air != nullptr) != (then.air != nullptr))
        refuse_argument("air", "a changed scene must keep its air, or have none as before");
    if (now.intact.can_tear() != then.intact.can_tear())
        refuse_argument("cloth", "a changed scene must not begin or cease to let fabric tear; a strength may change");
    const bool same_contact = (now.obstacle_barrier != nullptr) == (then.obstacle_barrier != nullptr) &&
                              (now.cloth_contact != nullptr) == (then.cloth_contact != nullptr) &&
                              now.cloth_on_bodies == then.cloth_on_bodies;
    if (!same_contact) refuse_argument("contact.method", "a changed scene must keep the method of contact");
    std::stringstream state;
    write_state(state, then.fingerprint);  // masses are part of the fingerprint, and may differ
    next.read_state(state);
    require_same_places(*this, next);
    if (changed.air && changed.air->wind != now.scene.air->wind) next.set_wind(changed.air->wind);
    return next;
}

const SceneDescription& Simulation::scene() const { return parts_->scene; }

}  // namespace tulle
