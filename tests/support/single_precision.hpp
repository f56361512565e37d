#pragma once
// Between the tests' double precision and the single precision of the coarse levels of multigrid.

#include "linear/single_matrix.hpp"

#include <vector>

namespace tulle::testing {

/// What single precision leaves of a few sums, relative to their largest summands.
inline constexpr double single_rounding = 1e-5;

[[nodiscard]] inline std::vector<Single> singles(const std::vector<Vec3>& from)
{
    std::vector<Single> to;
    for (const Vec3& v : from) to.push_back(to_single(v));
    return to;
}

[[nodiscard]] inline std::vector<Vec3> doubles(const std::vector<Single>& from)
{
    std::vector<Vec3> to;
    for (const Single& v : from) to.push_back(to_double(v));
    return to;
}

template <class Value>
[[nodiscard]] SingleMatrix<Value> single(const Csr<Value>& A, const std::vector<unsigned char>& fixed = {})
{
    SingleMatrix<Value> S(A.pattern);
    std::vector<float> sizes(A.pattern->nonzeros());
    S.take(A, A, fixed, {}, sizes);
    return S;
}

}  // namespace tulle::testing
