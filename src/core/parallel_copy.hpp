#pragma once
// Copies of long vectors: one thread alone moves a tenth of what the memory could.

#include "core/assert.hpp"
#include "core/parallel.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

/// To a place of the same length.
template <class T>
void parallel_copy(std::span<const T> from, std::span<T> to)
{
    TULLE_ASSERT(from.size() == to.size(), from.size(), to.size());
    parallel_blocks(from.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
        std::copy(from.begin() + begin, from.begin() + end, to.begin() + begin);
    });
}

/// The same into a vector, which gets the length of `from`.
template <class T>
void parallel_assign(std::span<const T> from, std::vector<T>& to)
{
    to.resize(from.size());
    parallel_copy(from, std::span(to));
}

}  // namespace tulle
