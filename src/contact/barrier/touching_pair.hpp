#pragma once
// A pair of contact features that is nearer than its contact distance, with the energy, pressure and stiffness of its
// barrier.

#include "contact/barrier/contact_surface.hpp"

#include <array>
#include <span>
#include <tuple>

namespace tulle {

struct TouchingPair {
    std::array<int, 4> particles{};
    PairKind kind = PairKind::vertex_face;
    std::array<double, 4> shares{};
    Vec3 normal = Vec3::Zero();
    double energy = 0;     // J
    double pressure = 0;   // N
    double stiffness = 0;  // N/m
    double friction = 0;   // coefficient

    [[nodiscard]] Vec3 between(std::span<const Vec3> x) const  // m
    {
        Vec3 sum = Vec3::Zero();
        for (std::size_t k = 0; k < 4; ++k) sum += shares[k] * x[particles[k]];
        return sum;
    }
    [[nodiscard]] bool is_before(const TouchingPair& other) const
    {
        return std::tie(particles, kind) < std::tie(other.particles, other.kind);
    }
};

}  // namespace tulle
