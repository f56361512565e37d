#pragma once
// From a coarse net to a finer one: smoothed aggregation (Vanek, Mandel, Brezina 1996, section 4). Every particle takes
// the value of its aggregate, and one damped Jacobi step over the strong couplings rounds off the jumps between them:
// of a particle's value, 1 - omega is that of its own aggregate, and omega the mean of its strong neighbours'
// aggregates, weighted by the sizes of the couplings. The paper has the couplings themselves as weights, which would be
// blocks here: numbers take a ninth of the memory and make coarse matrices in a third of the time.

#include "linear/aggregation.hpp"
#include "linear/single_matrix.hpp"

namespace tulle {

class Prolongation {
public:
    Prolongation(const SparsityPattern& fine, std::span<const unsigned char> strong, const Aggregates& aggregates);

    /// Takes the sizes of couplings, whose pattern and marks are those of the constructor.
    void refresh(const SparsityPattern& fine, std::span<const float> size);

    [[nodiscard]] std::size_t fine_rows() const { return row_begin.size() - 1; }
    [[nodiscard]] std::size_t coarse_rows() const { return fine_begin.size() - 1; }

    /// coarse = P^T fine
    void restrict_to_coarse(std::span<const Single> fine, std::span<Single> coarse) const;
    /// fine += P coarse
    void add_to_fine(std::span<const Single> coarse, std::span<Single> fine) const;

    // P by rows; a row without entries takes no part in the coarse net.
    std::vector<int> row_begin;
    std::vector<int> column;  // ascending in each row
    std::vector<float> value;

    // The same by columns: where each coarse particle is felt.
    std::vector<int> fine_begin;
    std::vector<int> fine_row;   // ascending in each column
    std::vector<int> fine_slot;  // into `value`

private:
    void transpose_pattern(int coarse_rows);

    std::vector<unsigned char> strong_;
    std::vector<int> aggregate_;
};

}  // namespace tulle
