#include "linear/single_matrix.hpp"

#include "linear/matrix_entry.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

void store(double a, float* to) { *to = static_cast<float>(a); }
void store(const Mat3& a, float* to) { Eigen::Map<Eigen::Matrix3f>{to} = a.cast<float>(); }
void load(const float* from, double& a) { a = *from; }
void load(const float* from, Mat3& a) { a = Eigen::Map<const Eigen::Matrix3f>(from).cast<double>(); }

float norm(double a) { return static_cast<float>(std::abs(a)); }
float norm(const Mat3& a) { return std::sqrt(static_cast<float>(a.squaredNorm())); }

/// Returns whether a place is marked. An empty list marks nothing.
bool is_marked(std::span<const unsigned char> marks, std::size_t at) { return !marks.empty() && marks[at] != 0; }

/// Returns whether a coupling is symmetric. The coupling of a spring is symmetric, unless contacts constrain its two
/// ends in different directions.
bool is_symmetric(double) { return true; }
bool is_symmetric(const Mat3& a)
{
    constexpr double rounding = 1e-8;
    const Vec3 skew(a(1, 0) - a(0, 1), a(2, 0) - a(0, 2), a(2, 1) - a(1, 2));
    return skew.squaredNorm() <= rounding * rounding * a.squaredNorm();
}

}  // namespace

template <class Value>
void find_sizes(const Csr<Value>& A, std::span<const unsigned char> fixed, std::span<float> size)
{
    const SparsityPattern& pattern = *A.pattern;
    parallel_rows(A.rows(), [&](std::size_t i) {
        for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
            const bool is_apart = is_marked(fixed, i) || is_marked(fixed, static_cast<std::size_t>(pattern.column[k]));
            size[k] = is_apart || k == pattern.diagonal[i] ? 0.0F : norm(A.value[k]);
        }
    });
}

template <class Value>
SingleMatrix<Value>::SingleMatrix(std::shared_ptr<const SparsityPattern> shared_pattern)
    : pattern(std::move(shared_pattern)),
      value(make_entries<Value>(pattern->nonzeros())),
      rest(make_entries<Value>(pattern->rows())),
      size(pattern->nonzeros())
{}

template <class Value>
Value SingleMatrix<Value>::diagonal(std::size_t row) const
{
    Value a;
    load(entry(pattern->diagonal[row]), a);
    return a;
}

template <class Value>
void SingleMatrix<Value>::take(const Csr<Value>& A, const Csr<Value>& held, std::span<const unsigned char> fixed,
                               std::span<const unsigned char> left_out, std::span<float> sizes)
{
    const SparsityPattern& from = *A.pattern;
    parallel_rows(rows(), [&](std::size_t i) {
        const bool is_free = !is_marked(fixed, i);
        Value own = held.diagonal(i);
        if (!is_free) set_identity(own);
        Value left = own;
        int to = pattern->row_begin[i];
        for (int k = from.row_begin[i]; k < from.row_begin[i + 1]; ++k) {
            const bool is_coupled =
                is_free && k != from.diagonal[i] && !is_marked(fixed, static_cast<std::size_t>(from.column[k]));
            sizes[k] = is_coupled ? norm(A.value[k]) : 0.0F;
            const Value& coupling = held.value[k];
            if (is_marked(left_out, static_cast<std::size_t>(k))) {
                // A dropped spring is also removed from the diagonal; R stays the same. If its coupling is not
                // symmetric, the diagonal is left as it is. Both particles are then tied to their present places, which
                // is stiffer than the spring but symmetric.
                if (is_coupled && is_symmetric(coupling)) {
                    own += coupling;
                    left += coupling;
                }
                continue;
            }
            if (is_coupled) {
                left += coupling;
                store(coupling, entry(to));
            } else {
                std::fill_n(entry(to), entry_size<Value>, 0.0F);
            }
            size[to] = sizes[k];
            ++to;
        }
        store(own, entry(pattern->diagonal[i]));
        store(left, rest.data() + i * entry_size<Value>);
    });
}

template <class Value>
void SingleMatrix<Value>::complete()
{
    parallel_rows(rows(), [&](std::size_t i) {
        Value left;
        set_zero(left);
        for (int k = pattern->row_begin[i]; k < pattern->row_begin[i + 1]; ++k) {
            Value a;
            load(entry(k), a);
            left += a;
            size[k] = k == pattern->diagonal[i] ? 0.0F : norm(a);
        }
        store(left, rest.data() + i * entry_size<Value>);
    });
}

template <class Value>
void SingleMatrix<Value>::copy_to(Csr<Value>& to) const
{
    for (std::size_t k = 0; k < to.value.size(); ++k) load(entry(static_cast<int>(k)), to.value[k]);
}

template void find_sizes(const Csr<double>&, std::span<const unsigned char>, std::span<float>);
template void find_sizes(const Csr<Mat3>&, std::span<const unsigned char>, std::span<float>);
template struct SingleMatrix<double>;
template struct SingleMatrix<Mat3>;

}  // namespace tulle
