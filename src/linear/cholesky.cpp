#include "linear/cholesky.hpp"

#include <type_traits>

namespace tulle {
namespace {

/// Calls visit(row, col, slot, a, b) for every scalar of A's lower triangle, column by column. A is symmetric, so
/// column c's lower part is row c's upper part: (row, col) sits in slot (col, row), transposed.
template <class Value, class Visit>
void for_each_lower(const SparsityPattern& pattern, const Visit& visit)
{
    constexpr int dim = std::is_same_v<Value, double> ? 1 : 3;
    for (std::size_t c = 0; c < pattern.rows(); ++c)
        for (int b = 0; b < dim; ++b)
            for (int k = pattern.diagonal[c]; k < pattern.row_begin[c + 1]; ++k) {
                const int r = pattern.column[k];
                for (int a = r == static_cast<int>(c) ? b : 0; a < dim; ++a)
                    visit(r * dim + a, static_cast<int>(c) * dim + b, k, a, b);
            }
}

double transposed_scalar(double value, int, int) { return value; }
double transposed_scalar(const Mat3& value, int a, int b) { return value(b, a); }

/// Forward and back substitution on any payload: Vec3 for three right-hand sides, double for one.
template <class Payload>
void substitute(const CholeskyFactor& L, Payload* y)
{
    const int n = static_cast<int>(L.permutation.size());
    for (int j = 0; j < n; ++j) {
        const int begin = L.column_begin[j];
        y[j] = y[j] / L.value[begin];
        const Payload pivot = y[j];
        for (int k = begin + 1; k < L.column_begin[j + 1]; ++k) y[L.row[k]] -= L.value[k] * pivot;
    }
    for (int j = n; j-- > 0;) {
        const int begin = L.column_begin[j];
        Payload sum = y[j];
        for (int k = begin + 1; k < L.column_begin[j + 1]; ++k) sum -= L.value[k] * y[L.row[k]];
        y[j] = sum / L.value[begin];
    }
}

}  // namespace

template <class Value>
Cholesky<Value>::Cholesky(std::shared_ptr<const SparsityPattern> pattern)
    : pattern_(std::move(pattern)), work_(pattern_->rows())
{
    constexpr int dim = std::is_same_v<Value, double> ? 1 : 3;
    std::vector<int> column_begin(pattern_->rows() * dim + 1, 0);
    std::vector<int> row;
    for_each_lower<Value>(*pattern_, [&](int r, int c, int, int, int) {
        row.push_back(r);
        column_begin[c + 1] = static_cast<int>(row.size());
    });
    lower_values_.resize(row.size());
    backend_ = make_cholesky_backend(std::move(column_begin), std::move(row));
}

template <class Value>
Cholesky<Value>::~Cholesky() = default;

template <class Value>
void Cholesky<Value>::gather_lower(const Csr<Value>& A, std::span<const unsigned char> fixed, double shift)
{
    const auto is_fixed = [&](int i) { return !fixed.empty() && fixed[i] != 0; };
    constexpr int dim = std::is_same_v<Value, double> ? 1 : 3;
    std::size_t out = 0;
    for_each_lower<Value>(*pattern_, [&](int r, int c, int slot, int a, int b) {
        double value = transposed_scalar(A.value[slot], a, b);
        if (r == c) value += shift;
        if (is_fixed(r / dim) || is_fixed(c / dim)) value = r == c ? 1.0 : 0.0;
        lower_values_[out++] = value;
    });
}

template <class Value>
void Cholesky<Value>::refresh(const Csr<Value>& /*A*/, std::span<const unsigned char> fixed, const Csr<Value>& held)
{
    // An exact Jacobian of compressed springs can be indefinite; shifted, its factor still preconditions.
    double shift = 0;
    const double scale = held.diagonal_scale();
    gather_lower(held, fixed, 0);
    while (!backend_->factor(lower_values_, factor_)) {
        shift = shift == 0 ? 1e-3 : 4 * shift;
        gather_lower(held, fixed, shift * scale);
    }
}

template <class Value>
void Cholesky<Value>::apply(std::span<const Vec3> r, std::span<Vec3> z)
{
    const std::vector<int>& permutation = factor_.permutation;
    if constexpr (std::is_same_v<Value, double>) {
        for (std::size_t k = 0; k < permutation.size(); ++k) work_[k] = r[permutation[k]];
        substitute(factor_, work_.data());
        for (std::size_t k = 0; k < permutation.size(); ++k) z[permutation[k]] = work_[k];
    } else {
        const double* in = r.data()->data();
        double* work = work_.data()->data();
        double* out = z.data()->data();
        for (std::size_t k = 0; k < permutation.size(); ++k) work[k] = in[permutation[k]];
        substitute(factor_, work);
        for (std::size_t k = 0; k < permutation.size(); ++k) out[permutation[k]] = work[k];
    }
}

template class Cholesky<double>;
template class Cholesky<Mat3>;

}  // namespace tulle
