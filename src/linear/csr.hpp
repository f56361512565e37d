#pragma once
// Sparse matrices over the particle graph in compressed sparse rows (CSR). One pattern, built once, serves two kinds of
// values:
//     Csr<double>: n x n, the same for x, y and z (IMEX): one matrix, three right-hand sides
//     Csr<Mat3>:   n x n blocks of 3 x 3 (backward Euler)
// Both kinds multiply vectors of Vec3, so that solvers are written once for both.

#include "core/assert.hpp"
#include "core/parallel.hpp"

#include <tulle/math.hpp>

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tulle {

/// Prefetches memory that will be read soon. Without prefetching, a core that reads large matrices waits a quarter of
/// the time. The address may lie beyond the end of an array, because nothing there is read.
inline void prefetch(const void* address) { __builtin_prefetch(address); }

/// Prefetch distance, in entries.
inline constexpr int entries_ahead = 24;

/// The entries that may differ from zero. The pattern is symmetric and contains the diagonal; columns ascend in each
/// row.
struct SparsityPattern {
    std::vector<int> row_begin;  // n + 1
    std::vector<int> column;
    std::vector<int> diagonal;  // slot of (i, i)
    // Whether matrices with this pattern are sums of springs and diagonal terms. A spring between i and j has one
    // symmetric block: the block is added at (i, i) and (j, j) and subtracted at (i, j) and (j, i).
    bool is_of_springs = false;

    [[nodiscard]] std::size_t rows() const { return diagonal.size(); }
    [[nodiscard]] std::size_t nonzeros() const { return column.size(); }
    /// Slot of (row, col), which must be in the pattern.
    [[nodiscard]] int slot(int row, int col) const;
};

/// Returns the pattern of all couplings i-j. A coupling may be given several times, in either order.
[[nodiscard]] SparsityPattern make_pattern(std::size_t n, std::span<const std::pair<int, int>> couplings,
                                           bool is_of_springs = false);

template <class Value>
struct Csr {
    explicit Csr(std::shared_ptr<const SparsityPattern> shared_pattern)
        : pattern(std::move(shared_pattern)), value(pattern->nonzeros())
    {
        set_zero();
    }

    std::shared_ptr<const SparsityPattern> pattern;
    std::vector<Value> value;

    [[nodiscard]] std::size_t rows() const { return pattern->rows(); }
    [[nodiscard]] Value& diagonal(std::size_t row) { return value[pattern->diagonal[row]]; }
    [[nodiscard]] const Value& diagonal(std::size_t row) const { return value[pattern->diagonal[row]]; }

    void set_zero();
    /// Returns the largest absolute value on the diagonal, the unit of diagonal shifts.
    [[nodiscard]] double diagonal_scale() const;
    /// y = A x
    void multiply(std::span<const Vec3> x, std::span<Vec3> y) const;
};

extern template struct Csr<double>;
extern template struct Csr<Mat3>;

}  // namespace tulle
