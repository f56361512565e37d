#pragma once
// Collision search for feature contacts: contact distances and tolerances of edges and faces of cloth against one mesh.

#include "contact/active_set/active_set.hpp"
#include "contact/active_set/feature_contacts.hpp"

#include <algorithm>

namespace tulle {

/// Contact distance of feature contacts, as a part of the contact distance of particles.
inline constexpr double feature_share = 0.5;

/// A search of edges and faces of cloth against one mesh, in coordinates of the obstacle.
struct FeatureContacts::Search {
    const ActiveSet& contacts;
    int obstacle;
    const MeshObstacle& mesh;
    double give;       // part of the contact distance that may be used up, see `tolerance`
    bool last_resort;  // depenetration: a last test of edges and faces, at half the contact distance

    /// Returns the contact distance [m] of an edge or face: half the smallest contact distance of its particles.
    [[nodiscard]] double contact_distance(const std::array<int, 3>& particles) const
    {
        double least = contacts.contact_distance(particles[0], obstacle);
        for (const int p : particles) least = std::min(least, contacts.contact_distance(p, obstacle));
        return feature_share * least;
    }
    /// Returns the distance [m] beyond which there is no impact.
    [[nodiscard]] double reach(double contact_distance) const
    {
        return (last_resort ? 0.5 : 1) * contact_distance + contact_slop;
    }
    /// Returns the tolerance of an edge or face that starts at `distance` [m] from the mesh feature.
    [[nodiscard]] ImpactTolerance tolerance(double contact_distance, double distance) const
    {
        if (!last_resort) {
            const double start = std::min(contact_distance, distance);
            return {start * (1 - give * start / contact_distance), contact_slop};
        }
        const double allowed = 0.5 * std::min(contact_distance, distance);
        return {allowed, std::max(std::min(contact_slop, 0.5 * allowed), 1e-300)};
    }
    /// Returns the impact that `find(tolerance)` finds. An edge or face that starts within its contact distance may
    /// stay there: it need not be pushed out in one step. `distance()` returns the distance [m] at the start, and is
    /// called only where it is needed.
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
