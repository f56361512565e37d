#pragma once
// Smoother of a multigrid level: a few steps of the Chebyshev iteration on D^-1 A, D the diagonal of A, aimed at the
// upper part of its eigenvalues (Adams, Brezina, Hu, Tuminaro 2003). It multiplies by A and nothing else, so every row
// can be done at once, unlike in Gauss-Seidel.

#include "core/reduce.hpp"
#include "linear/csr.hpp"

#include <vector>

namespace tulle {

/// What smoothing works in, of as many rows as the largest matrix smoothed with it.
struct SmootherScratch {
    explicit SmootherScratch(std::size_t rows) : step(rows), residual(rows), direction(rows), image(rows) {}

    std::vector<Vec3> step, residual, direction, image;
    DotProduct dot;
};

template <class Value>
class Chebyshev {
public:
    explicit Chebyshev(std::size_t rows) : inverse_(rows) {}

    void refresh(const Csr<Value>& A, SmootherScratch& scratch);

    /// x = q(D^-1 A) D^-1 b, as `smooth` does from x = 0.
    void smooth_zero(const Csr<Value>& A, std::span<const Vec3> b, std::span<Vec3> x, SmootherScratch& scratch) const;
    /// x += q(D^-1 A) D^-1 (b - A x), where |1 - t q(t)| < 1 for every eigenvalue t > 0 of D^-1 A.
    void smooth(const Csr<Value>& A, std::span<const Vec3> b, std::span<Vec3> x, SmootherScratch& scratch) const;

    /// Upper end of the eigenvalues of D^-1 A that is reckoned with.
    [[nodiscard]] double bound() const { return bound_; }

private:
    void iterate(const Csr<Value>& A, std::span<const Vec3> b, std::span<Vec3> x, std::span<Vec3> step,
                 bool from_zero) const;

    std::vector<Value> inverse_;  // of the diagonal
    double bound_ = 1;
};

extern template class Chebyshev<double>;
extern template class Chebyshev<Mat3>;

}  // namespace tulle
