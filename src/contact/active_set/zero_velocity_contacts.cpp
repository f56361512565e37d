// Zero-velocity contacts. A contact brings its particle, or the point of its edge or face, to the surface at the end of
// a step. As long as the contact pushes, the energy of the cloth does not increase. A contact that pulls should be
// released. If it may not be released, for example because it has been released before, it would pull the cloth to the
// surface and do work. Such a contact therefore gets the velocity of the obstacle as its target. Relative to the
// obstacle it then does no work, whether it pushes or pulls. A cloth at rest satisfies all zero-velocity contacts, so
// they cannot contradict each other. The cloth keeps its distance for this step, and the next step starts anew.

#include "contact/active_set/known_contacts.hpp"

#include <algorithm>

namespace tulle {
namespace {

int first_particle(const Contact& contact) { return contact.particle; }
int first_particle(const FeatureContact& contact) { return contact.row.particles[0]; }

}  // namespace

/// Makes contacts that pull zero-velocity contacts. `own` [N s] is the reaction on particles without the impulses of
/// feature contacts. Returns whether a target has changed.
bool ActiveSet::hold_pulling_at_zero_velocity(std::span<const Vec3> own, double negligible,
                                              std::span<const double> mass)
{
    bool changed = false;
    const auto look = [&](auto& contact, double impulse) {
        if (contact.target >= contact.carried() || impulse >= -negligible * mass[first_particle(contact)]) return;
        contact.target = contact.carried();
        changed = true;
    };
    for_each_group([&](std::span<Contact> group) {
        group = group.first(std::min<std::size_t>(group.size(), 3));
        const Vec3 impulses = normal_impulses(group, own[group[0].particle]);
        for (std::size_t k = 0; k < group.size(); ++k) look(group[k], impulses[k]);
    });
    for (FeatureContact& contact : features_.active()) look(contact, contact.normal_impulse);
    return changed;
}

void ActiveSet::hold_at_zero_velocity()
{
    const auto hold = [](auto& contact) {
        if (contact.held) contact.target = contact.carried();
    };
    for (Contact& contact : active_) hold(contact);
    for (FeatureContact& contact : features_.active()) hold(contact);
}

}  // namespace tulle
