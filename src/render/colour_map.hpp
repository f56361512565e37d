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
    bool is_signed = false;  // diverging

    [[nodiscard]] Colour colour(double value) const;
};

/// A scale over the numbers from `min` to `max`: symmetric about zero when they have both signs, from zero when all are
/// amounts and the smallest is near it, and never empty.
[[nodiscard]] ColourScale colour_scale(double min, double max);

}  // namespace tulle
