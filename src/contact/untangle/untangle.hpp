#pragma once
// Untangling: removes the self-intersections of a surface before the first step (docs/theory/self-contact.md).
//
// Parts that cross are moved against each other until the contour along which they cross is gone. If a contour cuts the
// surface in two, the smaller piece moves back. A contour that does not cut the surface in two is made shorter
// (crossing_contour.hpp). Then layers that nearly touch are moved apart, along collision-free paths.

#include "contact/barrier/contact_surface.hpp"

#include "geometry/surface_crossings.hpp"

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// A surface that may intersect itself. Particles are numbered through all cloths. `positions`, `materials` and
/// `inverse_mass` have one entry per particle.
struct TangledSurface {
    std::span<const Vec3> positions;  // m
    std::span<const Face> faces;      // faces that take part in contact
    std::span<const SurfaceMaterial> materials;
    std::span<const double> inverse_mass;  // 1/kg, 0 for pinned particles
    /// Pairs of particles that move together although no face contains both, such as a particle inside a solid and a
    /// particle of its surface.
    std::span<const std::array<int, 2>> links{};
};

/// The result of untangling.
struct Untangled {
    std::vector<Vec3> positions;  // m
    int pairs = 0;                // number of pairs of faces that intersect at the start
    std::vector<FacePair> left;   // pairs of faces that still intersect; empty on success
    int iterations = 0;
    double largest_displacement = 0;  // m, largest displacement of a particle
    double largest_stretch = 0;       // largest of all edges: length / length before - 1
};

/// Untangles a surface. Pinned particles are not moved. If there are no intersections, no particle is moved. The result
/// is the same for any number of threads.
[[nodiscard]] Untangled untangle(const TangledSurface& surface);

}  // namespace tulle
