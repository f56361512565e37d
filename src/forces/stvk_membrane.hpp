#pragma once
// Cloth as a membrane of triangles (Volino, Faure and Magnenat-Thalmann 2009, the method VSMT10 compares with):
// stresses in the plane, per width [N/m], of Green's strain. It does not resist bending; forces/hinge_bending.hpp does.

#include "forces/stvk_elements.hpp"
#include "materials/elastic_stiffness.hpp"

namespace tulle {

class StvkMembrane final : public StvkElements<2> {
public:
    [[nodiscard]] std::string_view name() const override { return "membrane"; }

    /// Triangles of particles that count from `first_particle` and lie at rest in x, with all others. The law is a
    /// material (see membrane_problem); `damping_time` [s] times its stiffness resists the rate of strain.
    void add(std::span<const Vec3> x, int first_particle, std::span<const Face> faces, const IsotropicMembrane& law,
             double damping_time);
    /// The warp runs along a direction given for each face, as far as that lies in it: the first axis of its strains.
    void add(std::span<const Vec3> x, int first_particle, std::span<const Face> faces, std::span<const Vec3> warp,
             const OrthotropicMembrane& law, double damping_time);

private:
    void add_face(std::span<const Vec3> x, int first_particle, const Face& face, const Vec3& first_axis,
                  std::uint16_t material);
};

}  // namespace tulle
