#pragma once
// Quasi-random sampler: two-dimensional Sobol points with hash-based Owen scrambling, as in Burley, "Practical
// Hash-based Owen Scrambling" (2020). A number depends only on pixel, sample and dimension. So a picture does not
// depend on the order of its pixels.

#include <Eigen/Core>

#include <cstdint>

namespace tulle {

/// Returns a hash of two numbers.
[[nodiscard]] constexpr std::uint32_t hash(std::uint32_t a, std::uint32_t b)
{
    std::uint32_t h = a ^ (b * 0x9e3779b9U + 0x7f4a7c15U + (a << 6U) + (a >> 2U));
    h = (h ^ (h >> 16U)) * 0x7feb352dU;
    h = (h ^ (h >> 15U)) * 0x846ca68bU;
    return h ^ (h >> 16U);
}

/// Returns 0 <= x < 1 from the upper 24 bits. A float represents them exactly.
[[nodiscard]] constexpr float unit_float(std::uint32_t bits) { return static_cast<float>(bits >> 8U) * 0x1p-24F; }

namespace detail {

[[nodiscard]] constexpr std::uint32_t reverse_bits(std::uint32_t x)
{
    x = ((x & 0x55555555U) << 1U) | ((x >> 1U) & 0x55555555U);
    x = ((x & 0x33333333U) << 2U) | ((x >> 2U) & 0x33333333U);
    x = ((x & 0x0f0f0f0fU) << 4U) | ((x >> 4U) & 0x0f0f0f0fU);
    x = ((x & 0x00ff00ffU) << 8U) | ((x >> 8U) & 0x00ff00ffU);
    return (x << 16U) | (x >> 16U);
}

/// Owen scrambling of a number whose bits are reversed: each bit of the original number is flipped or not, depending on
/// the bits above it.
[[nodiscard]] constexpr std::uint32_t scramble_reversed(std::uint32_t x, std::uint32_t seed)
{
    x ^= x * 0x3d20adeaU;
    x += seed;
    x *= (seed >> 16U) | 1U;
    x ^= x * 0x05526c56U;
    x ^= x * 0x53a22864U;
    return x;
}

[[nodiscard]] constexpr std::uint32_t owen_scramble(std::uint32_t x, std::uint32_t seed)
{
    return reverse_bits(scramble_reversed(reverse_bits(x), seed));
}

/// Returns the second Sobol dimension with reversed bits: the index is a polynomial over GF(2), evaluated at x + 1.
/// Halves are folded because (x + 1)^h = x^h + 1 for every power of two h.
[[nodiscard]] constexpr std::uint32_t sobol_second_reversed(std::uint32_t index)
{
    index ^= (index >> 1U) & 0x55555555U;
    index ^= (index >> 2U) & 0x33333333U;
    index ^= (index >> 4U) & 0x0f0f0f0fU;
    index ^= (index >> 8U) & 0x00ff00ffU;
    return index ^ (index >> 16U);
}

}  // namespace detail

/// Generates the numbers of one sample of one pixel, two at a time.
class Sampler {
public:
    Sampler(std::uint32_t pixel, std::uint32_t sample) : pixel_(hash(pixel, 0x51ed27U)), sample_(sample) {}

    /// Returns the next pair, each 0 <= x < 1. Over the samples of a pixel, the pairs cover the unit square evenly.
    [[nodiscard]] Eigen::Vector2f next()
    {
        const std::uint32_t seed = hash(pixel_, dimension_++);
        const std::uint32_t index = detail::owen_scramble(sample_, seed);
        const std::uint32_t first = detail::scramble_reversed(index, hash(seed, 1));
        const std::uint32_t second = detail::scramble_reversed(detail::sobol_second_reversed(index), hash(seed, 2));
        return {unit_float(detail::reverse_bits(first)), unit_float(detail::reverse_bits(second))};
    }

private:
    std::uint32_t pixel_, sample_;
    std::uint32_t dimension_ = 0;
};

}  // namespace tulle
