#pragma once
// Cloth as a membrane of triangles (Volino, Faure and Magnenat-Thalmann 2009; VSMT10 compares with this method).
// Stresses lie in the plane of the triangle, per width [N/m], and follow from Green's strain. A membrane does not
// resist bending; forces/hinge_bending.hpp does.

#include "forces/stvk_elements.hpp"
#include "materials/elastic_stiffness.hpp"

namespace tulle {

class StvkMembrane final : public StvkElements<2> {
public:
    [[nodiscard]] std::string_view name() const override { return "membrane"; }

    /// Adds triangles whose particles count from `first_particle`. The triangles are at rest in x, which has the
    /// positions of all particles. The law must be valid (see membrane_problem). The resistance to the rate of strain
    /// is `damping_time` [s] times the stiffness.
    void add(std::span<const Vec3> x, int first_particle, std::span<const Face> faces, const IsotropicMembrane& law,
             double damping_time);
    /// Adds triangles with a direction of the warp per face. The projection of the warp on the face is the first axis
    /// of the strains.
    void add(std::span<const Vec3> x, int first_particle, std::span<const Face> faces, std::span<const Vec3> warp,
             const OrthotropicMembrane& law, double damping_time);

private:
    void add_face(std::span<const Vec3> x, int first_particle, const Face& face, const Vec3& first_axis,
                  std::uint16_t material);
};

}  // namespace tulle
