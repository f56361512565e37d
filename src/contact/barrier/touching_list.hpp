#pragma once
// Gathers touching pairs that threads have found, block by block of the candidates, into one sorted list.

#include "contact/barrier/touching_pair.hpp"
#include "core/buckets.hpp"

#include <vector>

namespace tulle {

class TouchingList {
public:
    /// Starts a list with a number of blocks, each of which may be filled by a different thread.
    void start(std::size_t blocks) { found_.resize(blocks); }
    [[nodiscard]] std::vector<TouchingPair>& block(std::size_t number) { return found_[number]; }

    /// Joins the blocks, sorted by particles. Sums over the pairs then do not depend on the search that found them.
    void join(std::size_t particles, std::vector<TouchingPair>& pairs);

private:
    std::vector<std::vector<TouchingPair>> found_;  // per block
    std::vector<std::size_t> begin_;                // per block, the number of its first pair
    std::vector<const TouchingPair*> all_;          // in the order in which they were found
    std::vector<int> first_particle_;               // per pair found
    Buckets by_first_particle_;
    std::vector<const TouchingPair*> in_order_;
};

}  // namespace tulle
