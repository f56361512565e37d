#include "contact/pins.hpp"

#include "mesh/rigid_motion.hpp"

#include <algorithm>

namespace tulle {
namespace {

std::vector<int> grid_line(const std::array<int, 2>& grid, int axis, int at)
{
    // Particle (a, b) has index a + b * grid[0]; an edge fixes the coordinate along `axis`.
    std::vector<int> indices;
    for (int k = 0; k < grid[1 - axis]; ++k) indices.push_back(axis == 0 ? at + k * grid[0] : k + at * grid[0]);
    return indices;
}

struct Selector {
    const ClothMesh& cloth;

    std::vector<int> operator()(const PinCorner& corner) const
    {
        if (cloth.grid[0] == 0) return {};
        const int a = corner.max_first ? cloth.grid[0] - 1 : 0;
        const int b = corner.max_second ? cloth.grid[1] - 1 : 0;
        return {a + b * cloth.grid[0]};
    }
    std::vector<int> operator()(const PinEdge& edge) const
    {
        if (cloth.grid[0] == 0) return {};
        return grid_line(cloth.grid, edge.axis, edge.max ? cloth.grid[edge.axis] - 1 : 0);
    }
    std::vector<int> operator()(const PinBox& box) const
    {
        std::vector<int> indices;
        for (std::size_t p = 0; p < cloth.positions.size(); ++p) {
            const Vec3& x = cloth.positions[p];
            if ((x.array() >= box.min.array()).all() && (x.array() <= box.max.array()).all())
                indices.push_back(static_cast<int>(p));
        }
        return indices;
    }
    std::vector<int> operator()(const PinIndices& list) const
    {
        std::vector<int> indices = list.indices;
        std::sort(indices.begin(), indices.end());
        indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
        return indices;
    }
};

}  // namespace

std::vector<int> select_particles(const PinDescription& pin, const ClothMesh& cloth)
{
    return std::visit(Selector{cloth}, pin.where);
}

void Pins::add(const PinDescription& pin, std::span<const int> particles, std::span<const Vec3> positions)
{
    pins_.push_back(pin);
    const int pin_index = static_cast<int>(pins_.size()) - 1;
    for (const int particle : particles) {
        const auto place = std::lower_bound(particles_.begin(), particles_.end(), particle);
        if (place != particles_.end() && *place == particle) continue;
        const auto k = place - particles_.begin();
        particles_.insert(place, particle);
        pin_of_.insert(pin_of_.begin() + k, pin_index);
        start_.insert(start_.begin() + k, positions[particle]);
    }
}

void Pins::add_carried(int first, int count, std::span<const Vec3> positions)
{
    for (int particle = first; particle < first + count; ++particle) {
        const auto k = std::lower_bound(particles_.begin(), particles_.end(), particle) - particles_.begin();
        particles_.insert(particles_.begin() + k, particle);
        pin_of_.insert(pin_of_.begin() + k, -1);
        start_.insert(start_.begin() + k, positions[particle]);
    }
}

void Pins::follow(std::span<const Vec3> positions)
{
    for (std::size_t k = 0; k < particles_.size(); ++k)
        if (pin_of_[k] < 0) start_[k] = positions[particles_[k]];
}

Vec3 Pins::position(std::size_t k, double time) const
{
    if (pin_of_[k] < 0) return start_[k];
    const RigidMotion& motion = pins_[pin_of_[k]].motion;
    return motion.keyframes.empty() ? start_[k] : pose_at(motion, time).apply(start_[k]);
}

}  // namespace tulle
