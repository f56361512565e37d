// Who is inside an obstacle, how deep, and where it is shown instead.

#include "contact/contacts.hpp"

#include "core/reduce.hpp"

#include <algorithm>

namespace tulle {

void Contacts::push_out(std::span<Vec3> x) const
{
    for (const Obstacle& obstacle : obstacles_) {
        if (obstacle.convex() == nullptr) continue;
        std::visit(
            [&](const auto& shape) {
                parallel_for(x.size(), [&](std::size_t p) {
                    if (pinned_[p] != 0) return;  // it is where it was told to be
                    const SurfacePoint near = nearest_surface(shape, x[p]);
                    const double inside = kept(p, obstacle) - near.distance;
                    if (inside > 0) x[p] += inside * near.normal;
                });
            },
            *obstacle.convex());
    }
}

double Contacts::deepest_penetration(std::span<const Vec3> x) const
{
    BlockReducer<double> reducer;
    double deepest = 0;
    const auto look = [&](const auto& depth_of) {
        const double here = reducer.reduce(
            x.size(), 0.0,
            [&](std::size_t begin, std::size_t end) {
                double most = 0;
                for (std::size_t p = begin; p < end; ++p) most = std::max(most, depth_of(x[p]));
                return most;
            },
            [](double a, double b) { return std::max(a, b); });
        deepest = std::max(deepest, here);
    };
    for (const Obstacle& obstacle : obstacles_) {
        if (const MeshObstacle* mesh = obstacle.mesh()) {
            look([mesh](const Vec3& position) { return mesh->depth(position); });
        } else {
            std::visit(
                [&](const auto& shape) {
                    look([&shape](const Vec3& position) { return -nearest_surface(shape, position).distance; });
                },
                *obstacle.convex());
        }
    }
    return deepest;
}

}  // namespace tulle
