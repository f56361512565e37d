#include "forces/stvk_tetrahedra.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace tulle {

void StvkTetrahedra::add(std::span<const Vec3> x, int first_particle, std::span<const Tetrahedron> tetrahedra,
                         const IsotropicSolid& law, double damping_time)
{
    const std::uint16_t material = add_material(stiffness_of(law), damping_time);
    for (Tetrahedron particles : tetrahedra) {
        for (int& particle : particles) particle += first_particle;
        add_element(particles, {x[particles[0]], x[particles[1]], x[particles[2]], x[particles[3]]}, material);
    }
}

int flat_tetrahedron(std::span<const Vec3> positions, std::span<const Tetrahedron> tetrahedra)
{
    // Volume relative to the cube of the longest edge; a regular tetrahedron has 0.12. Below the least volume, strains
    // are mostly rounding errors.
    constexpr double least_volume = 1e-9;
    for (std::size_t t = 0; t < tetrahedra.size(); ++t) {
        const auto at = [&](std::size_t corner) { return positions[tetrahedra[t][corner]]; };
        double longest = 0;
        for (std::size_t a = 0; a < 4; ++a)
            for (std::size_t b = a + 1; b < 4; ++b) longest = std::max(longest, (at(b) - at(a)).norm());
        const double volume = std::abs((at(1) - at(0)).cross(at(2) - at(0)).dot(at(3) - at(0))) / 6;
        if (!(volume > least_volume * longest * longest * longest)) return static_cast<int>(t);
    }
    return -1;
}

}  // namespace tulle
