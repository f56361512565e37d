#include "linear/csr.hpp"

#include "linear/block_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace tulle {

int SparsityPattern::slot(int row, int col) const
{
    const auto begin = column.begin() + row_begin[row];
    const auto end = column.begin() + row_begin[row + 1];
    const auto found = std::lower_bound(begin, end, col);
    TULLE_ASSERT(found != end && *found == col, row, col);
    return static_cast<int>(found - column.begin());
}

SparsityPattern make_pattern(std::size_t n, std::span<const std::pair<int, int>> couplings, bool is_of_springs)
{
    // Counting sort by row, then sort and deduplicate each short row.
    std::vector<int> begin(n + 1, 0);
    for (const auto& [i, j] : couplings) {
        TULLE_ASSERT(i != j && i >= 0 && j >= 0, i, j);
        ++begin[i + 1];
        ++begin[j + 1];
    }
    for (std::size_t i = 0; i < n; ++i) begin[i + 1] += begin[i] + 1;  // one more for the diagonal
    std::vector<int> column(begin[n]);
    std::vector<int> fill(begin.begin(), begin.end() - 1);
    for (std::size_t i = 0; i < n; ++i) column[fill[i]++] = static_cast<int>(i);
    for (const auto& [i, j] : couplings) {
        column[fill[i]++] = j;
        column[fill[j]++] = i;
    }

    SparsityPattern pattern;
    pattern.is_of_springs = is_of_springs;
    pattern.row_begin.resize(n + 1, 0);
    pattern.diagonal.resize(n);
    int out = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const auto row = column.begin() + begin[i];
        const auto row_end = column.begin() + begin[i + 1];
        std::sort(row, row_end);
        const auto unique_end = std::unique(row, row_end);
        for (auto c = row; c != unique_end; ++c) {
            if (*c == static_cast<int>(i)) pattern.diagonal[i] = out;
            column[out++] = *c;  // never overtakes the row being read
        }
        pattern.row_begin[i + 1] = out;
    }
    column.resize(out);
    column.shrink_to_fit();
    pattern.column = std::move(column);
    return pattern;
}

namespace {
void clear(double& value) { value = 0; }
void clear(Mat3& value) { value.setZero(); }
}  // namespace

template <class Value>
void Csr<Value>::set_zero()
{
    parallel_for(value.size(), [&](std::size_t k) { clear(value[k]); });
}

template <class Value>
double Csr<Value>::diagonal_scale() const
{
    double scale = 0;
    for (std::size_t i = 0; i < rows(); ++i) {
        if constexpr (std::is_same_v<Value, double>) {
            scale = std::max(scale, std::abs(diagonal(i)));
        } else {
            scale = std::max(scale, diagonal(i).diagonal().cwiseAbs().maxCoeff());
        }
    }
    return scale;
}

template <class Value>
void Csr<Value>::multiply(std::span<const Vec3> x, std::span<Vec3> y) const
{
    TULLE_ASSERT(x.size() == rows() && y.size() == rows(), x.size(), y.size(), rows());
    const int* begin = pattern->row_begin.data();
    const int* column = pattern->column.data();
    if constexpr (std::is_same_v<Value, Mat3>) {
        parallel_row_ranges(rows(), [&](std::size_t first, std::size_t end) {
            multiply_rows({begin, column, value.data()}, first, end, x.data(), y.data());
        });
    } else {
        parallel_rows(rows(), [&, begin, column](std::size_t i) {
            Vec3 sum = Vec3::Zero();
            for (int k = begin[i]; k < begin[i + 1]; ++k) sum += value[k] * x[column[k]];
            y[i] = sum;
        });
    }
}

template struct Csr<double>;
template struct Csr<Mat3>;

}  // namespace tulle
