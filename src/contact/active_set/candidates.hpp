#pragma once
// The broad phase of contact: what each of many ways may meet, found by boxes before any of it is looked at closely.

#include "core/parallel.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

/// Seconds of wall time of the two phases of a search: what may be met, by boxes; and what is met, exactly.
struct SearchTimes {
    double broad = 0, narrow = 0;
};

/// Lists of different lengths, one per way, without an allocation once they have had their room.
class Candidates {
public:
    /// collect(i, found) appends what the i-th way may meet.
    template <class Collect>
    void find(std::size_t ways, const Collect& collect)
    {
        if (blocks_.size() < block_count(ways)) blocks_.resize(block_count(ways));
        if (end_.size() < ways) end_.resize(ways);
        parallel_blocks(ways, [&](std::size_t block, std::size_t begin, std::size_t end) {
            std::vector<int>& found = blocks_[block];
            found.clear();
            for (std::size_t i = begin; i < end; ++i) {
                collect(i, found);
                end_[i] = found.size();
            }
        });
    }

    [[nodiscard]] std::span<const int> of(std::size_t way) const
    {
        const std::size_t begin = way % block_size == 0 ? 0 : end_[way - 1];
        return std::span(blocks_[way / block_size]).subspan(begin, end_[way] - begin);
    }

private:
    std::vector<std::vector<int>> blocks_;  // per block of parallel_blocks, one list after the other
    std::vector<std::size_t> end_;          // per way, in its block
};

}  // namespace tulle
