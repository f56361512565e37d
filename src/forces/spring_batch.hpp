#pragma once
// Vectorised forces and Jacobians of linear springs, a batch at a time. The functions first gather differences of
// positions. Then loops without branches, which compilers can vectorise, compute lengths, tensions and stiffnesses.

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

/// Coefficients of a group of springs with the law g = k (l - L).
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
    bool is_damped = false;  // whether any spring is damped
};

inline constexpr std::size_t spring_batch = 64;

/// A batch of springs as a structure of arrays, for vectorised loops. Entries beyond `count` have harmless values, so
/// that loops have a fixed length.
class SpringBatch {
public:
    using Column = std::array<double, spring_batch>;

    SpringBatch(const LinearSprings& springs, std::span<const int> batch, std::span<const Vec3> x)
        : springs_(springs), batch_(batch)
    {
        for (std::size_t k = 0; k < count(); ++k) {
            rest[k] = springs.rest_length[batch[k]];
            stiffness[k] = coefficients(k).stiffness;
        }
        fill_beyond(1, rest, stiffness);
        find_differences(x, 1, dx, dy, dz);
    }

    [[nodiscard]] std::size_t count() const { return batch_.size(); }
    [[nodiscard]] const LinearCoefficients& coefficients(std::size_t k) const
    {
        return springs_.coefficients[springs_.group[batch_[k]]];
    }
    /// Writes the differences of a quantity, end i minus end j; entries without a spring get `beyond`.
    void find_differences(std::span<const Vec3> of, double beyond, Column& x, Column& y, Column& z) const
    {
        for (std::size_t k = 0; k < count(); ++k) {
            const auto [i, j] = springs_.ends[batch_[k]];
            const Vec3 difference = of[i] - of[j];
            x[k] = difference.x();
            y[k] = difference.y();
            z[k] = difference.z();
        }
        fill_beyond(beyond, x, y, z);
    }
    void find_damping(Column& relative, Column& projected) const
    {
        for (std::size_t k = 0; k < count(); ++k) {
            relative[k] = coefficients(k).relative_damping;
            projected[k] = coefficients(k).projected_damping;
        }
        fill_beyond(0, relative, projected);
    }

    Column dx, dy, dz;  // m, from end j to end i
    Column rest;        // m
    Column stiffness;   // N/m

private:
    template <class... Columns>
    void fill_beyond(double value, Columns&... columns) const
    {
        for (std::size_t k = count(); k < spring_batch; ++k) ((columns[k] = value), ...);
    }

    const LinearSprings& springs_;
    std::span<const int> batch_;
};

namespace detail {

template <bool is_damped>
void find_batch_forces(const LinearSprings& springs, std::span<const int> batch, std::span<const Vec3> x,
                       std::span<const Vec3> v, Vec3* force)
{
    using Column = SpringBatch::Column;
    const SpringBatch s(springs, batch, x);
    Column length, pull;
    [[maybe_unused]] Column wx, wy, wz, relative, projected;
    if constexpr (is_damped) {
        s.find_differences(v, 0, wx, wy, wz);
        s.find_damping(relative, projected);
    }
    // There are two loops because g++ would not vectorise a single loop: it would branch around a division by zero.
    for (std::size_t k = 0; k < spring_batch; ++k) {
        const double l = std::sqrt(s.dx[k] * s.dx[k] + s.dy[k] * s.dy[k] + s.dz[k] * s.dz[k]);
        length[k] = l < coincident_length ? std::numeric_limits<double>::infinity() : l;
        pull[k] = s.stiffness[k] * (l - s.rest[k]);
    }
    for (std::size_t k = 0; k < spring_batch; ++k) {
        const double inverse = 1 / length[k];
        if constexpr (is_damped)
            pull[k] += projected[k] * inverse * (s.dx[k] * wx[k] + s.dy[k] * wy[k] + s.dz[k] * wz[k]);
        pull[k] *= inverse;
    }
    // Forces are computed by components, because updating a Vec3 in place would stall on its own stores.
    const auto component = [&](std::size_t k, const Column& d, [[maybe_unused]] const Column& w) {
        double f = -pull[k] * d[k];
        if constexpr (is_damped) f -= relative[k] * w[k];
        return f;
    };
    for (std::size_t k = 0; k < s.count(); ++k)
        force[k] = Vec3(component(k, s.dx, wx), component(k, s.dy, wy), component(k, s.dz, wz));
}

}  // namespace detail

/// Writes force[k] [N], the force on end i of spring batch[k]. A batch has at most spring_batch springs.
inline void linear_spring_forces(const LinearSprings& springs, std::span<const int> batch, std::span<const Vec3> x,
                                 std::span<const Vec3> v, Vec3* force)
{
    if (springs.is_damped) {
        detail::find_batch_forces<true>(springs, batch, x, v, force);
    } else {
        detail::find_batch_forces<false>(springs, batch, x, v, force);
    }
}

/// Writes block[k] = scale_x df_i/dx_i + scale_v df_i/dv_i of spring batch[k], with the derivatives of spring_stiffness
/// and damping_matrix. A batch has at most spring_batch springs.
inline void linear_spring_blocks(const LinearSprings& springs, std::span<const int> batch, std::span<const Vec3> x,
                                 const Linearisation& how, double scale_x, double scale_v, Mat3* block)
{
    using Column = SpringBatch::Column;
    const SpringBatch s(springs, batch, x);
    Column length, ux, uy, uz, across, along, relative, projected;
    s.find_damping(relative, projected);
    const double kept = how.kept();
    const double least = how.treatment == JacobianTreatment::clamped ? 0.0 : -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < spring_batch; ++k) {
        const double l = std::sqrt(s.dx[k] * s.dx[k] + s.dy[k] * s.dy[k] + s.dz[k] * s.dz[k]);
        length[k] = l < coincident_length ? std::numeric_limits<double>::infinity() : l;
    }
    for (std::size_t k = 0; k < spring_batch; ++k) {
        // Coincident ends have no direction, so the spring is stiff in all directions.
        const double l = length[k];
        const double transversal = s.stiffness[k] - kept * (s.stiffness[k] * s.rest[k]) / l;
        across[k] = transversal < least ? least : transversal;
        along[k] = s.stiffness[k] - across[k];
        ux[k] = s.dx[k] / l;
        uy[k] = s.dy[k] / l;
        uz[k] = s.dz[k] / l;
    }
    const std::array<const Column*, 3> u{&ux, &uy, &uz};
    std::array<Column, 9> entry;  // of the blocks, column by column
    for (std::size_t e = 0; e < entry.size(); ++e) {
        const Column& from = *u[e % 3];
        const Column& to = *u[e / 3];
        const double one = e % 4 == 0 ? 1.0 : 0.0;  // on the diagonal
        for (std::size_t k = 0; k < spring_batch; ++k)
            entry[e][k] = -(scale_x * (across[k] * one + along[k] * from[k] * to[k])) -
                          scale_v * (relative[k] * one + projected[k] * from[k] * to[k]);
    }
    for (std::size_t k = 0; k < s.count(); ++k)
        for (std::size_t e = 0; e < entry.size(); ++e) block[k].data()[e] = entry[e][k];
}

}  // namespace tulle
