#include "linear/prolongation.hpp"

#include <algorithm>

namespace tulle {
namespace {

// Damping of the Jacobi step: 4/3 over the largest eigenvalue of D^-1 A. For springs this eigenvalue is at most 2,
// because x^T A x is the sum of (x_i - x_j)^2 k <= 2 (x_i^2 + x_j^2) k.
constexpr float omega = 2.0F / 3.0F;

}  // namespace

Prolongation::Prolongation(const SparsityPattern& fine, std::span<const unsigned char> strong,
                           const Aggregates& aggregates)
    : strong_(strong.begin(), strong.end()), aggregate_(aggregates.of_row)
{
    // Rounding may make a coupling strong from one side only. The other particle may then be in no aggregate.
    for (std::size_t k = 0; k < strong_.size(); ++k)
        if (aggregate_[fine.column[k]] < 0) strong_[k] = 0;
    row_begin.reserve(fine.rows() + 1);
    row_begin.push_back(0);
    std::vector<int> row;
    for (std::size_t i = 0; i < fine.rows(); ++i) {
        row.clear();
        if (aggregate_[i] >= 0) {
            row.push_back(aggregate_[i]);
            for (int k = fine.row_begin[i]; k < fine.row_begin[i + 1]; ++k)
                if (strong_[k] != 0) row.push_back(aggregate_[fine.column[k]]);
            std::sort(row.begin(), row.end());
            row.erase(std::unique(row.begin(), row.end()), row.end());
        }
        column.insert(column.end(), row.begin(), row.end());
        row_begin.push_back(static_cast<int>(column.size()));
    }
    value.resize(column.size());
    transpose_pattern(aggregates.count);
}

void Prolongation::transpose_pattern(int coarse_rows)
{
    fine_begin.assign(static_cast<std::size_t>(coarse_rows) + 1, 0);
    for (const int c : column) ++fine_begin[c + 1];
    for (int c = 0; c < coarse_rows; ++c) fine_begin[c + 1] += fine_begin[c];
    fine_row.resize(column.size());
    fine_slot.resize(column.size());
    std::vector<int> fill(fine_begin.begin(), fine_begin.end() - 1);
    for (std::size_t i = 0; i < fine_rows(); ++i)
        for (int k = row_begin[i]; k < row_begin[i + 1]; ++k) {
            const int at = fill[column[k]]++;
            fine_row[at] = static_cast<int>(i);
            fine_slot[at] = k;
        }
}

void Prolongation::refresh(const SparsityPattern& fine, std::span<const float> size)
{
    parallel_rows(fine_rows(), [&](std::size_t i) {
        const int begin = row_begin[i];
        const int end = row_begin[i + 1];
        if (begin == end) return;
        const auto entry = [&](int coarse) -> float& {
            int k = begin;
            while (column[k] != coarse) ++k;  // a row has a few entries
            return value[k];
        };
        for (int k = begin; k < end; ++k) value[k] = 0;
        float total = 0;
        for (int k = fine.row_begin[i]; k < fine.row_begin[i + 1]; ++k) {
            if (strong_[k] == 0) continue;
            total += size[k];
            entry(aggregate_[fine.column[k]]) += size[k];
        }
        const float share = total > 0 ? omega / total : 0.0F;
        for (int k = begin; k < end; ++k) value[k] *= share;
        entry(aggregate_[i]) += total > 0 ? 1 - omega : 1.0F;
    });
}

void Prolongation::restrict_to_coarse(std::span<const Single> fine, std::span<Single> coarse) const
{
    parallel_rows(coarse_rows(), [&](std::size_t c) {
        Single sum = Single::Zero();
        for (int k = fine_begin[c]; k < fine_begin[c + 1]; ++k) sum += value[fine_slot[k]] * fine[fine_row[k]];
        coarse[c] = sum;
    });
}

void Prolongation::add_to_fine(std::span<const Single> coarse, std::span<Single> fine) const
{
    parallel_rows(fine_rows(), [&](std::size_t i) {
        Single sum = fine[i];
        for (int k = row_begin[i]; k < row_begin[i + 1]; ++k) sum += value[k] * coarse[column[k]];
        fine[i] = sum;
    });
}

}  // namespace tulle
