#pragma once
// Distance between two states of the same particles: maximum and root mean square.

#include <tulle/math.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace tulle {

struct Distances {
    double largest = 0;  // m
    double rms = 0;      // m, root of the mean square over the particles
};

/// Returns the distances between particles of the same number; `a` and `b` must have the same size.
[[nodiscard]] inline Distances distances(std::span<const Vec3> a, std::span<const Vec3> b)
{
    double largest = 0, sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double square = (a[i] - b[i]).squaredNorm();
        largest = std::max(largest, square);
        sum += square;
    }
    return {std::sqrt(largest), a.empty() ? 0 : std::sqrt(sum / static_cast<double>(a.size()))};
}

}  // namespace tulle
