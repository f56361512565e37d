// Contact of explicit methods: contact impulses with Coulomb friction, applied particle by particle after the step.

#include "contact/active_set/active_set.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {

void ActiveSet::apply_impulses(std::span<const Vec3> x, std::span<Vec3> v, std::span<const double> mass, double h)
{
    // A particle that one obstacle pushes away may move into another one, so the search is repeated a few times.
    constexpr int max_passes = 4;
    unhindered_.assign(v.begin(), v.end());
    for (int pass = 0; pass < max_passes; ++pass) {
        for_each_group([&](std::span<Contact> group) {
            const int p = group[0].particle;
            v[p] = unhindered_[p];
            meet(group, mass[p], v[p]);
        });
        if (!features_.active().empty()) meet_features(v, mass);
        if (!add_impacts(x, v, mass, h, false) &&
            !(has_feature_contacts_ && features_.add_impacts(*this, x, v, h, false)))
            break;
    }
    features_.drop_idle();
    features_.grow_older();
    std::erase_if(active_, [](const Contact& contact) { return contact.normal_impulse <= 0; });
    impulse_time_ = h;
}

/// Satisfies feature contacts, after particle contacts are satisfied. The two kinds push in turn until both are
/// satisfied. Then friction brakes the points of the feature contacts.
void ActiveSet::meet_features(std::span<Vec3> v, std::span<const double> mass)
{
    constexpr int max_iterations = 50;
    features_.reset_impulses();
    for (const FeatureContact& contact : features_.active()) {
        for (const int p : contact.row.particles) {
            const auto own = std::lower_bound(active_.begin(), active_.end(), p,
                                              [](const Contact& a, int particle) { return a.particle < particle; });
            if (own == active_.end() || own->particle != p) v[p] = unhindered_[p];
        }
    }
    for (int iteration = 0; iteration < max_iterations; ++iteration) {
        const double change = features_.push(v, mass, pinned_);
        for (const Contact& contact : active_) contact.meet(v[contact.particle]);
        if (change < 1e-9) break;
    }
    for (const FeatureContact& contact : features_.active()) {
        const double limit = friction(contact) * contact.normal_impulse;
        contact.give_impulse(contact.friction_impulse(limit, v, mass, pinned_), v, mass, pinned_);
    }
}

void ActiveSet::meet(std::span<Contact> group, double mass, Vec3& velocity) const
{
    // The contacts push one after the other until all are satisfied. Two that face each other need a few iterations.
    constexpr int max_iterations = 200;
    for (Contact& contact : group) contact.normal_impulse = 0;
    bool met = false;
    for (int iteration = 0; iteration < max_iterations && !met; ++iteration) {
        met = true;
        for (Contact& contact : group) {
            const double wanted = contact.normal_impulse + mass * (contact.target - contact.normal.dot(velocity));
            const double change = std::max(wanted, 0.0) - contact.normal_impulse;
            if (std::abs(change) > 1e-12 * mass) met = false;
            velocity += (change / mass) * contact.normal;
            contact.normal_impulse += change;
        }
    }
    // Friction brakes the velocity in directions that no contact constrains, at most by mu times the normal impulses.
    Mat3 free = Mat3::Identity();
    double brake = 0;  // m/s
    for (const Contact& contact : group) {
        if (contact.normal_impulse <= 0) continue;
        brake += friction(contact) * contact.normal_impulse / mass;
        const Vec3 direction = free * contact.normal;
        if (direction.norm() > 1e-6) free -= direction * direction.transpose() / direction.squaredNorm();
    }
    const Vec3 tangential = free * (velocity - group[0].drift);
    const double speed = tangential.norm();
    if (speed > 0) velocity -= std::min(1.0, brake / speed) * tangential;
}

void ActiveSet::clear_obstacles(std::span<Vec3> v) const
{
    // Contacts of one particle may undo each other. A few sweeps are accurate enough for explicit steps.
    constexpr int sweeps = 4;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (const Contact& contact : active_) contact.meet(v[contact.particle]);
        features_.clear(v, pinned_);
    }
}

void ActiveSet::remove_push_out(std::span<Vec3> v) const
{
    for (const Contact& contact : active_) {
        const double carried = contact.normal.dot(contact.drift) + contact.bounce;
        if (contact.target <= carried) continue;
        Vec3& velocity = v[contact.particle];
        const double gained = std::clamp(contact.normal.dot(velocity) - carried, 0.0, contact.target - carried);
        velocity -= gained * contact.normal;
    }
    features_.remove_push_out(v, pinned_);
}

}  // namespace tulle
