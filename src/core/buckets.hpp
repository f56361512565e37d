#pragma once
// Which entries of a list have which key, as in counting sort, by all threads.

#include "core/parallel.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

class Buckets {
public:
    /// `key_of`, per entry, is less than `keys`.
    void build(std::size_t keys, std::span<const int> key_of);

    /// Numbers of the entries with a key, ascending.
    [[nodiscard]] std::span<const int> of(std::size_t key) const
    {
        return std::span(entries_).subspan(begin_of(key), begin_of(key + 1) - begin_of(key));
    }
    /// Where they stand when all entries are in the order of their keys.
    [[nodiscard]] std::size_t begin_of(std::size_t key) const { return static_cast<std::size_t>(begin_[key]); }

private:
    std::vector<int> begin_;  // per key, and the end of the last
    std::vector<int> entries_;
};

inline void Buckets::build(std::size_t keys, std::span<const int> key_of)
{
    // begin_[key + 1] counts the entries of a key, is then where they begin, and in the end where they end, which is
    // where those of the next begin.
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
