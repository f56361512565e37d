#include "linear/prolongation.hpp"

#include "linear/matrix_entry.hpp"

#include <algorithm>

namespace tulle {
namespace {

// Damping of the Jacobi step: 4/3 over the largest eigenvalue of D^-1 A, which is 2 for springs (x^T A x sums
// (x_i - x_j)^2 k <= 2 (x_i^2 + x_j^2) k).
constexpr double omega = 2.0 / 3.0;

}  // namespace

template <class Value>
Prolongation<Value>::Prolongation(const SparsityPattern& fine, std::span<const unsigned char> strong,
                                  const Aggregates& aggregates)
    : strong_(strong.begin(), strong.end()), aggregate_(aggregates.of_row)
{
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

template <class Value>
void Prolongation<Value>::transpose_pattern(int coarse_rows)
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

template <class Value>
void Prolongation<Value>::refresh(const Csr<Value>& A)
{
    const SparsityPattern& pattern = *A.pattern;
    parallel_for(fine_rows(), [&](std::size_t i) {
        const int begin = row_begin[i];
        const int end = row_begin[i + 1];
        if (begin == end) return;
        const auto entry = [&](int coarse) -> Value& {
            int k = begin;
            while (column[k] != coarse) ++k;  // a row has a few entries
            return value[k];
        };
        for (int k = begin; k < end; ++k) set_zero(value[k]);
        Value diagonal = A.diagonal(i);
        for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
            if (k == pattern.diagonal[i]) continue;
            if (strong_[k] != 0) {
                entry(aggregate_[pattern.column[k]]) += A.value[k];
            } else {
                diagonal += A.value[k];
            }
        }
        entry(aggregate_[i]) += diagonal;
        const Value damped = -omega * safe_inverse(diagonal);
        for (int k = begin; k < end; ++k) value[k] = damped * Value(value[k]);
        add_to_diagonal(entry(aggregate_[i]), 1.0);
    });
}

template <class Value>
void Prolongation<Value>::restrict_to_coarse(std::span<const Vec3> fine, std::span<Vec3> coarse) const
{
    parallel_for(coarse_rows(), [&](std::size_t c) {
        Vec3 sum = Vec3::Zero();
        for (int k = fine_begin[c]; k < fine_begin[c + 1]; ++k)
            sum += transposed(value[fine_slot[k]]) * fine[fine_row[k]];
        coarse[c] = sum;
    });
}

template <class Value>
void Prolongation<Value>::add_to_fine(std::span<const Vec3> coarse, std::span<Vec3> fine) const
{
    parallel_for(fine_rows(), [&](std::size_t i) {
        Vec3 sum = fine[i];
        for (int k = row_begin[i]; k < row_begin[i + 1]; ++k) sum += value[k] * coarse[column[k]];
        fine[i] = sum;
    });
}

template class Prolongation<double>;
template class Prolongation<Mat3>;

}  // namespace tulle
