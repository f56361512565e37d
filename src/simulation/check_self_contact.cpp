// ConsistencyChecker: contact of cloth with cloth.

#include "core/counted.hpp"
#include "geometry/surface_crossings.hpp"
#include "integrators/choice_of.hpp"
#include "simulation/check.hpp"
#include "simulation/consistency_checker.hpp"
#include "simulation/scene_fields.hpp"

#include <utility>

namespace tulle {
namespace {

std::string pairs_text(std::size_t count) { return counted(count, "pair") + " of triangles"; }

}  // namespace

void ConsistencyChecker::check_self_contact()
{
    if (!scene_.self_contact || is_doubtful("self_contact") || is_doubtful("cloth") || is_doubtful("body")) return;
    if (scene_.integrator.adaptive && !is_doubtful("integrator"))
        report("integrator.dt", "[self_contact] takes equal steps: give a number of seconds");
    if (takes_limited_updates(scene_.integrator))
        report("integrator.update",
               "[self_contact] takes update = \"auto\": a limited number of updates does not know what touches");
    const std::vector<ClothOrBody> all = cloths_and_bodies(scene_);
    for (std::size_t c = 0; c < all.size(); ++c) {
        if (all[c].is_rigid()) continue;  // rigid bodies have their own contact
        const double thickness = scene_.self_contact->thickness.value_or(all[c].thickness);
        if (!(thickness > 0))
            report(path_of(scene_, c) + ".thickness",
                   "expected > 0 m: it is the distance that [self_contact] keeps between layers of cloth");
    }
    if (!problems_.empty()) return;  // meshes may not be sound
    check_start();
}

void ConsistencyChecker::check_start()
{
    std::vector<ClothMesh> meshes = make_cloth_meshes(scene_);
    const StartSurface surface(scene_, meshes);
    if (scene_.self_contact->untangle) {
        start_ = untangled_start(scene_, meshes);
        const std::size_t left = start_.left.size();
        if (left > 0)
            report("self_contact.untangle",
                   "cloth starts through cloth in " + pairs_text(static_cast<std::size_t>(start_.pairs)) +
                       ", and no way was found to take all of it apart. Left are " + pairs_text(left) + ": " +
                       surface.text_of(start_.left, scene_) + ". Move them apart, or start without [self_contact]");
        constexpr double absurd = 1;
        if (left == 0 && start_.largest_stretch > absurd)
            report("self_contact.untangle",
                   "cloth starts through cloth in " + pairs_text(static_cast<std::size_t>(start_.pairs)) +
                       ", and could only be taken apart by stretching it to " +
                       std::to_string(static_cast<int>(1 + start_.largest_stretch)) +
                       " times its length, as pins hold it. Move the cloths or their pins apart");
        return;
    }
    const std::vector<FacePair> crossings = find_surface_crossings({surface.positions, surface.faces});
    if (!crossings.empty())
        report("self_contact", "cloth starts through cloth in " + pairs_text(crossings.size()) + ": " +
                                   surface.text_of(crossings, scene_) +
                                   ". Move them apart, take them apart with untangle = true, or start without "
                                   "[self_contact]");
}

}  // namespace tulle
