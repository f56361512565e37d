#include "contact/active_set/feature_search.hpp"

#include "core/stage_clock.hpp"
#include "geometry/triangle_distance.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tulle {

void FeatureContacts::collect(const Search& search, std::size_t cloth_feature, std::vector<int>& features) const
{
    if (!is_intact(cloth_feature)) return;
    const std::array<int, 3> particles = particles_of(cloth_feature);
    const std::span<const unsigned char> pinned = search.contacts.pinned();
    if (std::all_of(particles.begin(), particles.end(), [&](int p) { return pinned[p] != 0; })) return;
    Aabb swept;
    for (const int p : particles) swept.extend(from_[p]).extend(to_[p]);
    const double reach = search.reach(search.contact_distance(particles));
    const auto add = [&](int feature) { features.push_back(feature); };
    if (cloth_feature < features_.edges.size()) {
        search.mesh.sharp().for_each_edge(reach, swept, add);
    } else {
        search.mesh.sharp().for_each_vertex(reach, swept, add);
    }
}

FeatureContacts::FeatureImpact FeatureContacts::edge_impact(const Search& search, std::size_t edge) const
{
    FeatureImpact first;
    const auto& [a, b] = features_.edges[edge];
    const double contact_distance = search.contact_distance({a, b, a});
    const std::array<MovingPoint, 2> of_cloth{{{from_[a], to_[a]}, {from_[b], to_[b]}}};
    for (const int feature : candidates_.of(edge)) {
        const auto& [c, d] = search.mesh.sharp().edges()[feature];
        const std::array<MovingPoint, 2> of_mesh{search.mesh.motion_of_vertex(c), search.mesh.motion_of_vertex(d)};
        const auto distance = [&] {
            return std::sqrt(
                closest_of_segments(of_cloth[0].start, of_cloth[1].start, of_mesh[0].start, of_mesh[1].start)
                    .squared_distance);
        };
        const MovingImpact impact = search.impact(contact_distance, distance, [&](const ImpactTolerance& tolerance) {
            return edge_edge_impact(of_cloth, of_mesh, tolerance);
        });
        if (!impact.hit || impact.normal.isZero() || first.comes_before(impact, feature)) continue;
        const double t = impact.weights[2], u = impact.weights[3];
        first = {feature, impact.time, impact.distance, impact.normal, {impact.weights[0], impact.weights[1], 0}};
        first.point = t * of_mesh[0].end + u * of_mesh[1].end;
        first.moved = first.point - (t * of_mesh[0].start + u * of_mesh[1].start);
    }
    return first;
}

FeatureContacts::FeatureImpact FeatureContacts::face_impact(const Search& search, std::size_t face) const
{
    FeatureImpact first;
    const Face& corners = features_.faces[face];
    const double contact_distance = search.contact_distance(corners);
    std::array<MovingPoint, 3> of_cloth;
    for (int k = 0; k < 3; ++k) of_cloth[k] = {from_[corners[k]], to_[corners[k]]};
    for (const int feature : candidates_.of(features_.edges.size() + face)) {
        const MovingPoint tip = search.mesh.motion_of_vertex(search.mesh.sharp().vertices()[feature]);
        const auto distance = [&] {
            return std::sqrt(closest_on_triangle(tip.start, {of_cloth[0].start, of_cloth[1].start, of_cloth[2].start})
                                 .squared_distance);
        };
        const MovingImpact impact = search.impact(contact_distance, distance, [&](const ImpactTolerance& tolerance) {
            return point_triangle_impact(tip, of_cloth, tolerance);
        });
        if (!impact.hit || impact.normal.isZero() || first.comes_before(impact, feature)) continue;
        first = {feature,
                 impact.time,
                 impact.distance,
                 -impact.normal,
                 {impact.weights[1], impact.weights[2], impact.weights[3]},
                 tip.end,
                 tip.end - tip.start};
    }
    return first;
}

void FeatureContacts::find_impacts(const Search& search, std::span<const Vec3> x, std::span<const Vec3> v, double h)
{
    const ObstaclePath& path = search.contacts.path(search.obstacle);
    {
        const StageTimer timer(times_.broad);
        from_.resize(x.size());
        to_.resize(x.size());
        parallel_for(x.size(), [&](std::size_t p) {
            from_[p] = path.seen_at_start(x[p]);
            to_[p] = path.seen_at_end(x[p] + h * v[p]);
        });
        candidates_.find(count(), [&](std::size_t cloth_feature, std::vector<int>& features) {
            collect(search, cloth_feature, features);
        });
    }
    const StageTimer timer(times_.narrow);
    const std::size_t edges = features_.edges.size();
    parallel_for(count(), [&](std::size_t cloth_feature) {
        impacts_[cloth_feature].feature = -1;
        if (candidates_.of(cloth_feature).empty()) return;
        impacts_[cloth_feature] =
            cloth_feature < edges ? edge_impact(search, cloth_feature) : face_impact(search, cloth_feature - edges);
    });
}

bool FeatureContacts::find_pierced(const ActiveSet& contacts, int obstacle, std::span<const Vec3> x,
                                   std::span<const Vec3> v, double h, std::span<double> part)
{
    const Search search{contacts, obstacle, *contacts.obstacle(obstacle).edges, 0, true};
    find_impacts(search, x, v, h);
    bool found = false;
    for (std::size_t s = 0; s < count(); ++s) {
        if (impacts_[s].feature < 0) continue;
        found = true;
        for (const int p : particles_of(s)) part[p] = std::min(part[p], impacts_[s].time);
    }
    return found;
}

}  // namespace tulle
