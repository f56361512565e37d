#pragma once
// What a search of spans goes by.

#include "contact/contacts.hpp"
#include "contact/span_contacts.hpp"

#include <algorithm>

namespace tulle {

/// Of the distance that particles keep.
inline constexpr double span_share = 0.5;

/// Spans against one mesh, in the coordinates of which particles go from `from` to `to`.
struct SpanContacts::Search {
    const Contacts& contacts;
    int obstacle;
    const MeshObstacle& mesh;
    double give;
    bool last_resort;  // spans that nothing has stopped, at half the distance

    [[nodiscard]] double kept(const std::array<int, 3>& particles) const
    {
        double least = contacts.kept(particles[0], obstacle);
        for (const int p : particles) least = std::min(least, contacts.kept(p, obstacle));
        return span_share * least;
    }
    /// m; what is never nearer has no impact
    [[nodiscard]] double reach(double kept) const { return (last_resort ? 0.5 : 1) * kept + contact_slop; }
    [[nodiscard]] ImpactTolerance tolerance(double kept, double distance) const
    {
        if (!last_resort) {
            const double start = std::min(kept, distance);
            return {start * (1 - give * start / kept), contact_slop};
        }
        const double allowed = 0.5 * std::min(kept, distance);
        return {allowed, std::max(std::min(contact_slop, 0.5 * allowed), 1e-300)};
    }
    /// What `find(tolerance)` finds. What starts nearer than it should may stay there: it need not be pushed out in one
    /// step. `distance()` [m] at the start is asked for only where it matters.
    template <class Distance, class Find>
    [[nodiscard]] MovingImpact impact(double kept, const Distance& distance, const Find& find) const
    {
        if (last_resort) return find(tolerance(kept, distance()));
        const MovingImpact impact = find(tolerance(kept, kept));
        if (!impact.hit || give == 0) return impact;
        const double start = distance();
        return start < kept ? find(tolerance(kept, start)) : impact;
    }
};

}  // namespace tulle
