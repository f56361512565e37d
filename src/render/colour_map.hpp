#pragma once
// Perceptually uniform colour maps and scales for values. Equal steps of the value are equal perceived steps. Lightness
// alone shows the order, so the maps also work in grey print and with most kinds of colour blindness.

#include "render/colour.hpp"

#include <string_view>
#include <vector>

namespace tulle {

class ColourMap {
public:
    /// Returns the map for amounts: from dark violet over green to light yellow.
    [[nodiscard]] static const ColourMap& sequential();
    /// Returns the map for signed values: blue below, nearly white at zero in the middle of the range, red above.
    [[nodiscard]] static const ColourMap& diverging();

    /// Returns the colour at 0 <= t <= 1. Outside this range it is the colour of the nearer end.
    [[nodiscard]] Colour at(double t) const;

private:
    explicit ColourMap(const std::vector<Eigen::Array3f>& oklab_knots);

    std::vector<Colour> table_;
};

/// Maps values to colours.
struct ColourScale {
    double min = 0, max = 1;
    bool is_signed = false;                      // diverging map, zero is palest
    bool has_lower = false, has_higher = false;  // values beyond the ends; drawn in the colours of the ends

    [[nodiscard]] Colour colour(double value) const;
};

/// Range of values: minimum, 1st percentile, 99th percentile, maximum.
struct ValueSpread {
    double min = 0, low = 0, high = 0, max = 0;
};

/// Returns the range of the finite values. Removes the other ones and sorts `values` in part.
[[nodiscard]] ValueSpread spread_of(std::vector<double>& values);

/// Returns a scale for amounts. Zero is an end of the scale, unless even the smallest amount is more than a quarter of
/// the largest. The scale is symmetric about zero if both signs matter: if the smaller side is more than a quarter of
/// the other. The ends are round numbers beyond all values, or beyond 99 % of them if the outermost hundredth is far
/// away. The scale is never empty.
[[nodiscard]] ColourScale amount_scale(const ValueSpread& numbers);

/// Returns a scale for coordinates: from the smallest to the largest value, rounded outward.
[[nodiscard]] ColourScale place_scale(const ValueSpread& numbers);

}  // namespace tulle
