#pragma once
// A weighted sum of the positions of a few particles, such as the vector between two contact points, each of which may
// be carried by several particles. A force f on the weighted sum is a force w_k f on each particle. A stiffness K is a
// stiffness w_k w_l K between every two particles.

#include "core/assert.hpp"
#include "linear/csr.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace tulle {

struct WeightedSum {
    static constexpr std::size_t most = 8;  // particles: two rigid bodies of four each
    std::array<int, most> particles{};
    std::array<double, most> weights{};
    std::size_t size = 0;

    void add(int particle, double weight)
    {
        TULLE_ASSERT(size < most);
        particles[size] = particle;
        weights[size] = weight;
        ++size;
    }
    /// start + sum of w_k values_k
    [[nodiscard]] Vec3 of(std::span<const Vec3> values, const Vec3& start) const
    {
        Vec3 sum = start;
        for (std::size_t k = 0; k < size; ++k) sum += weights[k] * values[particles[k]];
        return sum;
    }
    void add_force(const Vec3& force, std::span<Vec3> f) const
    {
        for (std::size_t k = 0; k < size; ++k) f[particles[k]] += weights[k] * force;
    }
    /// Adds the blocks w_k w_l `block` to A. `pattern`, the pattern of A, must contain all pairs of the particles.
    void add_block(const Mat3& block, const SparsityPattern& pattern, Csr<Mat3>& A) const
    {
        for (std::size_t a = 0; a < size; ++a)
            for (std::size_t b = 0; b < size; ++b)
                A.value[pattern.slot(particles[a], particles[b])] += (weights[a] * weights[b]) * block;
    }
};

}  // namespace tulle
