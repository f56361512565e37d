// ConsistencyChecker: obstacles, contact pairs and barriers.

#include "mesh/placed_mesh.hpp"
#include "simulation/check.hpp"
#include "simulation/consistency_checker.hpp"
#include "simulation/contact_choice.hpp"
#include "simulation/scene_fields.hpp"

#include <algorithm>

namespace tulle {
namespace {

// m; a surface of triangles may have no inside, and for cloth at distance 0 the side would be undefined.
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
    const std::vector<ClothOrBody> all = cloths_and_bodies(scene_);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string cloth_key = path_of(scene_, i) + ".thickness";
        if (is_doubtful(key) || is_doubtful(cloth_key)) continue;
        bool decided = false;  // by a pair
        for (std::size_t k = 0; k < scene_.contact_pairs.size(); ++k) {
            const ContactPairDescription& pair = scene_.contact_pairs[k];
            if (pair.cloth != all[i].name || pair.obstacle != obstacle.name || !pair.thickness) continue;
            decided = true;
            if (*pair.thickness < least_mesh_distance * (1 - 1e-9))
                report(item("contact_pair", k) + ".thickness", "expected at least " + number_text(least_mesh_distance) +
                                                                   " m between a mesh and a cloth, found " +
                                                                   number_text(*pair.thickness));
        }
        if (decided) continue;
        const double distance = all[i].thickness + thickness;
        if (distance >= least_mesh_distance * (1 - 1e-9)) continue;  // 3e-5 + 7e-5 is enough despite rounding
        report(key, "expected at least " + number_text(least_mesh_distance) + " m between a mesh and a cloth, found " +
                        number_text(distance) + ": " + cloth_key + " (" + number_text(all[i].thickness) + ") and " +
                        key + " (" + number_text(thickness) + ") add up; raise one of them");
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

void ConsistencyChecker::check_pair(const std::string& path, const ContactPairDescription& pair)
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
    check_name(path + ".cloth", pair.cloth, cloths_and_bodies(scene_), "cloth");
    check_name(path + ".obstacle", pair.obstacle, scene_.obstacles, "obstacle");
    if (!pair.friction && !pair.thickness && !is_doubtful(path + ".friction") && !is_doubtful(path + ".thickness"))
        report(path, "says nothing about the two: give friction, thickness or both");
}

/// Reports what contact.method = "barrier" does not support.
void ConsistencyChecker::check_barriers()
{
    if (scene_.contact.method != ContactMethod::barrier || is_doubtful("contact") || is_doubtful("obstacle") ||
        is_doubtful("cloth") || is_doubtful("body") || is_doubtful("integrator"))
        return;
    find_barrier_limits(scene_, [&](const std::string& key, const std::string& why) { report(key, why); });
}

}  // namespace tulle
