// Penetration of particles into obstacles: penetration depth, smallest gap, and the positions outside obstacles that
// are shown instead.

#include "contact/active_set/active_set.hpp"

#include "core/reduce.hpp"

#include <algorithm>
#include <limits>

namespace tulle {

void ActiveSet::push_out(std::span<Vec3> x) const
{
    for (int o = 0; o < static_cast<int>(obstacles_.size()); ++o) {
        if (obstacles_[o].convex() == nullptr) continue;
        const ObstaclePath& path = paths_[o];
        std::visit(
            [&](const auto& shape) {
                parallel_for(x.size(), [&](std::size_t p) {
                    if (pinned_[p] != 0) return;  // its place is prescribed
                    const SurfacePoint near = nearest_surface(shape, path.seen_at_end(x[p]));
                    const double inside = contact_distance(p, o) - near.distance;
                    if (inside > 0) x[p] += inside * path.turned_at_end(near.normal);
                });
            },
            *obstacles_[o].convex());
    }
}

double ActiveSet::deepest_penetration(std::span<const Vec3> x)
{
    BlockReducer<double> reducer;
    double deepest = 0;
    const auto look = [&](const ObstaclePath& path, const auto& depth_of) {
        const double here = reducer.reduce(
            x.size(), 0.0,
            [&](std::size_t begin, std::size_t end) {
                double most = 0;
                for (std::size_t p = begin; p < end; ++p) most = std::max(most, depth_of(path.seen_at_end(x[p])));
                return most;
            },
            [](double a, double b) { return std::max(a, b); });
        deepest = std::max(deepest, here);
    };
    for (std::size_t o = 0; o < obstacles_.size(); ++o) {
        if (MeshObstacle* mesh = obstacles_[o].mesh()) {
            mesh->update_inside();
            look(paths_[o], [mesh](const Vec3& position) { return mesh->depth(position); });
        } else {
            std::visit(
                [&](const auto& shape) {
                    look(paths_[o], [&](const Vec3& position) { return -nearest_surface(shape, position).distance; });
                },
                *obstacles_[o].convex());
        }
    }
    return deepest;
}

double ActiveSet::smallest_gap(std::span<const Vec3> x) const
{
    BlockReducer<double> reducer;
    constexpr double nothing = std::numeric_limits<double>::infinity();
    double smallest = nothing;
    const auto look = [&](const ObstaclePath& path, const auto& distance_within) {
        const double here = reducer.reduce(
            x.size(), nothing,
            [&](std::size_t begin, std::size_t end) {
                double least = nothing;
                for (std::size_t p = begin; p < end; ++p)
                    least = std::min(least, distance_within(path.seen_at_end(x[p]), least));
                return least;
            },
            [](double a, double b) { return std::min(a, b); });
        smallest = std::min(smallest, here);
    };
    for (std::size_t o = 0; o < obstacles_.size(); ++o) {
        if (const MeshObstacle* mesh = obstacles_[o].mesh()) {
            look(paths_[o], [&](const Vec3& position, double reach) {
                const MeshTouch touch = mesh->nearest(position, reach);
                return touch.face < 0 ? nothing : touch.distance;
            });
        } else {
            std::visit(
                [&](const auto& shape) {
                    look(paths_[o],
                         [&](const Vec3& position, double) { return nearest_surface(shape, position).distance; });
                },
                *obstacles_[o].convex());
        }
    }
    return smallest;
}

}  // namespace tulle
