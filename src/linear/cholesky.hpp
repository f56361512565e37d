#pragma once
// Sparse Cholesky factorisation A = P^T L L^T P (direct solver), computed by CHOLMOD (its simplicial, LGPL part) or, in
// builds without CHOLMOD, by Eigen. The symbolic factorisation is done once per pattern. The factor is copied into
// FactorBlocks: a solve then allocates nothing and, for scalar matrices, reads L once for all three right-hand sides.

#include "linear/factor_blocks.hpp"
#include "linear/preconditioner.hpp"

#include <type_traits>
#include <vector>

namespace tulle {

/// Interface to the library that computes the factorisation. This interface hides the headers of the library.
class CholeskyBackend {
public:
    virtual ~CholeskyBackend() = default;
    /// Factors the matrix with the pattern given to make_cholesky_backend. Returns false if the matrix is not positive
    /// definite.
    [[nodiscard]] virtual bool factor(std::span<const double> lower_values, CholeskyFactor& out) = 0;
};

/// Creates the backend for the pattern of a lower triangle, given by columns.
[[nodiscard]] std::unique_ptr<CholeskyBackend> make_cholesky_backend(std::vector<int> column_begin,
                                                                     std::vector<int> row);

/// Real is the number type in which the factor is stored. The factor is always computed in double precision.
template <class Value, class Real = double>
class Cholesky final : public Preconditioner<Value> {
public:
    explicit Cholesky(std::shared_ptr<const SparsityPattern> pattern);
    ~Cholesky() override;

    [[nodiscard]] std::string_view name() const override { return "direct"; }
    using Preconditioner<Value>::refresh;
    void refresh(const Csr<Value>& A, std::span<const unsigned char> fixed, const Csr<Value>& held) override;
    void apply(std::span<const Vec3> r, std::span<Vec3> z) override;

private:
    void gather_lower(const Csr<Value>& A, std::span<const unsigned char> fixed, double shift);

    std::shared_ptr<const SparsityPattern> pattern_;
    std::vector<double> lower_values_;
    std::unique_ptr<CholeskyBackend> backend_;
    CholeskyFactor factor_;
    FactorBlocks<Real, std::is_same_v<Value, double> ? 3 : 1> blocks_;
};

extern template class Cholesky<double>;
extern template class Cholesky<double, float>;
extern template class Cholesky<Mat3>;

}  // namespace tulle
