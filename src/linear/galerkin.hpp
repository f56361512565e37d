#pragma once
// The matrix of a coarse net, P^T A P: what A does to the motions that the coarse net can make.

#include "linear/prolongation.hpp"

#include <cstdint>

namespace tulle {

template <class Value>
class GalerkinProduct {
public:
    GalerkinProduct(const SparsityPattern& fine, const Prolongation& P);

    [[nodiscard]] const std::shared_ptr<const SparsityPattern>& coarse_pattern() const { return coarse_pattern_; }

    /// coarse = P^T A P
    void multiply(const SingleMatrix<Value>& A, const Prolongation& P, SingleMatrix<Value>& coarse);

private:
    void find_places(const SparsityPattern& fine, const Prolongation& P);

    std::shared_ptr<const SparsityPattern> coarse_pattern_;
    // A P, by rows of the fine net
    std::vector<int> row_begin_;
    std::vector<int> column_;
    std::vector<float> value_;
    // Where each summand goes, counted from the first entry of its row, in the order of the summands: of a row of A P,
    // the entries of A's row and of P's rows that they meet; of a coarse row, the rows of A P that it gathers.
    std::vector<std::uint16_t> product_place_;
    std::vector<std::int64_t> product_begin_;
    std::vector<std::uint16_t> coarse_place_;
    std::vector<std::int64_t> coarse_begin_;
};

/// Marks the couplings between aggregates that touch: that have particles with a strong coupling.
[[nodiscard]] std::vector<unsigned char> mark_touching(const SparsityPattern& fine,
                                                       std::span<const unsigned char> strong,
                                                       const Aggregates& aggregates, const SparsityPattern& coarse);

extern template class GalerkinProduct<double>;
extern template class GalerkinProduct<Mat3>;

}  // namespace tulle
