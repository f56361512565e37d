#pragma once
// Dense Cholesky factorisation: the direct solver on the coarsest level of multigrid, which has few particles, all
// coupled. Only the constructor allocates memory.

#include "linear/csr.hpp"

namespace tulle {

template <class Value>
class DenseCholesky {
public:
    explicit DenseCholesky(std::size_t rows);

    /// Factors A. If A is not positive definite, its diagonal is shifted until the matrix is positive definite.
    void refresh(const Csr<Value>& A);
    /// z = A^-1 r
    void apply(std::span<const Vec3> r, std::span<Vec3> z) const;

private:
    [[nodiscard]] bool factor(const Csr<Value>& A, double shift);
    void take_lower_triangle(const Csr<Value>& A);
    [[nodiscard]] double* column(int j) { return L_.data() + static_cast<std::ptrdiff_t>(j) * size_; }

    int size_;                              // rows of the matrix, in scalars
    std::vector<double> L_;                 // by columns, lower triangle
    std::vector<double> inverse_diagonal_;  // of L
};

extern template class DenseCholesky<double>;
extern template class DenseCholesky<Mat3>;

}  // namespace tulle
