#pragma once
// Broad phase of contact: lists of candidates, one list per path. Bounding boxes find the candidates that a path may
// meet; the narrow phase then tests these candidates exactly.

#include "core/parallel.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

/// Wall time [s] of the two phases of a search: the broad phase with boxes, and the exact narrow phase.
struct SearchTimes {
    double broad = 0, narrow = 0;
};

/// Lists of candidates of different lengths, one per path. The lists keep their memory, so that later searches allocate
/// none.
class Candidates {
public:
    /// Fills the lists: collect(i, found) must append the candidates of path i. Calls of `collect` run in parallel.
    template <class Collect>
    void find(std::size_t motions, const Collect& collect)
    {
        if (blocks_.size() < block_count(motions)) blocks_.resize(block_count(motions));
        if (end_.size() < motions) end_.resize(motions);
        parallel_blocks(motions, [&](std::size_t block, std::size_t begin, std::size_t end) {
            std::vector<int>& found = blocks_[block];
            found.clear();
            for (std::size_t i = begin; i < end; ++i) {
                collect(i, found);
                end_[i] = found.size();
            }
        });
    }

    /// Returns the candidates of a path.
    [[nodiscard]] std::span<const int> of(std::size_t motion) const
    {
        const std::size_t begin = motion % block_size == 0 ? 0 : end_[motion - 1];
        return std::span(blocks_[motion / block_size]).subspan(begin, end_[motion] - begin);
    }

private:
    std::vector<std::vector<int>> blocks_;  // per block of parallel_blocks: its lists, one after the other
    std::vector<std::size_t> end_;          // per path: the end of its list in its block
};

}  // namespace tulle
