#pragma once
// Additions to 3 x 3 blocks and vectors, written entry by entry for inner loops. In large functions compilers do not
// inline matrix expressions. Compilers also assume aliasing: a stored entry might be an operand of the next product.

#include <tulle/math.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace tulle {

/// to += row column^T. All products are computed before the first store, because compilers must assume aliasing.
[[gnu::always_inline]] inline void add_product(const Vec3& row, const Vec3& column, Mat3& to)
{
    const double a = row[0], b = row[1], c = row[2], u = column[0], v = column[1], w = column[2];
    double* entry = to.data();
    const std::array<double, 9> sum{entry[0] + a * u, entry[1] + b * u, entry[2] + c * u,
                                    entry[3] + a * v, entry[4] + b * v, entry[5] + c * v,
                                    entry[6] + a * w, entry[7] + b * w, entry[8] + c * w};
    for (std::size_t k = 0; k < sum.size(); ++k) entry[k] = sum[k];
}

/// to += scale block
[[gnu::always_inline]] inline void add_scaled(double scale, const std::array<double, 9>& block, Mat3& to)
{
    double* entry = to.data();
    for (std::size_t k = 0; k < block.size(); ++k) entry[k] += scale * block[k];
}

/// to += scale v
[[gnu::always_inline]] inline void add_scaled(double scale, const Vec3& v, Vec3& to)
{
    const double x = to[0] + scale * v[0], y = to[1] + scale * v[1], z = to[2] + scale * v[2];
    to[0] = x;
    to[1] = y;
    to[2] = z;
}

/// Unrolled loop: calls act(0) to act(count - 1), with indices that are compile-time constants.
template <std::size_t count>
[[gnu::always_inline]] inline void each_below(const auto& act)
{
    [&]<std::size_t... k>(std::index_sequence<k...>) { (act(std::integral_constant<int, static_cast<int>(k)>()), ...); }
    (std::make_index_sequence<count>());
}

}  // namespace tulle
