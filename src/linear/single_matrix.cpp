#include "linear/single_matrix.hpp"

#include "linear/matrix_entry.hpp"

#include <cmath>

namespace tulle {
namespace {

void store(double a, float* to) { *to = static_cast<float>(a); }
void store(const Mat3& a, float* to) { Eigen::Map<Eigen::Matrix3f>{to} = a.cast<float>(); }
void load(const float* from, double& a) { a = *from; }
void load(const float* from, Mat3& a) { a = Eigen::Map<const Eigen::Matrix3f>(from).cast<double>(); }

float norm(double a) { return static_cast<float>(std::abs(a)); }
float norm(const Mat3& a) { return static_cast<float>(std::sqrt(a.squaredNorm())); }

}  // namespace

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
void SingleMatrix<Value>::take(const Csr<Value>& A, std::span<const unsigned char> fixed, const Csr<Value>& held)
{
    const auto is_fixed = [&](std::size_t i) { return !fixed.empty() && fixed[i] != 0; };
    parallel_for(rows(), [&](std::size_t i) {
        Value left;
        set_zero(left);
        for (int k = pattern->row_begin[i]; k < pattern->row_begin[i + 1]; ++k) {
            const bool is_diagonal = k == pattern->diagonal[i];
            const bool is_apart = is_fixed(i) || is_fixed(static_cast<std::size_t>(pattern->column[k]));
            Value a = held.value[k];
            if (is_apart) set_zero(a);
            if (is_apart && is_diagonal) set_identity(a);
            left += a;
            store(a, entry(k));
            size[k] = is_apart || is_diagonal ? 0.0F : norm(A.value[k]);
        }
        store(left, rest.data() + i * entry_size<Value>);
    });
}

template <class Value>
void SingleMatrix<Value>::complete()
{
    parallel_for(rows(), [&](std::size_t i) {
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

template struct SingleMatrix<double>;
template struct SingleMatrix<Mat3>;

}  // namespace tulle
