#include "contact/barrier/touching_list.hpp"

#include "core/parallel.hpp"

#include <algorithm>

namespace tulle {

void TouchingList::join(std::size_t particles, std::vector<TouchingPair>& pairs)
{
    begin_.assign(1, 0);
    for (const std::vector<TouchingPair>& list : found_) begin_.push_back(begin_.back() + list.size());
    all_.resize(begin_.back());
    first_particle_.resize(begin_.back());
    parallel_pieces(found_.size(), [&](std::size_t block) {
        std::size_t k = begin_[block];
        for (const TouchingPair& pair : found_[block]) {
            all_[k] = &pair;
            first_particle_[k++] = pair.particles[0];
        }
    });
    by_first_particle_.build(particles, first_particle_);
    // A pair is large, so pointers are sorted and each pair is copied once.
    pairs.resize(all_.size());
    in_order_.resize(all_.size());
    parallel_for(particles, [&](std::size_t p) {
        const std::size_t first = by_first_particle_.begin_of(p);
        std::size_t last = first;
        for (const int k : by_first_particle_.of(p)) in_order_[last++] = all_[static_cast<std::size_t>(k)];
        const auto begin = in_order_.begin();
        std::sort(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last),
                  [](const TouchingPair* a, const TouchingPair* b) { return a->is_before(*b); });
        for (std::size_t k = first; k < last; ++k) pairs[k] = *in_order_[k];
    });
}

}  // namespace tulle
