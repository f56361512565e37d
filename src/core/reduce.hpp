#pragma once
// Parallel reduction: sums and extremes that are the same, to the last bit, for any number of threads. Every block is
// summed in order, then the blocks are added in order. The partial results are stored in scratch memory that is reused.

#include "core/parallel.hpp"

#include <tulle/math.hpp>

#include <span>
#include <vector>

namespace tulle {

template <class Value>
class BlockReducer {
public:
    /// Returns combine(... combine(combine(initial, block 0), block 1) ...), where block b is body(begin, end).
    template <class Body, class Combine>
    [[nodiscard]] Value reduce(std::size_t n, const Value& initial, const Body& body, const Combine& combine)
    {
        if (partial_.size() < block_count(n)) partial_.resize(block_count(n));
        parallel_blocks(
            n, [&](std::size_t block, std::size_t begin, std::size_t end) { partial_[block] = body(begin, end); });
        Value result = initial;
        for (std::size_t block = 0; block < block_count(n); ++block) result = combine(result, partial_[block]);
        return result;
    }

    template <class Body>
    [[nodiscard]] Value sum(std::size_t n, const Value& zero, const Body& body)
    {
        return reduce(n, zero, body, [](const Value& a, const Value& b) -> Value { return a + b; });
    }

private:
    std::vector<Value> partial_;
};

/// Inner products of particle vectors.
class DotProduct {
public:
    [[nodiscard]] double operator()(std::span<const Vec3> a, std::span<const Vec3> b) { return sum_products(a, b); }
    /// The same with `a` in single precision. Products and sums are still computed in double precision.
    [[nodiscard]] double operator()(std::span<const Eigen::Vector3f> a, std::span<const Vec3> b)
    {
        return sum_products(a, b);
    }

private:
    template <class Vector>
    [[nodiscard]] double sum_products(std::span<const Vector> a, std::span<const Vec3> b)
    {
        return reducer_.sum(a.size(), 0.0, [&](std::size_t begin, std::size_t end) {
            double sum = 0;
            for (std::size_t i = begin; i < end; ++i) sum += a[i].template cast<double>().dot(b[i]);
            return sum;
        });
    }

    BlockReducer<double> reducer_;
};

}  // namespace tulle
