// Contacts that stand still. A contact takes its particle, or the point of its span, to the surface at the end of a
// step, and as long as it pushes that takes energy from the cloth or leaves it as it is. One that pulls is to be
// released; where that may not be, because it has been before, it would drag the cloth to the surface and do work.
// Standing still it does none, whichever way it acts, and a cloth at rest meets all such demands, so that they cannot
// contradict each other. The cloth keeps its distance for this step, and the next one starts anew.

#include "contact/active_set/known_contacts.hpp"

#include <algorithm>

namespace tulle {
namespace {

int first_particle(const Contact& contact) { return contact.particle; }
int first_particle(const FeatureContact& contact) { return contact.row.particles[0]; }

}  // namespace

/// `own` [N s] is the reaction of particles without that of spans.
bool ActiveSet::still_those_that_pull(std::span<const Vec3> own, double negligible, std::span<const double> mass)
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
    const auto still = [](auto& contact) {
        if (contact.held) contact.target = contact.carried();
    };
    for (Contact& contact : active_) still(contact);
    for (FeatureContact& contact : features_.active()) still(contact);
}

}  // namespace tulle
