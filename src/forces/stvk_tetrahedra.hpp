#pragma once
// Solids of tetrahedra with stresses [N/m^2] of Green's strain. Pressed together to less than 1/sqrt(3) of its length
// the material gives way (docs/theory/elements.md); what is flattened or turned inside out stays finite.

#include "forces/stvk_elements.hpp"
#include "materials/elastic_stiffness.hpp"

namespace tulle {

using Tetrahedron = std::array<int, 4>;

class StvkTetrahedra final : public StvkElements<3> {
public:
    [[nodiscard]] std::string_view name() const override { return "tetrahedra"; }

    /// Tetrahedra of particles that count from `first_particle` and lie at rest in x, with all others; none is flat
    /// (see flat_tetrahedron), and which way their corners turn does not matter. The law is a material (see
    /// solid_problem); `damping_time` [s] times its stiffness resists the rate of strain.
    void add(std::span<const Vec3> x, int first_particle, std::span<const Tetrahedron> tetrahedra,
             const IsotropicSolid& law, double damping_time);
};

/// The first tetrahedron without a volume; -1 when all have one.
[[nodiscard]] int flat_tetrahedron(std::span<const Vec3> positions, std::span<const Tetrahedron> tetrahedra);

}  // namespace tulle
