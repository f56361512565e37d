#pragma once
// Kinetic energy of the particles.

#include "core/reduce.hpp"

#include <span>

namespace tulle {

/// Returns the kinetic energy [J]. `sum` is scratch.
[[nodiscard]] inline double kinetic_energy(std::span<const double> mass, std::span<const Vec3> v,
                                           BlockReducer<double>& sum)
{
    return sum.sum(v.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double part = 0;
        for (std::size_t i = begin; i < end; ++i) part += 0.5 * mass[i] * v[i].squaredNorm();
        return part;
    });
}

}  // namespace tulle
