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

/// Writes force[k] [N], the force on end i of spring batch[k]. A batch has at most spring_batch springs.
void linear_spring_forces(const LinearSprings& springs, std::span<const int> batch, std::span<const Vec3> x,
                          std::span<const Vec3> v, Vec3* force);

/// Writes block[k] = scale_x df_i/dx_i + scale_v df_i/dv_i of spring batch[k], with the derivatives of spring_stiffness
/// and damping_matrix. A batch has at most spring_batch springs.
void linear_spring_blocks(const LinearSprings& springs, std::span<const int> batch, std::span<const Vec3> x,
                          const Linearisation& how, double scale_x, double scale_v, Mat3* block);

}  // namespace tulle
