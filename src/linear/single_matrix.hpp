#pragma once
// Matrices of the multigrid levels in single precision. A preconditioner needs only a few digits, and half the bytes
// take half the time where memory is the limit. A row is multiplied as
//     (A x)_i = R_i x_i + sum_j A_ij (x_j - x_i),      R_i = sum_j A_ij with j = i included.
// In this form, rounding of a coupling changes the stiffness of a spring by the same amount, and nothing else. In the
// usual form, rounding would change the mass of a particle: stiff springs are a million times as large as masses, and
// single precision has seven digits.

#include "linear/csr.hpp"

namespace tulle {

/// x, y and z of a particle and a fourth, unused number, so that a particle fills a vector register.
using Single = Eigen::Array4f;

[[nodiscard]] inline Single to_single(const Vec3& v)
{
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]), 0.0F};
}
[[nodiscard]] inline Vec3 to_double(const Single& v) { return v.head<3>().cast<double>(); }

/// Number of floats per entry. A block is stored by columns.
template <class Value>
inline constexpr int entry_size = 9;
template <>
inline constexpr int entry_size<double> = 1;

/// Allocates the entries and one float more: the last column of the last block is read as four numbers.
template <class Value>
[[nodiscard]] std::vector<float> make_entries(std::size_t count)
{
    return std::vector<float>(count * entry_size<Value> + 1, 0.0F);
}

/// The entry at `a` times x.
template <class Value>
[[nodiscard]] inline Single times(const float* a, const Single& x)
{
    if constexpr (entry_size<Value> == 1) {
        return a[0] * x;
    } else {
        using Column = Eigen::Map<const Single>;
        return Column(a) * x[0] + Column(a + 3) * x[1] + Column(a + 6) * x[2];
    }
}

/// to += weight a, entry by entry.
template <class Value>
inline void add_entry(float weight, const float* a, float* to)
{
    if constexpr (entry_size<Value> == 1) {
        to[0] += weight * a[0];
    } else {
        using Half = Eigen::Map<Single>;
        Half(to) += weight * Eigen::Map<const Single>(a);
        Half(to + 4) += weight * Eigen::Map<const Single>(a + 4);
        to[8] += weight * a[8];
    }
}

/// Computes the size of every coupling, its Frobenius norm. The size is 0 on the diagonal and for couplings of fixed
/// particles.
template <class Value>
void find_sizes(const Csr<Value>& A, std::span<const unsigned char> fixed, std::span<float> size);

template <class Value>
struct SingleMatrix {
    explicit SingleMatrix(std::shared_ptr<const SparsityPattern> shared_pattern);

    std::shared_ptr<const SparsityPattern> pattern;
    std::vector<float> value;  // entries, slot by slot
    std::vector<float> rest;   // R, row by row
    std::vector<float> size;   // of each coupling; 0 on the diagonal

    [[nodiscard]] std::size_t rows() const { return pattern->rows(); }
    [[nodiscard]] float* entry(int slot) { return value.data() + std::size_t(slot) * entry_size<Value>; }
    [[nodiscard]] const float* entry(int slot) const { return value.data() + std::size_t(slot) * entry_size<Value>; }
    /// The block or number on the diagonal.
    [[nodiscard]] Value diagonal(std::size_t row) const;

    /// Takes the values of `held`, without the couplings of fixed particles, and the sizes of the couplings of A. The
    /// sizes are also written to `sizes`, as by find_sizes. Values and sizes are taken in one pass, because reading the
    /// matrices takes nearly all of the time. `left_out` marks dropped springs: it is empty or has one mark per slot of
    /// A. The pattern of this matrix does not contain the dropped springs, and the matrix is as if they did not exist.
    void take(const Csr<Value>& A, const Csr<Value>& held, std::span<const unsigned char> fixed,
              std::span<const unsigned char> left_out, std::span<float> sizes);
    /// Computes R and the sizes from the entries.
    void complete();
    void copy_to(Csr<Value>& to) const;

    /// (A x)_i
    [[nodiscard]] Single multiply_row(std::size_t i, const Single* x) const
    {
        const Single own = x[i];
        Single sum = times<Value>(rest.data() + i * entry_size<Value>, own);
        const int end = pattern->row_begin[i + 1];
        for (int k = pattern->row_begin[i]; k < end; ++k) {
            if constexpr (entry_size < Value >> 1) prefetch(entry(k + entries_ahead));
            sum += times<Value>(entry(k), Single(x[pattern->column[k]] - own));
        }
        return sum;
    }
};

extern template struct SingleMatrix<double>;
extern template struct SingleMatrix<Mat3>;

}  // namespace tulle
