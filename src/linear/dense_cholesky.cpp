#include "linear/dense_cholesky.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace tulle {
namespace {

template <class Value>
constexpr int dim = std::is_same_v<Value, double> ? 1 : 3;

double scalar(double value, int, int) { return value; }
double scalar(const Mat3& value, int a, int b) { return value(a, b); }

void set_to_zero(double& payload) { payload = 0; }
void set_to_zero(Vec3& payload) { payload.setZero(); }

/// y -= a x
template <class Payload>
void subtract(const double* a, const Payload& x, Payload* y, int n)
{
    for (int i = 0; i < n; ++i) y[i] -= a[i] * x;
}

/// Returns a . y. Independent partial sums are used, because in a single sum each addition waits for the one before.
template <class Payload>
Payload sum_of_products(const double* a, const Payload* y, int n)
{
    constexpr int sums = 8;
    std::array<Payload, sums> sum;
    for (Payload& each : sum) set_to_zero(each);
    int i = 0;
    for (; i + sums <= n; i += sums)
        for (int k = 0; k < sums; ++k) sum[k] += a[i + k] * y[i + k];
    for (; i < n; ++i) sum[0] += a[i] * y[i];
    for (int k = 1; k < sums; ++k) sum[0] += sum[k];
    return sum[0];
}

/// Forward and back substitution in place on any payload: Vec3 for three right-hand sides, double for one.
template <class Payload>
void substitute(const std::vector<double>& L, const std::vector<double>& inverse_diagonal, Payload* y)
{
    const int n = static_cast<int>(inverse_diagonal.size());
    const auto below = [&](int j) { return L.data() + static_cast<std::ptrdiff_t>(j) * n + j + 1; };
    for (int j = 0; j < n; ++j) {
        y[j] = y[j] * inverse_diagonal[j];
        subtract(below(j), Payload(y[j]), y + j + 1, n - j - 1);
    }
    y[n - 1] = y[n - 1] * inverse_diagonal[n - 1];
    for (int j = n - 1; j-- > 0;) y[j] = (y[j] - sum_of_products(below(j), y + j + 1, n - j - 1)) * inverse_diagonal[j];
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
        // The matrix is zero or has entries that are not finite. The identity is a harmless replacement.
        std::fill(L_.begin(), L_.end(), 0.0);
        std::fill(inverse_diagonal_.begin(), inverse_diagonal_.end(), 1.0);
        return;
    }
}

template <class Value>
bool DenseCholesky<Value>::factor(const Csr<Value>& A, double shift)
{
    take_lower_triangle(A);
    for (int j = 0; j < size_; ++j) {
        double* own = column(j) + j;
        const int rows = size_ - j;
        const double original = std::abs(own[0]);
        // Four columns are subtracted at a time, so that column j is read and written less often.
        int k = 0;
        for (; k + 4 <= j; k += 4) {
            const double *a = column(k) + j, *b = column(k + 1) + j, *c = column(k + 2) + j, *d = column(k + 3) + j;
            const double at_a = a[0], at_b = b[0], at_c = c[0], at_d = d[0];
            for (int i = 0; i < rows; ++i) own[i] -= (a[i] * at_a + b[i] * at_b) + (c[i] * at_c + d[i] * at_d);
        }
        for (; k < j; ++k) subtract(column(k) + j, column(k)[j], own, rows);
        const double pivot = own[0] + shift;
        if (!(pivot > 1e-12 * original) || !std::isfinite(pivot)) return false;
        inverse_diagonal_[j] = 1 / std::sqrt(pivot);
        for (int i = 1; i < rows; ++i) own[i] *= inverse_diagonal_[j];
    }
    return true;
}

template <class Value>
void DenseCholesky<Value>::take_lower_triangle(const Csr<Value>& A)
{
    const SparsityPattern& pattern = *A.pattern;
    std::fill(L_.begin(), L_.end(), 0.0);
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (int k = pattern.row_begin[i]; k <= pattern.diagonal[i]; ++k)
            for (int a = 0; a < dim<Value>; ++a)
                for (int b = 0; b < dim<Value>; ++b) {
                    const int row = static_cast<int>(i) * dim<Value> + a;
                    const int col = pattern.column[k] * dim<Value> + b;
                    if (col <= row) column(col)[row] = scalar(A.value[k], a, b);
                }
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
