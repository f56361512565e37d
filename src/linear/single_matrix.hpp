#pragma once
// Matrices of multigrid's nets, in single precision: what preconditions needs a few digits, and half the bytes are half
// the time where memory is the limit. A row is multiplied as
//     (A x)_i = R_i x_i + sum_j A_ij (x_j - x_i),      R_i = sum_j A_ij with j = i included,
// so that what rounding does to a coupling changes the spring it stands for by as much, and no more. In the usual form
// it would change the mass of a particle: stiff springs are a million times that, and single precision has seven
// digits.

#include "linear/csr.hpp"

namespace tulle {

/// x, y and z of a particle, and one that nobody reads: so a vector register takes a particle whole.
using Single = Eigen::Array4f;

[[nodiscard]] inline Single to_single(const Vec3& v)
{
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]), 0.0F};
}
[[nodiscard]] inline Vec3 to_double(const Single& v) { return v.head<3>().cast<double>(); }

/// Numbers of single precision that an entry takes: a block is stored by columns.
template <class Value>
inline constexpr int entry_size = 9;
template <>
inline constexpr int entry_size<double> = 1;

/// Room for entries, and for what reading the last column of the last block as four numbers reads beyond it.
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

/// The size of every coupling, its Frobenius norm; 0 on the diagonal and for those of fixed particles.
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

    /// Takes the values of `held`, without the couplings of fixed particles, and the sizes of those of A, which it
    /// writes to `sizes` as find_sizes does: in one pass, as reading the matrices takes nearly all of the time. Where
    /// `left_out`, none or one per slot of A, marks springs, this has the pattern without them and is as if they were
    /// not there.
    void take(const Csr<Value>& A, const Csr<Value>& held, std::span<const unsigned char> fixed,
              std::span<const unsigned char> left_out, std::span<float> sizes);
    /// Finds R and the sizes, after the entries were written.
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
