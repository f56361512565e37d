#include "forces/stvk_membrane.hpp"

#include "mesh/surface_patch.hpp"

namespace tulle {

void StvkMembrane::add(std::span<const Vec3> x, int first_particle, std::span<const Face> faces,
                       const IsotropicMembrane& law, double damping_time)
{
    const std::uint16_t material = add_material(stiffness_of(law), damping_time);
    for (const Face& face : faces)
        add_face(x, first_particle, face, x[first_particle + face[1]] - x[first_particle + face[0]], material);
}

void StvkMembrane::add(std::span<const Vec3> x, int first_particle, std::span<const Face> faces,
                       std::span<const Vec3> warp, const OrthotropicMembrane& law, double damping_time)
{
    TULLE_ASSERT(warp.size() == faces.size(), warp.size(), faces.size());
    const std::uint16_t material = add_material(stiffness_of(law), damping_time);
    for (std::size_t f = 0; f < faces.size(); ++f) add_face(x, first_particle, faces[f], warp[f], material);
}

void StvkMembrane::add_face(std::span<const Vec3> x, int first_particle, const Face& face, const Vec3& first_axis,
                            std::uint16_t material)
{
    Face particles = face;
    for (int& particle : particles) particle += first_particle;
    const PlaneAxes axes = plane_axes(first_axis, {x[particles[0]], x[particles[1]], x[particles[2]]});
    add_element(particles, flat_corners(x, particles, axes), material);
}

}  // namespace tulle
