#include "linear/lower_from_upper.hpp"

#include "core/parallel.hpp"

namespace tulle {

void LowerFromUpper::bind(const SparsityPattern& pattern)
{
    const std::size_t rows = pattern.rows();
    begin_.assign(rows + 1, 0);
    for (std::size_t i = 0; i < rows; ++i) begin_[i + 1] = begin_[i] + (pattern.diagonal[i] - pattern.row_begin[i]);
    above_.resize(static_cast<std::size_t>(begin_.back()));
    // Rows are visited in ascending order, so that each row gets its entries below the diagonal in the order of
    // columns.
    std::vector<int> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t i = 0; i < rows; ++i)
        for (int k = pattern.diagonal[i] + 1; k < pattern.row_begin[i + 1]; ++k) above_[next[pattern.column[k]]++] = k;
}

void LowerFromUpper::complete(Csr<Mat3>& A) const
{
    parallel_rows(A.rows(), [&](std::size_t i) {
        Mat3* entry = A.value.data() + A.pattern->row_begin[i];
        for (int k = begin_[i]; k < begin_[i + 1]; ++k) *entry++ = A.value[above_[k]].transpose();
    });
}

}  // namespace tulle
