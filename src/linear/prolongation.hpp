#pragma once
// Prolongation P from a coarse level to the next finer level by smoothed aggregation (Vanek, Mandel, Brezina 1996,
// section 4). Every particle takes the value of its aggregate, and one damped Jacobi step over the strong couplings
// smooths the jumps between aggregates. The value of a particle is then 1 - omega times the value of its own aggregate
// plus omega times the mean over the aggregates of its strong neighbours, weighted by the sizes of the couplings.
// Vanek, Mandel and Brezina use the couplings themselves as weights, which would be blocks here. Scalar weights take a
// ninth of the memory and make coarse matrices in a third of the time.

#include "linear/aggregation.hpp"
#include "linear/single_matrix.hpp"

namespace tulle {

class Prolongation {
public:
    Prolongation(const SparsityPattern& fine, std::span<const unsigned char> strong, const Aggregates& aggregates);

    /// Computes the values of P from the sizes of the couplings. Pattern and marks are those of the constructor.
    void refresh(const SparsityPattern& fine, std::span<const float> size);

    [[nodiscard]] std::size_t fine_rows() const { return row_begin.size() - 1; }
    [[nodiscard]] std::size_t coarse_rows() const { return fine_begin.size() - 1; }

    /// coarse = P^T fine
    void restrict_to_coarse(std::span<const Single> fine, std::span<Single> coarse) const;
    /// fine += P coarse
    void add_to_fine(std::span<const Single> coarse, std::span<Single> fine) const;

    // P by rows. A particle whose row has no entries takes no part in the coarse level.
    std::vector<int> row_begin;
    std::vector<int> column;  // ascending in each row
    std::vector<float> value;

    // P by columns: the fine particles to which each coarse particle contributes.
    std::vector<int> fine_begin;
    std::vector<int> fine_row;   // ascending in each column
    std::vector<int> fine_slot;  // into `value`

private:
    void transpose_pattern(int coarse_rows);

    std::vector<unsigned char> strong_;
    std::vector<int> aggregate_;
};

}  // namespace tulle
