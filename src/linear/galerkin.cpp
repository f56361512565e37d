#include "linear/galerkin.hpp"

#include <algorithm>
#include <limits>

namespace tulle {
namespace {

/// Gathers the columns of each row in turn, without duplicates and ascending.
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

/// Returns the position of a column within a row.
template <class Place>
Place place_of(std::span<const int> row, int col)
{
    const auto found = std::lower_bound(row.begin(), row.end(), col);
    const std::ptrdiff_t place = found - row.begin();
    TULLE_ASSERT(found != row.end() && *found == col, place);
    return static_cast<Place>(place);
}

std::span<const int> row_of(std::span<const int> column, const std::vector<int>& row_begin, std::size_t row)
{
    return column.subspan(row_begin[row], row_begin[row + 1] - row_begin[row]);
}

int longest_row(const std::vector<int>& row_begin)
{
    int longest = 0;
    for (std::size_t row = 0; row + 1 < row_begin.size(); ++row)
        longest = std::max(longest, row_begin[row + 1] - row_begin[row]);
    return longest;
}

}  // namespace

template <class Value>
GalerkinProduct<Value>::GalerkinProduct(const SparsityPattern& fine, const Prolongation& P)
{
    RowGatherer product(P.coarse_rows());
    std::vector<int> column;  // of A P
    row_begin_.reserve(fine.rows() + 1);
    row_begin_.push_back(0);
    for (std::size_t i = 0; i < fine.rows(); ++i) {
        if (P.row_begin[i] != P.row_begin[i + 1]) {  // P^T skips rows that are empty in P
            for (int a = fine.row_begin[i]; a < fine.row_begin[i + 1]; ++a) {
                const int j = fine.column[a];
                for (int k = P.row_begin[j]; k < P.row_begin[j + 1]; ++k) product.add(P.column[k]);
            }
        }
        product.finish_row(column, row_begin_);
    }
    value_ = make_entries<Value>(column.size());

    SparsityPattern coarse;
    RowGatherer gatherer(P.coarse_rows());
    coarse.row_begin.push_back(0);
    for (std::size_t c = 0; c < P.coarse_rows(); ++c) {
        for (int k = P.fine_begin[c]; k < P.fine_begin[c + 1]; ++k) {
            const int i = P.fine_row[k];
            for (int a = row_begin_[i]; a < row_begin_[i + 1]; ++a) gatherer.add(column[a]);
        }
        gatherer.finish_row(coarse.column, coarse.row_begin);
        const auto row = coarse.column.begin() + coarse.row_begin[c];
        const auto found = std::lower_bound(row, coarse.column.end(), static_cast<int>(c));
        coarse.diagonal.push_back(static_cast<int>(found - coarse.column.begin()));
    }
    coarse_pattern_ = std::make_shared<const SparsityPattern>(std::move(coarse));
    const int last_place = std::max(longest_row(row_begin_), longest_row(coarse_pattern_->row_begin)) - 1;
    if (last_place <= std::numeric_limits<std::uint8_t>::max()) {
        find_places<std::uint8_t>(fine, P, column);
    } else if (last_place <= std::numeric_limits<std::uint16_t>::max()) {
        find_places<std::uint16_t>(fine, P, column);
    } else {
        find_places<std::uint32_t>(fine, P, column);
    }
}

template <class Value>
template <class Place>
void GalerkinProduct<Value>::find_places(const SparsityPattern& fine, const Prolongation& P,
                                         std::span<const int> column)
{
    auto& product_place = product_place_.template emplace<std::vector<Place>>();
    auto& coarse_place = coarse_place_.template emplace<std::vector<Place>>();
    product_begin_.push_back(0);
    for (std::size_t i = 0; i < fine.rows(); ++i) {
        const std::span<const int> row = row_of(column, row_begin_, i);
        if (!row.empty())
            for (const int j : row_of(fine.column, fine.row_begin, i))
                for (const int c : row_of(P.column, P.row_begin, j)) product_place.push_back(place_of<Place>(row, c));
        product_begin_.push_back(static_cast<std::int64_t>(product_place.size()));
    }
    coarse_begin_.push_back(0);
    for (std::size_t c = 0; c < P.coarse_rows(); ++c) {
        const std::span<const int> row = row_of(coarse_pattern_->column, coarse_pattern_->row_begin, c);
        for (const int i : row_of(P.fine_row, P.fine_begin, c))
            for (const int col : row_of(column, row_begin_, i)) coarse_place.push_back(place_of<Place>(row, col));
        coarse_begin_.push_back(static_cast<std::int64_t>(coarse_place.size()));
    }
}

template <class Value>
void GalerkinProduct<Value>::multiply(const SingleMatrix<Value>& A, const Prolongation& P, SingleMatrix<Value>& coarse)
{
    std::visit([&](const auto& places) { multiply_from_right(A, P, places); }, product_place_);
    std::visit([&](const auto& places) { multiply_from_left(P, places, coarse); }, coarse_place_);
    coarse.complete();
}

/// Computes A P.
template <class Value>
template <class Place>
void GalerkinProduct<Value>::multiply_from_right(const SingleMatrix<Value>& A, const Prolongation& P,
                                                 const std::vector<Place>& places)
{
    const SparsityPattern& fine = *A.pattern;
    parallel_rows(A.rows(), [&](std::size_t i) {
        float* row = product_row(i);
        std::fill(row, product_row(i + 1), 0.0F);
        if (row == product_row(i + 1)) return;
        const Place* place = places.data() + product_begin_[i];
        for (int a = fine.row_begin[i]; a < fine.row_begin[i + 1]; ++a) {
            const int j = fine.column[a];
            for (int k = P.row_begin[j]; k < P.row_begin[j + 1]; ++k)
                add_entry<Value>(P.value[k], A.entry(a), row + *place++ * entry_size<Value>);
        }
    });
}

/// Computes P^T (A P).
template <class Value>
template <class Place>
void GalerkinProduct<Value>::multiply_from_left(const Prolongation& P, const std::vector<Place>& places,
                                                SingleMatrix<Value>& coarse)
{
    const SparsityPattern& pattern = *coarse.pattern;
    parallel_rows(coarse.rows(), [&](std::size_t c) {
        float* row = coarse.entry(pattern.row_begin[c]);
        std::fill(row, coarse.entry(pattern.row_begin[c + 1]), 0.0F);
        const Place* place = places.data() + coarse_begin_[c];
        for (int f = P.fine_begin[c]; f < P.fine_begin[c + 1]; ++f) {
            const float weight = P.value[P.fine_slot[f]];
            const float* end = product_row(P.fine_row[f] + 1);
            for (const float* from = product_row(P.fine_row[f]); from != end; from += entry_size<Value>)
                add_entry<Value>(weight, from, row + *place++ * entry_size<Value>);
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
            if (strong[k] != 0 && from != to && from >= 0 && to >= 0) touching[coarse.slot(from, to)] = 1;
        }
    return touching;
}

template class GalerkinProduct<double>;
template class GalerkinProduct<Mat3>;

}  // namespace tulle
