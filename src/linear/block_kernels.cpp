#include "linear/block_kernels.hpp"

#include "core/wide.hpp"
#include "linear/csr.hpp"

#include <algorithm>
#include <cstring>

namespace tulle {
namespace {

/// The columns of a block, each in the first three lanes. The fourth lane has a number of another column, which no
/// result uses. Nothing beyond the block is read.
struct Columns {
    Quad first, second, third;
};

inline Columns columns_of(const Mat3& block)
{
    const double* a = block.data();
    Columns columns;
    Quad last;
    load(a, columns.first);
    load(a + 3, columns.second);
    load(a + 5, last);
    columns.third = __builtin_shufflevector(last, last, 1, 2, 3, 3);
    return columns;
}

inline Columns columns_of(const PaddedBlock& block)
{
    Columns columns;
    load(block.column[0], columns.first);
    load(block.column[1], columns.second);
    load(block.column[2], columns.third);
    return columns;
}

/// to += A x
inline void add_product(const Columns& a, const double* x, Quad& to)
{
    to += a.first * x[0] + a.second * x[1] + a.third * x[2];
}

/// from -= A x
inline void subtract_product(const Columns& a, const double* x, Quad& from)
{
    from -= a.first * x[0] + a.second * x[1] + a.third * x[2];
}

/// y = A right
inline void write_product(const Columns& a, const Quad& right, double* y)
{
    store_three(a.first * right[0] + a.second * right[1] + a.third * right[2], y);
}

/// A B^T
inline Columns times_transposed(const Columns& a, const Mat3& b)
{
    const double* v = b.data();
    return {a.first * v[0] + a.second * v[3] + a.third * v[6], a.first * v[1] + a.second * v[4] + a.third * v[7],
            a.first * v[2] + a.second * v[5] + a.third * v[8]};
}

inline void subtract(Columns& from, const Columns& a)
{
    from.first -= a.first;
    from.second -= a.second;
    from.third -= a.third;
}

inline void store(const Columns& a, Mat3& to)
{
    store_three(a.first, to.data());
    store_three(a.second, to.data() + 3);
    store_three(a.third, to.data() + 6);
}

inline void store(const Columns& a, PaddedBlock& to)
{
    std::memcpy(to.column[0], &a.first, sizeof a.first);
    std::memcpy(to.column[1], &a.second, sizeof a.second);
    std::memcpy(to.column[2], &a.third, sizeof a.third);
}

}  // namespace

TULLE_WIDE void multiply_rows(const BlockRows& A, std::size_t first, std::size_t end, const Vec3* x, Vec3* y)
{
    for (std::size_t i = first; i < end; ++i) {
        Quad sum{};
        for (int k = A.row_begin[i]; k < A.row_begin[i + 1]; ++k) {
            prefetch(A.value + k + entries_ahead);
            add_product(columns_of(A.value[k]), x[A.column[k]].data(), sum);
        }
        store_three(sum, y[i].data());
    }
}

TULLE_WIDE void substitute_forward(const BlockRows& lower, const Mat3* inverse, std::size_t rows, const Vec3* r,
                                   Vec3* z)
{
    for (std::size_t i = 0; i < rows; ++i) {
        Quad sum;
        load_three(r[i].data(), sum);
        for (int k = lower.row_begin[i]; k < lower.row_begin[i + 1]; ++k)
            subtract_product(columns_of(lower.value[k]), z[lower.column[k]].data(), sum);
        write_product(columns_of(inverse[i]), sum, z[i].data());
    }
}

TULLE_WIDE void substitute_backward(const BlockRows& upper, const Mat3* transposed_inverse, std::size_t rows, Vec3* z)
{
    for (std::size_t i = rows; i-- > 0;) {
        Quad sum;
        load_three(z[i].data(), sum);
        // The row below, whose solution has only just been computed, comes last.
        for (int k = upper.row_begin[i + 1]; k-- > upper.row_begin[i];)
            subtract_product(columns_of(upper.value[k]), z[upper.column[k]].data(), sum);
        write_product(columns_of(transposed_inverse[i]), sum, z[i].data());
    }
}

TULLE_WIDE void factor_row(const int* row_begin, const int* column, Mat3* lower, const Mat3* inverse, std::size_t row,
                           const unsigned char* is_fixed, PaddedBlock* scratch, Mat3& pivot)
{
    const int begin = row_begin[row], end = row_begin[row + 1];
    Columns diagonal = columns_of(pivot);
    for (int k = begin; k < end; ++k) {
        const int j = column[k];
        if (is_fixed != nullptr && is_fixed[j] != 0) {
            lower[k].setZero();
            store(Columns{}, scratch[k - begin]);
            continue;
        }
        Columns entry = columns_of(lower[k]);
        int b = row_begin[j];
        const int b_end = row_begin[j + 1];
        int a = begin;
        if (k - begin > long_row && b < b_end)
            a = static_cast<int>(std::lower_bound(column + begin, column + k, column[b]) - column);
        while (a < k && b < b_end) {
            if (column[a] < column[b]) {
                ++a;
            } else if (column[b] < column[a]) {
                ++b;
            } else {
                subtract(entry, times_transposed(columns_of(scratch[a++ - begin]), lower[b++]));
            }
        }
        const Columns solved = times_transposed(entry, inverse[j]);
        store(solved, scratch[k - begin]);
        store(solved, lower[k]);
        subtract(diagonal, times_transposed(solved, lower[k]));
    }
    store(diagonal, pivot);
}

}  // namespace tulle
