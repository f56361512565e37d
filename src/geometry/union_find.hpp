#pragma once
// Union-find: disjoint sets of elements that are joined two at a time.

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace tulle {

class UnionFind {
public:
    /// Creates `count` sets of one element each.
    explicit UnionFind(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

    /// Returns the lowest member of the set of element k.
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
