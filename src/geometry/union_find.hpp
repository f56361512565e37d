#pragma once
// Union-find: disjoint sets of the elements 0, 1, ...; `join` merges the sets of two elements.

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace tulle {

class UnionFind {
public:
    /// Creates `count` sets of one element each.
    explicit UnionFind(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

    /// Returns the smallest element of the set that contains element k.
    [[nodiscard]] int of(int k)
    {
        while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
        return k;
    }
    void join(int a, int b)
    {
        const auto [low, high] = std::minmax({of(a), of(b)});
        parent_[high] = low;
    }

private:
    std::vector<int> parent_;
};

}  // namespace tulle
