#pragma once
// The matrix of a coarse net, P^T A P: what A does to the motions that the coarse net can make.

#include "linear/prolongation.hpp"

#include <cstdint>
#include <variant>

namespace tulle {

template <class Value>
class GalerkinProduct {
public:
    GalerkinProduct(const SparsityPattern& fine, const Prolongation& P);

    [[nodiscard]] const std::shared_ptr<const SparsityPattern>& coarse_pattern() const { return coarse_pattern_; }

    /// coarse = P^T A P
    void multiply(const SingleMatrix<Value>& A, const Prolongation& P, SingleMatrix<Value>& coarse);

private:
    /// Counted from the first entry of a row. As narrow as the longest row allows: of cloth a byte, unless it is
    /// coupled to a rigid body, whose rows may be as long as the net is large.
    using Places = std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>>;
    /// `column` is that of A P.
    template <class Place>
    void find_places(const SparsityPattern& fine, const Prolongation& P, std::span<const int> column);

    template <class Place>
    void multiply_from_right(const SingleMatrix<Value>& A, const Prolongation& P, const std::vector<Place>& places);
    template <class Place>
    void multiply_from_left(const Prolongation& P, const std::vector<Place>& places, SingleMatrix<Value>& coarse);
    [[nodiscard]] float* product_row(std::size_t i)
    {
        return value_.data() + std::size_t(row_begin_[i]) * entry_size<Value>;
    }

    std::shared_ptr<const SparsityPattern> coarse_pattern_;
    // A P, by rows of the fine net; its columns are needed to find places only
    std::vector<int> row_begin_;
    std::vector<float> value_;
    // Where each summand goes, in the order of the summands: of a row of A P, the entries of A's row and of P's rows
    // that they meet; of a coarse row, the rows of A P that it gathers.
    Places product_place_;
    std::vector<std::int64_t> product_begin_;
    Places coarse_place_;
    std::vector<std::int64_t> coarse_begin_;
};

/// Marks the couplings between aggregates that touch: that have particles with a strong coupling.
[[nodiscard]] std::vector<unsigned char> mark_touching(const SparsityPattern& fine,
                                                       std::span<const unsigned char> strong,
                                                       const Aggregates& aggregates, const SparsityPattern& coarse);

extern template class GalerkinProduct<double>;
extern template class GalerkinProduct<Mat3>;

}  // namespace tulle
