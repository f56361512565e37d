#include "linear/dense_cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace tulle {
namespace {

template <class Value>
constexpr int dim = std::is_same_v<Value, double> ? 1 : 3;

double scalar(double value, int, int) { return value; }
double scalar(const Mat3& value, int a, int b) { return value(a, b); }

/// Forward and back substitution in place on any payload: Vec3 for three right-hand sides, double for one.
template <class Payload>
void substitute(const std::vector<double>& L, const std::vector<double>& inverse_diagonal, Payload* y)
{
    const int n = static_cast<int>(inverse_diagonal.size());
    for (int i = 0; i < n; ++i) {
        const double* row = L.data() + static_cast<std::ptrdiff_t>(i) * n;
        Payload sum = y[i];
        for (int j = 0; j < i; ++j) sum -= row[j] * y[j];
        y[i] = sum * inverse_diagonal[i];
    }
    for (int i = n; i-- > 0;) {
        const double* row = L.data() + static_cast<std::ptrdiff_t>(i) * n;
        y[i] = y[i] * inverse_diagonal[i];
        const Payload solved = y[i];
        for (int j = 0; j < i; ++j) y[j] -= row[j] * solved;
    }
}

}  // namespace

template <class Value>
DenseCholesky<Value>::DenseCholesky(std::size_t rows)
    : size_(static_cast<int>(rows) * dim<Value>),
      L_(static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_)),
      inverse_diagonal_(static_cast<std::size_t>(size_))
{}

template <class Value>
void DenseCholesky<Value>::refresh(const Csr<Value>& A)
{
    const double scale = A.diagonal_scale();
    double shift = 0;
    while (!factor(A, shift)) {
        shift = shift == 0 ? 1e-3 * scale : 4 * shift;
        if (shift > 0 && shift < 1e6 * scale) continue;
        // Zero, or not numbers at all: the identity does no harm.
        std::fill(L_.begin(), L_.end(), 0.0);
        std::fill(inverse_diagonal_.begin(), inverse_diagonal_.end(), 1.0);
        return;
    }
}

template <class Value>
bool DenseCholesky<Value>::factor(const Csr<Value>& A, double shift)
{
    const SparsityPattern& pattern = *A.pattern;
    std::fill(L_.begin(), L_.end(), 0.0);
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (int k = pattern.row_begin[i]; k <= pattern.diagonal[i]; ++k)
            for (int a = 0; a < dim<Value>; ++a)
                for (int b = 0; b < dim<Value>; ++b) {
                    const int row = static_cast<int>(i) * dim<Value> + a;
                    const int col = pattern.column[k] * dim<Value> + b;
                    if (col <= row) L_[static_cast<std::ptrdiff_t>(row) * size_ + col] = scalar(A.value[k], a, b);
                }
    for (int i = 0; i < size_; ++i) {
        double* row = L_.data() + static_cast<std::ptrdiff_t>(i) * size_;
        const double original = std::abs(row[i]);
        for (int j = 0; j <= i; ++j) {
            const double* other = L_.data() + static_cast<std::ptrdiff_t>(j) * size_;
            double sum = row[j];
            for (int k = 0; k < j; ++k) sum -= row[k] * other[k];
            if (j < i) {
                row[j] = sum * inverse_diagonal_[j];
            } else {
                sum += shift;
                if (!(sum > 1e-12 * original) || !std::isfinite(sum)) return false;
                inverse_diagonal_[i] = 1 / std::sqrt(sum);
            }
        }
    }
    return true;
}

template <class Value>
void DenseCholesky<Value>::apply(std::span<const Vec3> r, std::span<Vec3> z) const
{
    std::copy(r.begin(), r.end(), z.begin());
    if (z.empty()) return;
    if constexpr (dim<Value> == 1) {
        substitute(L_, inverse_diagonal_, z.data());
    } else {
        substitute(L_, inverse_diagonal_, z.data()->data());
    }
}

template class DenseCholesky<double>;
template class DenseCholesky<Mat3>;

}  // namespace tulle
