#pragma once
// Parallel copies of long vectors. One thread alone uses a tenth of the memory bandwidth.

#include "core/parallel.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

/// Does the same as to.assign(from.begin(), from.end()), in parallel.
template <class T>
void parallel_assign(std::span<const T> from, std::vector<T>& to)
{
    to.resize(from.size());
    parallel_blocks(from.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
        std::copy(from.begin() + begin, from.begin() + end, to.begin() + begin);
    });
}

}  // namespace tulle
