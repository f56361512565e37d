#pragma once
// For benchmarks that let two or more things take turns: processor time, and what is typical of many turns.

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <vector>

inline double processor_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Changes the order of the values.
inline double median(std::vector<double>& values)
{
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
}
