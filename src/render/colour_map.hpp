#pragma once
// Numbers to colours. Equal steps of the number are equal steps to the eye, and lightness alone tells the order, so
// the maps survive grey print and most kinds of colour blindness.

#include "render/colour.hpp"

#include <string_view>
#include <vector>

namespace tulle {

class ColourMap {
public:
    /// From dark violet over green to light yellow, for amounts.
    [[nodiscard]] static const ColourMap& sequential();
    /// Blue below, nearly white at the middle, red above: for what has a sign, with zero in the middle of the range.
    [[nodiscard]] static const ColourMap& diverging();

    /// The colour at 0 <= t <= 1; outside it is that of the nearer end.
    [[nodiscard]] Colour at(double t) const;

private:
    explicit ColourMap(const std::vector<Eigen::Array3f>& oklab_knots);

    std::vector<Colour> table_;
};

/// Which number has which colour.
struct ColourScale {
    double min = 0, max = 1;
    bool is_signed = false;                      // diverging, with zero at its palest
    bool has_lower = false, has_higher = false;  // numbers beyond the ends, which have the colours of the ends

    [[nodiscard]] Colour colour(double value) const;
};

/// Numbers in short: the ends, and where a hundredth of them is left on either side.
struct ValueSpread {
    double min = 0, low = 0, high = 0, max = 0;
};

/// `values` is sorted in part. Those that are not finite do not count.
[[nodiscard]] ValueSpread spread_of(std::vector<double>& values);

/// A scale for amounts: from zero unless even the smallest is far from it; symmetric about zero where both signs
/// matter, a quarter of the one with the other at least. It ends at a round number beyond them all, or beyond all but a
/// hundredth where few are far off, and is never empty.
[[nodiscard]] ColourScale amount_scale(const ValueSpread& numbers);

/// A scale for places: from the smallest to the largest, rounded outward.
[[nodiscard]] ColourScale place_scale(const ValueSpread& numbers);

}  // namespace tulle
