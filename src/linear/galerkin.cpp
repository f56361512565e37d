#include "linear/galerkin.hpp"

#include "linear/matrix_entry.hpp"

#include <algorithm>

namespace tulle {
namespace {

/// Gathers the columns of one row after the other, each once and ascending.
class RowGatherer {
public:
    explicit RowGatherer(std::size_t columns) : last_row_(columns, -1) {}

    void add(int col)
    {
        if (last_row_[col] == row_) return;
        last_row_[col] = row_;
        found_.push_back(col);
    }
    void finish_row(std::vector<int>& column, std::vector<int>& row_begin)
    {
        std::sort(found_.begin(), found_.end());
        column.insert(column.end(), found_.begin(), found_.end());
        row_begin.push_back(static_cast<int>(column.size()));
        found_.clear();
        ++row_;
    }

private:
    std::vector<int> last_row_;
    std::vector<int> found_;
    int row_ = 0;
};

/// First slot at or after `from` that has the column; the search goes up, as the columns asked for do.
int advance_to(const std::vector<int>& column, int from, int col)
{
    while (column[from] != col) ++from;
    return from;
}

}  // namespace

template <class Value>
GalerkinProduct<Value>::GalerkinProduct(const SparsityPattern& fine, const Prolongation<Value>& P)
{
    RowGatherer product(P.coarse_rows());
    row_begin_.reserve(fine.rows() + 1);
    row_begin_.push_back(0);
    for (std::size_t i = 0; i < fine.rows(); ++i) {
        if (P.row_begin[i] != P.row_begin[i + 1]) {  // P^T skips the other rows
            for (int a = fine.row_begin[i]; a < fine.row_begin[i + 1]; ++a) {
                const int j = fine.column[a];
                for (int k = P.row_begin[j]; k < P.row_begin[j + 1]; ++k) product.add(P.column[k]);
            }
        }
        product.finish_row(column_, row_begin_);
    }
    value_.resize(column_.size());

    SparsityPattern coarse;
    RowGatherer gatherer(P.coarse_rows());
    coarse.row_begin.push_back(0);
    for (std::size_t c = 0; c < P.coarse_rows(); ++c) {
        for (int k = P.fine_begin[c]; k < P.fine_begin[c + 1]; ++k) {
            const int i = P.fine_row[k];
            for (int a = row_begin_[i]; a < row_begin_[i + 1]; ++a) gatherer.add(column_[a]);
        }
        gatherer.finish_row(coarse.column, coarse.row_begin);
        const auto row = coarse.column.begin() + coarse.row_begin[c];
        const auto found = std::lower_bound(row, coarse.column.end(), static_cast<int>(c));
        coarse.diagonal.push_back(static_cast<int>(found - coarse.column.begin()));
    }
    coarse_pattern_ = std::make_shared<const SparsityPattern>(std::move(coarse));
}

template <class Value>
void GalerkinProduct<Value>::multiply(const Csr<Value>& A, const Prolongation<Value>& P, Csr<Value>& coarse)
{
    const SparsityPattern& fine = *A.pattern;
    parallel_for(A.rows(), [&](std::size_t i) {
        const int begin = row_begin_[i];
        for (int k = begin; k < row_begin_[i + 1]; ++k) set_zero(value_[k]);
        if (begin == row_begin_[i + 1]) return;
        for (int a = fine.row_begin[i]; a < fine.row_begin[i + 1]; ++a) {
            const int j = fine.column[a];
            int at = begin;
            for (int k = P.row_begin[j]; k < P.row_begin[j + 1]; ++k) {
                at = advance_to(column_, at, P.column[k]);
                value_[at] += A.value[a] * P.value[k];
            }
        }
    });
    const SparsityPattern& pattern = *coarse.pattern;
    parallel_for(coarse.rows(), [&](std::size_t c) {
        for (int k = pattern.row_begin[c]; k < pattern.row_begin[c + 1]; ++k) set_zero(coarse.value[k]);
        for (int f = P.fine_begin[c]; f < P.fine_begin[c + 1]; ++f) {
            const int i = P.fine_row[f];
            const Value weight = transposed(P.value[P.fine_slot[f]]);
            int at = pattern.row_begin[c];
            for (int k = row_begin_[i]; k < row_begin_[i + 1]; ++k) {
                at = advance_to(pattern.column, at, column_[k]);
                coarse.value[at] += weight * value_[k];
            }
        }
    });
}

std::vector<unsigned char> mark_touching(const SparsityPattern& fine, std::span<const unsigned char> strong,
                                         const Aggregates& aggregates, const SparsityPattern& coarse)
{
    std::vector<unsigned char> touching(coarse.nonzeros(), 0);
    for (std::size_t i = 0; i < fine.rows(); ++i)
        for (int k = fine.row_begin[i]; k < fine.row_begin[i + 1]; ++k) {
            const int from = aggregates.of_row[i];
            const int to = aggregates.of_row[fine.column[k]];
            if (strong[k] != 0 && from != to) touching[coarse.slot(from, to)] = 1;
        }
    return touching;
}

template class GalerkinProduct<double>;
template class GalerkinProduct<Mat3>;

}  // namespace tulle
