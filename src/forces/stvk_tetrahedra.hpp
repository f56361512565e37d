#pragma once
// Solids of tetrahedra, with stresses [N/m^2] from Green's strain. The material softens and collapses when it is
// compressed to less than 1/sqrt(3) of its length (docs/theory/elements.md#under-strong-compression). Forces of
// flattened and inverted tetrahedra are finite.

#include "forces/stvk_elements.hpp"
#include "materials/elastic_stiffness.hpp"

namespace tulle {

using Tetrahedron = std::array<int, 4>;

class StvkTetrahedra final : public StvkElements<3> {
public:
    [[nodiscard]] std::string_view name() const override { return "tetrahedra"; }

    /// Adds tetrahedra whose particles count from `first_particle`. The tetrahedra are at rest in x, which has the
    /// positions of all particles. No tetrahedron may be flat (see flat_tetrahedron); their orientation does not
    /// matter. The law must be valid (see solid_problem). The resistance to the rate of strain is `damping_time` [s]
    /// times the stiffness.
    void add(std::span<const Vec3> x, int first_particle, std::span<const Tetrahedron> tetrahedra,
             const IsotropicSolid& law, double damping_time);
};

/// Returns the first tetrahedron without a volume, or -1 if all have a volume.
[[nodiscard]] int flat_tetrahedron(std::span<const Vec3> positions, std::span<const Tetrahedron> tetrahedra);

}  // namespace tulle
