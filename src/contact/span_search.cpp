#include "contact/span_search.hpp"

#include "geometry/triangle_distance.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tulle {

SpanContacts::SpanImpact SpanContacts::edge_impact(const Search& search, std::size_t edge, bool last_resort) const
{
    SpanImpact first;
    const auto& [a, b] = spans_.edges[edge];
    const double kept = search.kept({a, b, a});
    Aabb way;
    way.extend(from_[a]).extend(from_[b]).extend(to_[a]).extend(to_[b]);
    way = inflated(way, kept);
    if (!search.mesh.bounds().intersects(way)) return first;
    const std::array<MovingPoint, 2> mine{{{from_[a], to_[a]}, {from_[b], to_[b]}}};
    search.mesh.sharp().for_each_edge(way, [&](int feature) {
        const auto& [c, d] = search.mesh.sharp().edges()[feature];
        const std::array<MovingPoint, 2> theirs{search.mesh.way_of_vertex(c), search.mesh.way_of_vertex(d)};
        double distance = 0;
        if (last_resort)
            distance = std::sqrt(
                closest_of_segments(mine[0].start, mine[1].start, theirs[0].start, theirs[1].start).squared_distance);
        const MovingImpact impact = edge_edge_impact(mine, theirs, search.tolerance(kept, distance, last_resort));
        if (!impact.hit || impact.normal.isZero()) return;
        if (first.feature >= 0 &&
            std::tuple(impact.time, impact.distance, feature) > std::tuple(first.time, first.distance, first.feature))
            return;
        const double t = impact.weights[2], u = impact.weights[3];
        first = {feature, impact.time, impact.distance, impact.normal, {impact.weights[0], impact.weights[1], 0}};
        first.point = t * theirs[0].end + u * theirs[1].end;
        first.moved = first.point - (t * theirs[0].start + u * theirs[1].start);
    });
    return first;
}

SpanContacts::SpanImpact SpanContacts::face_impact(const Search& search, std::size_t face, bool last_resort) const
{
    SpanImpact first;
    const Face& corners = spans_.faces[face];
    const double kept = search.kept(corners);
    Aabb way;
    for (const int p : corners) way.extend(from_[p]).extend(to_[p]);
    way = inflated(way, kept);
    if (!search.mesh.bounds().intersects(way)) return first;
    std::array<MovingPoint, 3> mine;
    for (int k = 0; k < 3; ++k) mine[k] = {from_[corners[k]], to_[corners[k]]};
    search.mesh.sharp().for_each_vertex(way, [&](int feature) {
        const MovingPoint tip = search.mesh.way_of_vertex(search.mesh.sharp().vertices()[feature]);
        double distance = 0;
        if (last_resort)
            distance = std::sqrt(
                closest_on_triangle(tip.start, {mine[0].start, mine[1].start, mine[2].start}).squared_distance);
        const MovingImpact impact = point_triangle_impact(tip, mine, search.tolerance(kept, distance, last_resort));
        if (!impact.hit || impact.normal.isZero()) return;
        if (first.feature >= 0 &&
            std::tuple(impact.time, impact.distance, feature) > std::tuple(first.time, first.distance, first.feature))
            return;
        first = {feature,
                 impact.time,
                 impact.distance,
                 -impact.normal,
                 {impact.weights[1], impact.weights[2], impact.weights[3]},
                 tip.end,
                 tip.end - tip.start};
    });
    return first;
}

void SpanContacts::find_impacts(const Search& search, std::span<const Vec3> x, std::span<const Vec3> v, double h,
                                bool last_resort)
{
    const ObstaclePath& path = search.contacts.path(search.obstacle);
    from_.resize(x.size());
    to_.resize(x.size());
    parallel_for(x.size(), [&](std::size_t p) {
        from_[p] = path.seen_at_start(x[p]);
        to_[p] = path.seen_at_end(x[p] + h * v[p]);
    });
    const std::size_t edges = spans_.edges.size();
    const std::span<const unsigned char> pinned = search.contacts.pinned();
    parallel_for(count(), [&](std::size_t s) {
        impacts_[s].feature = -1;
        const std::array<int, 3> particles = particles_of(s);
        if (std::all_of(particles.begin(), particles.end(), [&](int p) { return pinned[p] != 0; })) return;
        impacts_[s] = s < edges ? edge_impact(search, s, last_resort) : face_impact(search, s - edges, last_resort);
    });
}

bool SpanContacts::find_pierced(const Contacts& contacts, int obstacle, std::span<const Vec3> x,
                                std::span<const Vec3> v, double h, std::span<double> part)
{
    const Search search{contacts, obstacle, *contacts.obstacle(obstacle).mesh(), 0};
    find_impacts(search, x, v, h, true);
    bool found = false;
    for (std::size_t s = 0; s < count(); ++s) {
        if (impacts_[s].feature < 0) continue;
        found = true;
        for (const int p : particles_of(s)) part[p] = std::min(part[p], impacts_[s].time);
    }
    return found;
}

}  // namespace tulle
