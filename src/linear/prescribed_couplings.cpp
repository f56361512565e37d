#include "linear/prescribed_couplings.hpp"

#include "core/assert.hpp"

#include <algorithm>

namespace tulle {

void PrescribedCouplings::take_from(std::vector<StencilBlock>& blocks, Csr<Mat3>& A)
{
    blocks_.clear();
    const auto rows = static_cast<int>(A.rows());
    const auto has_row = [rows](int particle) { return particle < rows; };
    const auto is_on_diagonal = [&](StencilBlock& block) {
        const auto count = std::ranges::count_if(block.particles, has_row);
        if (count == 4) return false;
        blocks_.push_back(block);
        TULLE_ASSERT(count > 0, rows);  // there are no contacts between obstacles
        const auto own =
            static_cast<std::size_t>(std::ranges::find_if(block.particles, has_row) - block.particles.begin());
        if (count == 1) A.diagonal(block.particles[own]) += block.weights[own] * block.weights[own] * block.block;
        for (std::size_t k = 0; k < 4; ++k) {
            if (has_row(block.particles[k])) continue;
            block.particles[k] = block.particles[own];
            block.weights[k] = 0;
        }
        return count == 1;
    };
    std::erase_if(blocks, is_on_diagonal);
}

void PrescribedCouplings::add(std::span<const Vec3> x, std::span<Vec3> y) const
{
    for (const StencilBlock& block : blocks_) {
        Vec3 sum = Vec3::Zero();
        for (std::size_t k = 0; k < 4; ++k)
            if (static_cast<std::size_t>(block.particles[k]) >= y.size())
                sum += block.weights[k] * x[block.particles[k]];
        const Vec3 pull = block.block * sum;
        for (std::size_t k = 0; k < 4; ++k)
            if (static_cast<std::size_t>(block.particles[k]) < y.size())
                y[block.particles[k]] += block.weights[k] * pull;
    }
}

}  // namespace tulle
