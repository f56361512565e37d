#pragma once
// Operations of the preconditioners on one entry of a matrix, which is a number or a 3 x 3 block.

#include <tulle/math.hpp>

#include <cmath>

namespace tulle {

inline double transposed(double a) { return a; }
inline auto transposed(const Mat3& a) { return a.transpose(); }
inline void set_zero(double& a) { a = 0; }
inline void set_zero(Mat3& a) { a.setZero(); }
inline void set_identity(double& a) { a = 1; }
inline void set_identity(Mat3& a) { a.setIdentity(); }
inline void add_to_diagonal(double& a, double shift) { a += shift; }
inline void add_to_diagonal(Mat3& a, double shift) { a.diagonal().array() += shift; }

/// Computes the inverse of the Cholesky factor L of an entry, L L^T. The entry is the remainder of `original` after
/// elimination. Returns false if the entry is not safely positive definite in comparison with `original`.
[[nodiscard]] inline bool invert_factor(double entry, double original, double& inverse)
{
    if (!(entry > 1e-12 * std::abs(original))) return false;
    inverse = 1.0 / std::sqrt(entry);
    return true;
}

[[nodiscard]] bool invert_factor(const Mat3& entry, const Mat3& original, Mat3& inverse);

/// Returns the inverse of a symmetric entry, which is first made positive definite if it is not. For any diagonal entry
/// of a matrix, the result is finite and usable in a preconditioner.
[[nodiscard]] inline double safe_inverse(double a)
{
    const double size = std::abs(a);
    return std::isfinite(size) && std::isfinite(1 / size) ? 1 / size : 1.0;
}

[[nodiscard]] Mat3 safe_inverse(const Mat3& a);

}  // namespace tulle
