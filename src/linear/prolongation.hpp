#pragma once
// From a coarse net to a finer one: smoothed aggregation (Vanek, Mandel, Brezina 1996, section 4). Every particle takes
// the value of its aggregate, and one damped Jacobi step over the strong couplings rounds off the jumps between them:
//   P = (I - omega D^-1 A_s) P_0
// A_s has A's strong couplings; the weak ones are added to its diagonal D, so that constants stay what they are.

#include "linear/aggregation.hpp"

namespace tulle {

template <class Value>
class Prolongation {
public:
    Prolongation(const SparsityPattern& fine, std::span<const unsigned char> strong, const Aggregates& aggregates);

    /// Takes the values of A, whose pattern and marks are those of the constructor.
    void refresh(const Csr<Value>& A);

    [[nodiscard]] std::size_t fine_rows() const { return row_begin.size() - 1; }
    [[nodiscard]] std::size_t coarse_rows() const { return fine_begin.size() - 1; }

    /// coarse = P^T fine
    void restrict_to_coarse(std::span<const Vec3> fine, std::span<Vec3> coarse) const;
    /// fine += P coarse
    void add_to_fine(std::span<const Vec3> coarse, std::span<Vec3> fine) const;

    // P by rows; a row without entries takes no part in the coarse net.
    std::vector<int> row_begin;
    std::vector<int> column;  // ascending in each row
    std::vector<Value> value;

    // The same by columns: where each coarse particle is felt.
    std::vector<int> fine_begin;
    std::vector<int> fine_row;   // ascending in each column
    std::vector<int> fine_slot;  // into `value`

private:
    void transpose_pattern(int coarse_rows);

    std::vector<unsigned char> strong_;
    std::vector<int> aggregate_;
};

extern template class Prolongation<double>;
extern template class Prolongation<Mat3>;

}  // namespace tulle
