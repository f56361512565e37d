#pragma once
// Takes a surface that starts through itself apart, before the first step (docs/theory/self-contact.md).
//
// Where it crosses, the parts are moved against each other until the contour along which they cross is gone: the
// smaller of two pieces that a contour cuts off goes back, and where it cuts nothing off, it is made shorter
// (crossing_contour.hpp). Then layers that are left nearly touching are moved apart, on ways on which nothing meets.

#include "contact/barrier/contact_surface.hpp"

#include "geometry/surface_crossings.hpp"

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// Particles count through all cloths; spans have one entry for each, but for faces and links.
struct TangledSurface {
    std::span<const Vec3> positions;  // m
    std::span<const Face> faces;      // those that touch
    std::span<const SurfaceMaterial> materials;
    std::span<const double> inverse_mass;  // 1/kg, 0 where it is held
    /// Particles that move with each other although no face has both, as those inside a solid do with its surface.
    std::span<const std::array<int, 2>> links{};
};

struct Untangled {
    std::vector<Vec3> positions;  // m
    int pairs = 0;                // of faces that met at the start
    std::vector<FacePair> left;   // that still meet: empty where it succeeded
    int iterations = 0;
    double largest_way = 0;      // m, of a particle
    double largest_stretch = 0;  // of an edge: length / length before - 1
};

/// Particles that are held stay, and without crossings everybody does. The same for any number of threads.
[[nodiscard]] Untangled untangle(const TangledSurface& surface);

}  // namespace tulle
