#include "linear/constrained_matrix.hpp"

#include "core/parallel.hpp"

#include <algorithm>

namespace tulle {

const Csr<Mat3>& ConstrainedMatrix::of(const Csr<Mat3>& A, const DirectionFilter& filter)
{
    const bool only_fixed =
        std::all_of(filter.entries.begin(), filter.entries.end(), [&](const DirectionFilter::Entry& entry) {
            return !filter.fixed.empty() && filter.fixed[entry.particle] != 0;
        });
    if (only_fixed) return A;
    if (!held_ || held_->pattern != A.pattern) held_ = std::make_unique<Csr<Mat3>>(A.pattern);
    entry_of_.assign(A.rows(), -1);
    for (std::size_t k = 0; k < filter.entries.size(); ++k)
        if (const int particle = filter.entries[k].particle; static_cast<std::size_t>(particle) < A.rows())
            entry_of_[particle] = static_cast<int>(k);
    const auto allowed = [&](int particle) -> const Mat3* {
        const int entry = entry_of_[particle];
        return entry < 0 ? nullptr : &filter.entries[entry].allowed;
    };
    parallel_rows(A.rows(), [&](std::size_t row) {
        const Mat3* mine = allowed(static_cast<int>(row));
        for (int k = A.pattern->row_begin[row]; k < A.pattern->row_begin[row + 1]; ++k) {
            const Mat3* of_column = allowed(A.pattern->column[k]);
            Mat3& value = held_->value[k];
            value = A.value[k];
            if (mine != nullptr) value = (*mine * value).eval();
            if (of_column != nullptr) value = (value * *of_column).eval();
        }
        if (mine != nullptr) held_->diagonal(row) += A.diagonal(row).trace() / 3.0 * (Mat3::Identity() - *mine);
    });
    return *held_;
}

}  // namespace tulle
