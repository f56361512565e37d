#pragma once
// Loops over rows of 3 x 3 blocks, on plain arrays: the product with a vector, and factorisation and substitution of
// IC(0). These loops take most of the time of steps with Newton's matrix.

#include <tulle/math.hpp>

#include <cstddef>

namespace tulle {

/// Rows of blocks: row i has the entries row_begin[i] to row_begin[i + 1] - 1 of `column` and `value`.
struct BlockRows {
    const int* row_begin;
    const int* column;
    const Mat3* value;
};

/// y_i = sum over the row of A_ij x_j, for the rows `first` to `end` - 1.
void multiply_rows(const BlockRows& A, std::size_t first, std::size_t end, const Vec3* x, Vec3* y);

/// Solves L z = r from the first row to the last. `lower` has the blocks L_ij, j < i, and `inverse` the blocks L_ii^-1.
void substitute_forward(const BlockRows& lower, const Mat3* inverse, std::size_t rows, const Vec3* r, Vec3* z);

/// Solves L^T z = z in place, from the last row to the first. Row i of `upper` has the blocks L_ji^T, j > i.
/// `transposed_inverse` has the blocks L_ii^-T.
void substitute_backward(const BlockRows& upper, const Mat3* transposed_inverse, std::size_t rows, Vec3* z);

/// In a row with more entries, the search for common columns starts where the other row begins. The row of a rigid
/// body, which is coupled with very many particles, would otherwise be scanned for each entry.
inline constexpr int long_row = 32;

/// A block whose columns are padded to four numbers, so that a column fills a vector register.
struct PaddedBlock {
    double column[3][4];
};

/// One row i of an incomplete Cholesky factor. On entry, lower[begin, end) has the blocks A_ij, j < i, of the row; on
/// return the blocks L_ij = (A_ij - sum over common columns c < j of L_ic L_jc^T) L_jj^-T. `pivot`, A_ii on entry, is
/// A_ii - sum over the row of L_ij L_ij^T on return. Rows before i are complete. is_fixed, which may be null, marks
/// particles whose blocks count as zero. `scratch` has room for the blocks of a row.
void factor_row(const int* row_begin, const int* column, Mat3* lower, const Mat3* inverse, std::size_t row,
                const unsigned char* is_fixed, PaddedBlock* scratch, Mat3& pivot);

}  // namespace tulle
