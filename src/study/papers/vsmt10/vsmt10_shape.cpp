#include "study/papers/vsmt10/vsmt10_shape.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {

std::vector<Vsmt10Surface> vsmt10_shape(const Simulation& simulation, std::span<const Vec3> start)
{
    std::vector<Vsmt10Surface> shape;
    for (const ClothView& cloth : simulation.cloths()) {
        const auto first = static_cast<std::size_t>(cloth.first_particle);
        const auto count = static_cast<std::size_t>(cloth.particle_count);
        const std::span<const Vec3> now = simulation.visible_positions().subspan(first, count);
        const std::span<const Vec3> before = start.subspan(first, count);
        Vsmt10Surface surface{.name = std::string(cloth.name),
                              .positions = {now.begin(), now.end()},
                              .faces = {cloth.faces.begin(), cloth.faces.end()},
                              .stretch = std::vector<double>(count, 0.0)};
        for (const Face& face : cloth.faces)
            for (std::size_t k = 0; k < 3; ++k) {
                const auto i = static_cast<std::size_t>(face[k]), j = static_cast<std::size_t>(face[(k + 1) % 3]);
                const double stretch = std::abs((now[i] - now[j]).norm() / (before[i] - before[j]).norm() - 1);
                surface.stretch[i] = std::max(surface.stretch[i], stretch);
                surface.stretch[j] = std::max(surface.stretch[j], stretch);
            }
        shape.push_back(std::move(surface));
    }
    return shape;
}

}  // namespace tulle
