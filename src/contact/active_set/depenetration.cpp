// Depenetration, the last resort: a particle that the contacts of a step have failed to stop moves only along the
// collision-free part of its path (tunnelling fallback).

#include "contact/active_set/known_contacts.hpp"
#include "core/stage_clock.hpp"

#include <algorithm>

namespace tulle {

bool ActiveSet::find_depenetrations(std::span<const Vec3> x, std::span<const Vec3> v, double h)
{
    if (!has_meshes_ && !has_feature_contacts_) return false;
    for (Depenetration& depenetration : depenetrations_) depenetration.part = 1;
    for (int o = 0; o < obstacle_count(); ++o)
        if (obstacles_[o].mesh() != nullptr) find_depenetrations_from(o, x, v, h);
    if (has_feature_contacts_) hold_features(x, v, h);
    return true;
}

void ActiveSet::find_depenetrations_from(int o, std::span<const Vec3> x, std::span<const Vec3> v, double h)
{
    const MeshObstacle& mesh = *obstacles_[o].mesh();
    {
        const StageTimer timer(times_.broad);
        candidates_.find(x.size(), [&](std::size_t p, std::vector<int>& faces) {
            if (pinned_[p] != 0 || engulfed_by_[p] == o) return;
            motions_[p] = {paths_[o].seen_at_start(x[p]), paths_[o].seen_at_end(x[p] + h * v[p])};
            mesh.collect_for_collision_free_step(contact_distance(p, o), motions_[p], faces);
        });
    }
    const StageTimer timer(times_.narrow);
    parallel_for(x.size(), [&](std::size_t p) {
        const std::span<const int> faces = candidates_.of(p);
        if (faces.empty()) return;
        const KnownPlanes planes(known_contacts(o, p, active_.size()), paths_[o], motions_[p]);
        const CollisionFreeStep free =
            mesh.collision_free_step(contact_distance(p, o), motions_[p], faces, planes.all());
        if (free.part >= depenetrations_[p].part) return;
        // The particle stays there, in coordinates of the obstacle. If the obstacle changes its shape, the particle
        // keeps its place beside the face.
        const Vec3 stop = motions_[p].start + free.part * (motions_[p].end - motions_[p].start);
        const Vec3 carried = stop + mesh.carry(free.face, free.part, stop, Vec3::Zero()).moved * (1 - free.part);
        depenetrations_[p] = {free.part, (paths_[o].placed_at_end(carried) - x[p]) / h};
    });
}

/// Holds back edges and faces that would be pierced. A particle that is held back may bring one of its edges or faces
/// into the path of another sharp feature. The loop therefore goes on until none is pierced, for
/// at most max_iterations. None was pierced at the start of the step, so late iterations leave particles at their
/// start.
void ActiveSet::hold_features(std::span<const Vec3> x, std::span<const Vec3> v, double h)
{
    constexpr int iterations_by_part = 8, max_iterations = 32;
    safe_velocity_.assign(v.begin(), v.end());
    for (std::size_t p = 0; p < x.size(); ++p)
        if (depenetrations_[p].part < 1) safe_velocity_[p] = depenetrations_[p].safe_velocity;
    for (int o = 0; o < obstacle_count(); ++o) {
        if (obstacles_[o].edges == nullptr) continue;
        for (int iteration = 0; iteration < max_iterations; ++iteration) {
            safe_part_.assign(x.size(), 1.0);
            if (!features_.find_pierced(*this, o, x, safe_velocity_, h, safe_part_)) break;
            for (std::size_t p = 0; p < x.size(); ++p) {
                if (safe_part_[p] == 1 || pinned_[p] != 0) continue;
                const double part = iteration < iterations_by_part ? safe_part_[p] : 0;
                const Vec3 from = paths_[o].seen_at_start(x[p]);
                const Vec3 to = paths_[o].seen_at_end(x[p] + h * safe_velocity_[p]);
                safe_velocity_[p] = (paths_[o].placed_at_end(from + part * (to - from)) - x[p]) / h;
                depenetrations_[p] = {std::min(depenetrations_[p].part, part), safe_velocity_[p]};
            }
        }
    }
}

}  // namespace tulle
