#pragma once
// Sums of blocks and vectors for loops that compilers should leave as they are: within large functions they make calls
// of expressions, and of what is stored they do not know that it is no factor of what comes next.

#include <tulle/math.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace tulle {

/// to += row column^T. All products come first: as far as a compiler knows, an entry that is stored may be a factor of
/// the next.
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

/// act(0) to act(count - 1), written out, with constants that compilers can compute with.
template <std::size_t count>
[[gnu::always_inline]] inline void each_below(const auto& act)
{
    [&]<std::size_t... k>(std::index_sequence<k...>) { (act(std::integral_constant<int, static_cast<int>(k)>()), ...); }
    (std::make_index_sequence<count>());
}

}  // namespace tulle
