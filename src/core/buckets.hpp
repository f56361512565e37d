#pragma once
// Parallel counting sort: groups the entries of a list by key.

#include "core/parallel.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

class Buckets {
public:
    /// Builds the buckets. `key_of` has the key of each entry; keys are less than `keys`.
    void build(std::size_t keys, std::span<const int> key_of);

    /// Returns the indices of the entries with a key, ascending.
    [[nodiscard]] std::span<const int> of(std::size_t key) const
    {
        return std::span(entries_).subspan(begin_of(key), begin_of(key + 1) - begin_of(key));
    }
    /// Returns the position of the first of them when all entries are in the order of their keys.
    [[nodiscard]] std::size_t begin_of(std::size_t key) const { return static_cast<std::size_t>(begin_[key]); }

private:
    std::vector<int> begin_;  // begin of each bucket, and the end of the last
    std::vector<int> entries_;
};

inline void Buckets::build(std::size_t keys, std::span<const int> key_of)
{
    // begin_[key + 2] first counts the entries of a key. Prefix sums then make begin_[key + 1] the begin of its bucket.
    // Filling the bucket advances begin_[key + 1] to the end of the bucket, which is the begin of the next bucket.
    begin_.assign(keys + 2, 0);
    const auto for_each_in = [&](std::size_t first, std::size_t last, const auto& visit) {
        for (std::size_t entry = 0; entry < key_of.size(); ++entry) {
            const auto key = static_cast<std::size_t>(key_of[entry]);
            if (key >= first && key < last) visit(entry, key);
        }
    };
    parallel_ranges(keys, [&](std::size_t first, std::size_t last) {
        for_each_in(first, last, [&](std::size_t, std::size_t key) { ++begin_[key + 2]; });
    });
    for (std::size_t key = 2; key < begin_.size(); ++key) begin_[key] += begin_[key - 1];
    entries_.resize(key_of.size());
    parallel_ranges(keys, [&](std::size_t first, std::size_t last) {
        for_each_in(first, last, [&](std::size_t entry, std::size_t key) {
            entries_[static_cast<std::size_t>(begin_[key + 1]++)] = static_cast<int>(entry);
        });
    });
    begin_.pop_back();
}

}  // namespace tulle
