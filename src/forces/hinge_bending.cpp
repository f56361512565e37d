#include "forces/hinge_bending.hpp"

#include "mesh/topology.hpp"

#include <algorithm>

namespace tulle {

void HingeBending::add(std::span<const Vec3> x, int first_particle, std::span<const Face> faces, double rigidity,
                       double damping_time)
{
    int vertex_count = 0;
    for (const Face& face : faces) vertex_count = std::max({vertex_count, face[0] + 1, face[1] + 1, face[2] + 1});
    const std::vector<LoopPoint> line{{0, 0}, {1, rigidity}};  // loops extend linearly beyond both ends
    const std::uint16_t loop = hinges_.add_loop({line, line}, damping_time);
    for (const Hinge& hinge : find_topology(faces, static_cast<std::size_t>(vertex_count)).hinges) {
        std::array<int, 4> particles = hinge.vertices;
        for (int& particle : particles) particle += first_particle;
        const auto at = [&](int place) { return x[particles[place]]; };
        const double area = triangle_area(at(0), at(1), at(2)) + triangle_area(at(1), at(0), at(3));
        hinges_.add_at_rest({particles, loop, area, (at(1) - at(0)).norm() / area}, x);
    }
}

double HingeBending::turn(std::size_t hinge, std::span<const Vec3> x) const
{
    return hinges_.q(hinge, x) / hinges_.elements()[hinge].scale;
}

}  // namespace tulle
