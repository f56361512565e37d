// ConsistencyChecker: obstacles, and what holds between one and a cloth.

#include "integrators/guarded_steps.hpp"
#include "mesh/placed_mesh.hpp"
#include "simulation/check.hpp"
#include "simulation/consistency_checker.hpp"
#include "simulation/distance_kept.hpp"
#include "simulation/scene_fields.hpp"

#include <algorithm>

namespace tulle {
namespace {

// m; a surface of triangles may have no inside, and cloth that touched it could not tell on which side it is.
constexpr double least_mesh_distance = 1e-4;

}  // namespace

void ConsistencyChecker::check_obstacle(const std::string& path, const ObstacleDescription& obstacle)
{
    check_keyframes(path + ".motion.keyframes", obstacle.motion.keyframes);
    if (const auto* mesh = std::get_if<MeshDescription>(&obstacle.shape)) {
        check_mesh_obstacle(path, *mesh, obstacle);
    } else if (!obstacle.sequence.frames.empty()) {
        report(path + ".sequence", "only a mesh changes its shape");
    }
}

void ConsistencyChecker::check_mesh_obstacle(const std::string& path, const MeshDescription& mesh,
                                             const ObstacleDescription& obstacle)
{
    if (shape_is_sound(path) && !is_doubtful(path + ".sequence")) {
        try {
            validate(placed_mesh(mesh), mesh.file.empty() ? "mesh" : mesh.file, MeshUse::obstacle);
            check_sequence(path + ".sequence", mesh, obstacle.sequence);
        } catch (const InputError& error) {
            add_problems(path + ".mesh", error);
        }
    }
    const double thickness = obstacle.thickness;
    const std::string key = path + ".thickness";
    for (std::size_t i = 0; i < scene_.cloths.size(); ++i) {
        const std::string cloth_key = path_of(scene_, i) + ".thickness";
        if (is_doubtful(key) || is_doubtful(cloth_key)) continue;
        bool decided = false;  // by a pair
        for (std::size_t k = 0; k < scene_.pairs.size(); ++k) {
            const PairDescription& pair = scene_.pairs[k];
            if (pair.cloth != scene_.cloths[i].name || pair.obstacle != obstacle.name || !pair.thickness) continue;
            decided = true;
            if (*pair.thickness < least_mesh_distance * (1 - 1e-9))
                report(item("pair", k) + ".thickness", "expected at least " + number_text(least_mesh_distance) +
                                                           " m between a mesh and a cloth, found " +
                                                           number_text(*pair.thickness));
        }
        if (decided) continue;
        const double distance = scene_.cloths[i].thickness + thickness;
        if (distance >= least_mesh_distance * (1 - 1e-9)) continue;  // 3e-5 and 7e-5 are enough, however they round
        report(key, "expected at least " + number_text(least_mesh_distance) + " m between a mesh and a cloth, found " +
                        number_text(distance) + ": " + cloth_key + " (" + number_text(scene_.cloths[i].thickness) +
                        ") and " + key + " (" + number_text(thickness) + ") add up; raise one of them");
    }
}

void ConsistencyChecker::check_sequence(const std::string& key, const MeshDescription& mesh,
                                        const MeshSequence& sequence)
{
    for (std::size_t k = 0; k < sequence.frames.size(); ++k) {
        const std::string name =
            k < sequence.files.size() ? sequence.files[k] : "frame " + std::to_string(k) + " (counted from 0)";
        if (sequence.frames[k].size() != mesh.mesh.positions.size())
            report(key, name + ": expected " + std::to_string(mesh.mesh.positions.size()) +
                            " vertices, as the first frame has, found " + std::to_string(sequence.frames[k].size()));
        else if (!std::ranges::all_of(sequence.frames[k], [](const Vec3& x) { return x.allFinite(); }))
            report(key, name + ": has a vertex that is not at a finite place");
    }
}

void ConsistencyChecker::check_pair(const std::string& path, const PairDescription& pair)
{
    const auto check_name = [&](const std::string& key, const std::string& name, const auto& things,
                                const std::string& list) {
        if (is_doubtful(key) || is_doubtful(list)) return;
        std::string known;
        for (const auto& thing : things) {
            if (thing.name == name) return;
            known += (known.empty() ? "" : ", ") + thing.name;
        }
        report(key, "expected the name of a " + list + (known.empty() ? "" : ", one of " + known) + ", found \"" +
                        name + '"');
    };
    check_name(path + ".cloth", pair.cloth, scene_.cloths, "cloth");
    check_name(path + ".obstacle", pair.obstacle, scene_.obstacles, "obstacle");
    if (!pair.friction && !pair.thickness && !is_doubtful(path + ".friction") && !is_doubtful(path + ".thickness"))
        report(path, "says nothing about the two: give friction, thickness or both");
}

/// What contact.method = "barrier" can do.
void ConsistencyChecker::check_barriers()
{
    if (scene_.contact.method != ContactMethod::barrier || is_doubtful("contact") || is_doubtful("obstacle") ||
        is_doubtful("cloth") || is_doubtful("body") || is_doubtful("integrator"))
        return;
    const std::string way_out = "; contact.method = \"velocity-constraint\" can";
    if (!solves_for_walls(scene_.integrator))
        report("contact.method",
               "\"barrier\" takes imex-euler with update = \"auto\", backward-euler with newton = "
               "\"converged\", or bdf2");
    if (scene_.integrator.adaptive) report("integrator.dt", "barriers take equal steps: give a number of seconds");
    if (std::ranges::any_of(scene_.cloths, [](const ClothDescription& cloth) { return is_rigid(cloth); }))
        report("contact.method", "barriers cannot hold rigid bodies yet" + way_out);
    for (std::size_t o = 0; o < scene_.obstacles.size(); ++o) {
        const ObstacleDescription& obstacle = scene_.obstacles[o];
        const std::string path = "obstacle[" + std::to_string(o) + "]";
        if (std::holds_alternative<MeshDescription>(obstacle.shape))
            report(path + ".shape", "barriers do not know meshes yet" + way_out);
        if (obstacle.edges == EdgeContact::hold)
            report(path + ".edges", "barriers hold particles, not what lies between them" + way_out);
        if (obstacle.restitution > 0) report(path + ".restitution", "barriers throw nothing back" + way_out);
        for (std::size_t c = 0; c < scene_.cloths.size(); ++c)
            if (!(distance_kept(scene_, scene_.cloths[c], obstacle) > 0))
                report(path_of(scene_, c) + ".thickness",
                       "expected > 0 m: it is the distance over which a barrier acts");
    }
}

}  // namespace tulle
