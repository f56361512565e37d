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

}  // namespace

template <class Value, class Real>
Cholesky<Value, Real>::Cholesky(std::shared_ptr<const SparsityPattern> pattern) : pattern_(std::move(pattern))
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

template <class Value, class Real>
Cholesky<Value, Real>::~Cholesky() = default;

template <class Value, class Real>
void Cholesky<Value, Real>::gather_lower(const Csr<Value>& A, std::span<const unsigned char> fixed, double shift)
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

template <class Value, class Real>
void Cholesky<Value, Real>::refresh(const Csr<Value>& /*A*/, std::span<const unsigned char> fixed,
                                    const Csr<Value>& held)
{
    // The exact Jacobian of compressed springs can be indefinite. The factor of the shifted matrix is still a usable
    // preconditioner.
    double shift = 0;
    const double scale = held.diagonal_scale();
    gather_lower(held, fixed, 0);
    while (!backend_->factor(lower_values_, factor_)) {
        shift = shift == 0 ? 1e-3 : 4 * shift;
        gather_lower(held, fixed, shift * scale);
    }
    blocks_.take(factor_);
}

template <class Value, class Real>
void Cholesky<Value, Real>::apply(std::span<const Vec3> r, std::span<Vec3> z)
{
    blocks_.solve({r.data()->data(), 3 * r.size()}, {z.data()->data(), 3 * z.size()});
}

template class Cholesky<double>;
template class Cholesky<double, float>;
template class Cholesky<Mat3>;

}  // namespace tulle
