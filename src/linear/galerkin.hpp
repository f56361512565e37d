#pragma once
// The matrix of a coarse net, P^T A P: what A does to the motions that the coarse net can make.

#include "linear/prolongation.hpp"

namespace tulle {

template <class Value>
class GalerkinProduct {
public:
    GalerkinProduct(const SparsityPattern& fine, const Prolongation<Value>& P);

    [[nodiscard]] const std::shared_ptr<const SparsityPattern>& coarse_pattern() const { return coarse_pattern_; }

    /// coarse = P^T A P
    void multiply(const Csr<Value>& A, const Prolongation<Value>& P, Csr<Value>& coarse);

private:
    std::shared_ptr<const SparsityPattern> coarse_pattern_;
    // A P, by rows of the fine net
    std::vector<int> row_begin_;
    std::vector<int> column_;
    std::vector<Value> value_;
};

/// Marks the couplings between aggregates that touch: that have particles with a strong coupling.
[[nodiscard]] std::vector<unsigned char> mark_touching(const SparsityPattern& fine,
                                                       std::span<const unsigned char> strong,
                                                       const Aggregates& aggregates, const SparsityPattern& coarse);

extern template class GalerkinProduct<double>;
extern template class GalerkinProduct<Mat3>;

}  // namespace tulle
