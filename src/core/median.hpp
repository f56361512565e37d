#pragma once
// Median, for example of measured times: a few times that other work has prolonged do not affect it.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tulle {

/// Returns the median of at least one value. For an even number of values, it is the upper of the two in the middle.
[[nodiscard]] inline double median_of(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace tulle
