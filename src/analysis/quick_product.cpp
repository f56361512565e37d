#include "analysis/quick_product.hpp"

#include <algorithm>

namespace tulle {

QuickProduct::QuickProduct(const Csr<Mat3>& matrix) : pattern_(matrix.pattern), x_(matrix.rows())
{
    const bool is_scalar =
        std::ranges::all_of(matrix.value, [](const Mat3& block) { return block == block(0, 0) * Mat3::Identity(); });
    if (is_scalar) {
        for (const Mat3& block : matrix.value) multiple_.push_back(static_cast<float>(block(0, 0)));
        return;
    }
    block_.reserve(matrix.value.size());
    for (const Mat3& block : matrix.value) {
        block_.emplace_back(Block::Zero());
        block_.back().topRows<3>() = block.cast<float>();
    }
}

void QuickProduct::multiply(std::span<const Vec3> x, std::span<Vec3> y)
{
    parallel_for(x.size(), [&](std::size_t i) {
        x_[i] << static_cast<float>(x[i][0]), static_cast<float>(x[i][1]), static_cast<float>(x[i][2]), 0.0F;
    });
    const int* const begin = pattern_->row_begin.data();
    const int* const column = pattern_->column.data();
    const Lanes* const from = x_.data();
    const auto sum_rows = [&](const auto& term) {
        parallel_for(x.size(), [&](std::size_t i) {
            Lanes sum = Lanes::Zero();
            for (int e = begin[i], end = begin[i + 1]; e < end; ++e) sum += term(e, from[column[e]]);
            y[i] = sum.head<3>().cast<double>();
        });
    };
    if (!multiple_.empty()) {
        sum_rows([multiple = multiple_.data()](int e, const Lanes& p) -> Lanes { return multiple[e] * p; });
    } else {
        sum_rows([block = block_.data()](int e, const Lanes& p) -> Lanes {
            return block[e].col(0) * p[0] + block[e].col(1) * p[1] + block[e].col(2) * p[2];
        });
    }
}

}  // namespace tulle
