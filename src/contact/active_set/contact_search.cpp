// Collision detection of particles against obstacles along their paths in a step, and the contacts that follow from it.

#include "contact/active_set/known_contacts.hpp"
#include "core/stage_clock.hpp"

#include <algorithm>

namespace tulle {
namespace {

/// Normals closer than 1e-3 rad count as one constraint. MotionConstraints would skip the second one too.
constexpr double one_direction = 1 - 5e-7;
/// Part of the contact distance from a mesh that a particle with a contact may use up before it gets another contact. A
/// particle that slides over the edge between two faces comes as near to the second face as it was to the first, and
/// must not be stopped by the side of the second. A face that turns during the step is not exactly in the plane of its
/// contact, which is that of the end of the step. Without this tolerance, passes would go on about micrometres.
constexpr double give = 0.01;

}  // namespace

bool ActiveSet::add_impacts(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass, double h,
                            bool held)
{
    const std::size_t known = active_.size();
    bool changed = false;
    for (int index = 0; index < static_cast<int>(obstacles_.size()); ++index) {
        const ImpactSearch search{index, known, x, v, mass, h, held};
        if (obstacles_[index].mesh() == nullptr) {
            add_convex_impacts(search);
        } else if (add_mesh_impacts(search)) {
            changed = true;
        }
    }
    if (active_.size() > known) std::sort(active_.begin(), active_.end(), before);
    return changed || active_.size() > known;
}

void ActiveSet::add_convex_impacts(const ImpactSearch& search)
{
    const ObstaclePath& path = paths_[search.obstacle];
    const auto look = [&](const auto& shape) {
        const auto impact_of = [&](std::size_t p) {
            return first_impact(shape, contact_distance(p, search.obstacle), path.seen_at_start(search.x[p]),
                                path.seen_at_end(search.x[p] + search.h * search.v[p]));
        };
        const StageTimer timer(times_.narrow);
        parallel_for(search.x.size(), [&](std::size_t p) { marked_[p] = pinned_[p] == 0 && impact_of(p).hit; });
        for (std::size_t p = 0; p < search.x.size(); ++p) {
            if (marked_[p] == 0 || !known_contacts(search.obstacle, p, search.known).empty()) continue;
            const Impact impact = impact_of(p);
            add(search, meeting(search, p, impact.point, impact.normal, Vec3::Zero()));
        }
    };
    std::visit(look, *obstacles_[search.obstacle].convex());
}

void ActiveSet::find_mesh_impacts(const ImpactSearch& search)
{
    const MeshObstacle& mesh = *obstacles_[search.obstacle].mesh();
    const ObstaclePath& path = paths_[search.obstacle];
    {
        const StageTimer timer(times_.broad);
        candidates_.find(search.x.size(), [&](std::size_t p, std::vector<int>& faces) {
            if (pinned_[p] != 0 || engulfed_by_[p] == search.obstacle) return;
            // A particle in contact moves as its contacts allow. With its velocity alone, it would go below the surface
            // and meet the sides of faces over which it should slide.
            Vec3 v = search.v[p];
            for (const Contact& contact : known_contacts(search.obstacle, p, search.known)) contact.meet(v);
            motions_[p] = {path.seen_at_start(search.x[p]), path.seen_at_end(search.x[p] + search.h * v)};
            mesh.collect_for_impact(contact_distance(p, search.obstacle), motions_[p], faces);
        });
    }
    const StageTimer timer(times_.narrow);
    parallel_for(search.x.size(), [&](std::size_t p) {
        impacts_[p].face = -1;
        const std::span<const int> faces = candidates_.of(p);
        if (faces.empty()) return;
        const double distance = contact_distance(p, search.obstacle);
        const std::span<const Contact> known = known_contacts(search.obstacle, p, search.known);
        impacts_[p] = mesh.first_impact(distance, motions_[p], faces, known.empty() ? 0 : give * distance,
                                        KnownPlanes(known, path, motions_[p]).all());
    });
}

/// Adds contacts for the impacts found. Returns whether the target of a known contact had to be raised.
bool ActiveSet::add_mesh_impacts(const ImpactSearch& search)
{
    find_mesh_impacts(search);
    bool changed = false;
    for (std::size_t p = 0; p < search.x.size(); ++p) {
        const MeshImpact& impact = impacts_[p];
        if (impact.face < 0) continue;
        Contact met = meeting(search, p, impact.point, impact.normal, impact.moved);
        met.face = impact.face;
        const std::span<Contact> contacts = known_contacts(search.obstacle, p, search.known);
        const auto same = std::find_if(contacts.begin(), contacts.end(), [&](const Contact& contact) {
            return contact.normal.dot(met.normal) > one_direction;
        });
        if (same == contacts.end()) {
            if (contacts.size() < most_contacts) add(search, met);
        } else if (met.target > same->target + contact_slop / search.h) {
            same->target = met.target;
            changed = true;
        }
    }
    return changed;
}

std::span<Contact> ActiveSet::known_contacts(int obstacle, std::size_t particle, std::size_t known)
{
    Contact key;
    key.particle = static_cast<int>(particle);
    key.obstacle = obstacle;
    const auto end = active_.begin() + static_cast<std::ptrdiff_t>(known);
    const auto first = std::lower_bound(active_.begin(), end, key, before);
    auto last = first;
    while (last != end && same_pair(*last, key)) ++last;
    return {first, last};
}

Contact ActiveSet::meeting(const ImpactSearch& search, std::size_t particle, const Vec3& point, const Vec3& normal,
                           const Vec3& moved) const
{
    const ObstaclePath& path = paths_[search.obstacle];
    const Vec3 end = path.placed_at_end(point);
    Contact contact;
    contact.particle = static_cast<int>(particle);
    contact.obstacle = search.obstacle;
    contact.normal = path.turned_at_end(normal);
    contact.target = contact.normal.dot(end - search.x[particle]) / search.h;
    contact.drift = (end - path.placed_at_start(point - moved)) / search.h;
    contact.target = std::min(contact.target, contact.normal.dot(contact.drift) + longest_push_out_ / search.h);
    // Restitution (EWS96 eq. 10, with the reflected part along the normal). A resting particle has a contact already,
    // so it has no new impact.
    const double leaving = contact.normal.dot(search.v[particle] - contact.drift);
    contact.bounce = std::max(-obstacles_[search.obstacle].restitution * leaving, 0.0);
    if (contact.bounce > 0)
        contact.target = std::max(contact.target, contact.normal.dot(contact.drift) + contact.bounce);
    return contact;
}

void ActiveSet::add(const ImpactSearch& search, Contact contact)
{
    contact.normal_impulse =
        search.mass[contact.particle] * (contact.target - contact.normal.dot(search.v[contact.particle]));
    contact.held = search.held;
    active_.push_back(contact);
}

}  // namespace tulle
