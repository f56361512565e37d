#pragma once
// Galerkin product P^T A P: the matrix of a coarse multigrid level. P^T A P is A restricted to the motions that the
// coarse level can represent.

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
    /// Positions of entries, counted from the first entry of their row. The integer type is as narrow as the longest
    /// row allows: a byte for cloth, unless the cloth is coupled to a rigid body. The rows of a rigid body may be as
    /// long as the mesh is large.
    using Places = std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>>;
    /// Finds the positions of all summands. `column` has the columns of A P.
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
    // A P, by rows of the fine level. The columns are not stored: only the search for positions needs them.
    std::vector<int> row_begin_;
    std::vector<float> value_;
    // Position of each summand, in the order of the summands. The summands of a row of A P are the products of each
    // entry of the row of A with the entries of the row of P that it multiplies. The summands of a coarse row are the
    // entries of the rows of A P that it gathers.
    Places product_place_;
    std::vector<std::int64_t> product_begin_;
    Places coarse_place_;
    std::vector<std::int64_t> coarse_begin_;
};

/// Marks the couplings between touching aggregates. Two aggregates touch if a particle of one has a strong coupling
/// with a particle of the other.
[[nodiscard]] std::vector<unsigned char> mark_touching(const SparsityPattern& fine,
                                                       std::span<const unsigned char> strong,
                                                       const Aggregates& aggregates, const SparsityPattern& coarse);

extern template class GalerkinProduct<double>;
extern template class GalerkinProduct<Mat3>;

}  // namespace tulle
