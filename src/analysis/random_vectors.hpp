#pragma once
// Pseudo-random start vectors for eigenvalue iterations (Lanczos, Arnoldi): without any symmetry, and the same on every
// machine.

#include <tulle/math.hpp>

#include <cstdint>
#include <span>

namespace tulle {

/// Fills the vectors with coordinates between -1/2 and 1/2, by a linear congruential generator.
inline void fill_randomly(std::span<Vec3> vectors)
{
    std::uint64_t seed = 88172645463325252ULL;
    for (Vec3& q : vectors)
        for (int axis = 0; axis < 3; ++axis) {
            seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
            q[axis] = static_cast<double>(seed >> 11) * 0x1p-53 - 0.5;
        }
}

}  // namespace tulle
