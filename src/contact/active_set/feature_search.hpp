#pragma once
// What a search of spans goes by.

#include "contact/active_set/active_set.hpp"
#include "contact/active_set/feature_contacts.hpp"

#include <algorithm>

namespace tulle {

/// Of the distance that particles keep.
inline constexpr double feature_share = 0.5;

/// Spans against one mesh, in the coordinates of which particles go from `from` to `to`.
struct FeatureContacts::Search {
    const ActiveSet& contacts;
    int obstacle;
    const MeshObstacle& mesh;
    double give;
    bool last_resort;  // spans that nothing has stopped, at half the distance

    [[nodiscard]] double contact_distance(const std::array<int, 3>& particles) const
    {
        double least = contacts.contact_distance(particles[0], obstacle);
        for (const int p : particles) least = std::min(least, contacts.contact_distance(p, obstacle));
        return feature_share * least;
    }
    /// m; what is never nearer has no impact
    [[nodiscard]] double reach(double contact_distance) const
    {
        return (last_resort ? 0.5 : 1) * contact_distance + contact_slop;
    }
    [[nodiscard]] ImpactTolerance tolerance(double contact_distance, double distance) const
    {
        if (!last_resort) {
            const double start = std::min(contact_distance, distance);
            return {start * (1 - give * start / contact_distance), contact_slop};
        }
        const double allowed = 0.5 * std::min(contact_distance, distance);
        return {allowed, std::max(std::min(contact_slop, 0.5 * allowed), 1e-300)};
    }
    /// What `find(tolerance)` finds. What starts nearer than it should may stay there: it need not be pushed out in one
    /// step. `distance()` [m] at the start is asked for only where it matters.
    template <class Distance, class Find>
    [[nodiscard]] MovingImpact impact(double contact_distance, const Distance& distance, const Find& find) const
    {
        if (last_resort) return find(tolerance(contact_distance, distance()));
        const MovingImpact impact = find(tolerance(contact_distance, contact_distance));
        if (!impact.hit || give == 0) return impact;
        const double start = distance();
        return start < contact_distance ? find(tolerance(contact_distance, start)) : impact;
    }
};

}  // namespace tulle
