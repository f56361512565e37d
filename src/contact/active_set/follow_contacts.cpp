// Prediction of the active set at the start of a step: contacts of the last step follow their obstacles, and contacts
// of particles with a predicted impact are added.

#include "contact/active_set/known_contacts.hpp"
#include "core/stage_clock.hpp"

#include <algorithm>
#include <utility>

namespace tulle {
namespace {

/// A contact with a mesh continues while the cosine between its old and its new normal is above this value. The normal
/// may thus turn by 60 degrees at an edge.
constexpr double least_alignment = 0.5;

}  // namespace

void ActiveSet::predict(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass, double h)
{
    // Contacts that still touch are the best prediction for the next step. They keep their mode and impulses.
    std::erase_if(active_, [&](Contact& contact) {
        contact.held = false;
        const ConvexShape* convex = obstacles_[contact.obstacle].convex();
        if (convex == nullptr) return false;
        const Vec3 seen = paths_[contact.obstacle].seen_at_start(x[contact.particle]);
        const SurfacePoint near = std::visit([&](const auto& shape) { return nearest_surface(shape, seen); }, *convex);
        const Vec3 point = seen - near.distance * near.normal;
        follow(contact, {point, near.normal, point, near.normal, near.distance}, h);
        return near.distance - contact_distance(contact.particle, contact.obstacle) > 10 * contact_slop;
    });
    if (has_meshes_) follow_meshes(x, h);
    static_cast<void>(add_impacts(x, v, mass, h, false));
    if (has_feature_contacts_) features_.predict(*this, x, v, mass, h);
}

void ActiveSet::follow(Contact& contact, const TouchPath& path, double h) const
{
    const ObstaclePath& obstacle = paths_[contact.obstacle];
    const Vec3 start_normal = obstacle.turned_at_start(path.normal);
    contact.normal = obstacle.turned_at_end(path.end_normal);
    contact.drift = (obstacle.placed_at_end(path.end_point) - obstacle.placed_at_start(path.point)) / h;
    contact.bounce = 0;
    const double gap =
        contact.normal.dot(start_normal) * path.distance - contact_distance(contact.particle, contact.obstacle);
    contact.target = contact.normal.dot(contact.drift) + std::min(-gap, longest_push_out_) / h;
}

/// Only particles in contact are tested: a mesh can have closed only on these.
void ActiveSet::find_engulfed(std::span<const Vec3> x)
{
    std::fill(engulfed_by_.begin(), engulfed_by_.end(), -1);
    parallel_for(active_.size(), [&](std::size_t k) {
        const Contact& contact = active_[k];
        if (k > 0 && same_pair(active_[k - 1], contact)) return;
        const MeshObstacle* mesh = obstacles_[contact.obstacle].mesh();
        if (mesh == nullptr || !mesh->changes_shape()) return;
        if (mesh->has_closed_on(paths_[contact.obstacle].seen_at_start(x[contact.particle])))
            engulfed_by_[contact.particle] = contact.obstacle;
    });
}

void ActiveSet::let_out(Contact& contact, const Vec3& x, double h) const
{
    constexpr double unhurried = 1;  // m/s, relative to the obstacle
    const MeshObstacle& mesh = *obstacles_[contact.obstacle].mesh();
    const MeshTouch out = mesh.nearest_exit(paths_[contact.obstacle].seen_at_start(x));
    const MeshObstacle::Carried end = mesh.carry(out.face, 0, out.point, out.normal);
    follow(contact, {out.point, out.normal, end.point, end.normal, out.distance}, h);
    contact.target = std::min(contact.target, contact.normal.dot(contact.drift) + unhurried);
    contact.face = out.face;
}

/// Moves contacts with meshes to the faces that their particles now touch.
void ActiveSet::follow_meshes(std::span<const Vec3> x, double h)
{
    find_engulfed(x);
    if (touches_.size() < active_.size()) touches_.resize(active_.size());
    const auto is_first = [&](std::size_t k) { return k == 0 || !same_pair(active_[k - 1], active_[k]); };
    const auto look = [&](std::size_t k) {
        const Contact& contact = active_[k];
        const Obstacle& obstacle = obstacles_[contact.obstacle];
        if (obstacle.mesh() == nullptr || !is_first(k)) return;
        const double reach = contact_distance(contact.particle, contact.obstacle) + 10 * contact_slop;
        const Vec3 seen = paths_[contact.obstacle].seen_at_start(x[contact.particle]);
        touches_[k].count = obstacle.mesh()->touches(seen, reach, touches_[k].found);
    };
    {
        const StageTimer timer(times_.narrow);
        parallel_for(active_.size(), look);
    }
    std::size_t first = 0;
    for (std::size_t k = 0; k < active_.size(); ++k) {
        Contact& contact = active_[k];
        const MeshObstacle* mesh = obstacles_[contact.obstacle].mesh();
        if (is_first(k)) first = k;
        if (mesh == nullptr) continue;
        if (engulfed_by_[contact.particle] == contact.obstacle) {
            contact.face = -1;
            if (first == k) let_out(contact, x[contact.particle], h);
            continue;
        }
        Touches& touches = touches_[first];
        int best = -1;
        double alignment = least_alignment;
        for (int t = 0; t < touches.count; ++t) {
            const Vec3 normal = paths_[contact.obstacle].turned_at_start(touches.found[t].normal);
            const double here = normal.dot(contact.normal);
            if (touches.found[t].face >= 0 && here > alignment) {
                alignment = here;
                best = t;
            }
        }
        contact.face = -1;  // the contact ends unless a touch continues it
        if (best < 0) continue;
        MeshTouch& touch = touches.found[best];
        const MeshObstacle::Carried end = mesh->carry(touch.face, 0, touch.point, touch.normal);
        follow(contact, {touch.point, touch.normal, end.point, end.normal, touch.distance}, h);
        contact.face = std::exchange(touch.face, -1);
    }
    std::erase_if(active_, [&](const Contact& contact) { return contact.face < 0; });
    std::sort(active_.begin(), active_.end(), before);
}

}  // namespace tulle
