#pragma once
// Forces of linear springs, a batch at a time. Differences of positions are gathered first; lengths and tensions are
// then found side by side, without a branch, which is what vector units can do.

#include "forces/spring_kernel.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace tulle {

/// The two particles of a spring.
struct SpringEnds {
    int i, j;
};

/// Of a group of springs whose law is g = k (l - L).
struct LinearCoefficients {
    double stiffness = 0;          // N/m
    double relative_damping = 0;   // N s/m
    double projected_damping = 0;  // N s/m
};

struct LinearSprings {
    std::span<const SpringEnds> ends;
    std::span<const double> rest_length;   // m
    std::span<const std::uint16_t> group;  // per spring
    std::span<const LinearCoefficients> coefficients;
    bool is_damped = false;  // any of them
};

inline constexpr std::size_t spring_batch = 64;

namespace detail {

template <bool is_damped>
void find_batch_forces(const LinearSprings& springs, std::size_t begin, std::size_t count, std::span<const Vec3> x,
                       std::span<const Vec3> v, Vec3* force)
{
    using Column = std::array<double, spring_batch>;
    Column dx, dy, dz, rest, stiffness, length, pull;
    [[maybe_unused]] Column wx, wy, wz, relative, projected;
    for (std::size_t k = 0; k < count; ++k) {
        const auto [i, j] = springs.ends[begin + k];
        const LinearCoefficients& of_group = springs.coefficients[springs.group[begin + k]];
        const Vec3 d = x[i] - x[j];
        dx[k] = d.x();
        dy[k] = d.y();
        dz[k] = d.z();
        rest[k] = springs.rest_length[begin + k];
        stiffness[k] = of_group.stiffness;
        if constexpr (is_damped) {
            const Vec3 w = v[i] - v[j];
            wx[k] = w.x();
            wy[k] = w.y();
            wz[k] = w.z();
            relative[k] = of_group.relative_damping;
            projected[k] = of_group.projected_damping;
        }
    }
    // Whole batches, so that the loop has a fixed length: what lies beyond `count` is not read.
    for (std::size_t k = count; k < spring_batch; ++k) dx[k] = dy[k] = dz[k] = rest[k] = stiffness[k] = 1;
    if constexpr (is_damped)
        for (std::size_t k = count; k < spring_batch; ++k) wx[k] = wy[k] = wz[k] = relative[k] = projected[k] = 0;
    // Two loops: in one, g++ would branch around a division by what may be zero, and find no vectors.
    for (std::size_t k = 0; k < spring_batch; ++k) {
        const double l = std::sqrt(dx[k] * dx[k] + dy[k] * dy[k] + dz[k] * dz[k]);
        length[k] = l < coincident_length ? std::numeric_limits<double>::infinity() : l;
        pull[k] = stiffness[k] * (l - rest[k]);
    }
    for (std::size_t k = 0; k < spring_batch; ++k) {
        const double inverse = 1 / length[k];
        if constexpr (is_damped) pull[k] += projected[k] * inverse * (dx[k] * wx[k] + dy[k] * wy[k] + dz[k] * wz[k]);
        pull[k] *= inverse;
    }
    for (std::size_t k = 0; k < count; ++k) {
        force[k] = Vec3(-pull[k] * dx[k], -pull[k] * dy[k], -pull[k] * dz[k]);
        if constexpr (is_damped) force[k] -= relative[k] * Vec3(wx[k], wy[k], wz[k]);
    }
}

}  // namespace detail

/// force[k] [N] on end i of spring begin + k, for all k below `count`; at most a batch.
inline void linear_spring_forces(const LinearSprings& springs, std::size_t begin, std::size_t count,
                                 std::span<const Vec3> x, std::span<const Vec3> v, Vec3* force)
{
    if (springs.is_damped) {
        detail::find_batch_forces<true>(springs, begin, count, x, v, force);
    } else {
        detail::find_batch_forces<false>(springs, begin, count, x, v, force);
    }
}

}  // namespace tulle
