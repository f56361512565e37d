#pragma once
// Direct factorisation A = P^T L L^T P by CHOLMOD (its simplicial, LGPL part) or Eigen without it. The symbolic work
// is done once per pattern; the factor is copied into FactorBlocks, so that a solve allocates nothing and, for scalar
// matrices, passes over L once for all three right-hand sides.

#include "linear/factor_blocks.hpp"
#include "linear/preconditioner.hpp"

#include <type_traits>
#include <vector>

namespace tulle {

/// The library that does the factorisation, hidden.
class CholeskyBackend {
public:
    virtual ~CholeskyBackend() = default;
    /// Factors the matrix with the pattern given to make_cholesky_backend; false when it is not positive definite.
    [[nodiscard]] virtual bool factor(std::span<const double> lower_values, CholeskyFactor& out) = 0;
};

/// Takes the lower triangle's pattern by columns.
[[nodiscard]] std::unique_ptr<CholeskyBackend> make_cholesky_backend(std::vector<int> column_begin,
                                                                     std::vector<int> row);

/// Real is what the factor is kept in; it is always computed in double precision.
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
