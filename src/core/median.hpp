#pragma once
// The value in the middle: of times, it does not mind a few that something else has slowed down.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tulle {

/// Of at least one; of an even number the upper of the two in the middle.
[[nodiscard]] inline double median_of(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace tulle
