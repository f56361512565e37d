#include "linear/chebyshev.hpp"

#include "linear/matrix_entry.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tulle {
namespace {

// Multiplications by A in one smoothing, and the part of the eigenvalues it is aimed at: from bound / range to bound.
// One step less or more, and ranges from 6 to 20, cost about the same time (docs/theory/preconditioners.md).
constexpr int degree = 2;
constexpr double range = 10;

// Six steps find the largest eigenvalue to 5 to 8 per cent, from below. Beyond the bound the polynomial stays below 1
// for another 1 / range of it.
constexpr int lanczos_steps = 6;
constexpr double safety = 1.15;

/// A start without symmetry, the same on every machine and for any number of threads.
Vec3 scattered(std::size_t i)
{
    Vec3 v;
    std::uint64_t state = 0x9E3779B97F4A7C15ULL * (static_cast<std::uint64_t>(i) + 1);
    for (int axis = 0; axis < 3; ++axis) {
        state ^= state >> 29;
        state *= 0xBF58476D1CE4E5B9ULL;
        state ^= state >> 32;
        v[axis] = static_cast<double>(state >> 11) * 0x1p-53 - 0.5;
    }
    return v;
}

/// Symmetric tridiagonal matrix with the diagonal `alpha` and `beta` beside it.
struct Tridiagonal {
    std::array<double, lanczos_steps> alpha{};
    std::array<double, lanczos_steps> beta{};
    int size = 0;

    [[nodiscard]] bool has_eigenvalue_above(double t) const
    {
        // Sturm: as many as there are positive pivots of T - t.
        double pivot = 1;
        for (int k = 0; k < size; ++k) {
            const double off = k == 0 ? 0.0 : beta[k - 1];
            pivot = alpha[k] - t - off * off / pivot;
            if (pivot > 0) return true;
            if (pivot == 0) pivot = -1e-300;
        }
        return false;
    }
    [[nodiscard]] double largest_eigenvalue() const
    {
        double low = 0;
        double high = 0;
        for (int k = 0; k < size; ++k) {
            const double before = k == 0 ? 0.0 : std::abs(beta[k - 1]);
            const double after = k + 1 == size ? 0.0 : std::abs(beta[k]);
            high = std::max(high, alpha[k] + before + after);
        }
        for (int halving = 0; halving < 20; ++halving) {
            const double middle = 0.5 * (low + high);
            (has_eigenvalue_above(middle) ? low : high) = middle;
        }
        return high;
    }
};

double size(double a) { return std::abs(a); }
double size(const Mat3& a) { return a.norm(); }

/// No eigenvalue of D^-1 A is larger, whatever A is, but they may all be a good deal smaller (Gershgorin).
template <class Value>
double row_sum_bound(const Csr<Value>& A, std::span<const Value> inverse)
{
    double bound = 0;
    for (std::size_t i = 0; i < A.rows(); ++i) {
        double sum = 0;
        for (int k = A.pattern->row_begin[i]; k < A.pattern->row_begin[i + 1]; ++k)
            sum += size(Value(inverse[i] * A.value[k]));
        bound = std::max(bound, sum);
    }
    return bound;
}

/// Largest eigenvalue of D^-1 A by Lanczos steps, in the guise of conjugate gradients; 0 where A turns out not to be
/// positive definite.
template <class Value>
double estimate_largest(const Csr<Value>& A, std::span<const Value> inverse, SmootherScratch& scratch)
{
    const std::size_t n = A.rows();
    const auto residual = std::span(scratch.residual).first(n);
    const auto step = std::span(scratch.step).first(n);
    const auto direction = std::span(scratch.direction).first(n);
    const auto image = std::span(scratch.image).first(n);
    parallel_for(n, [&](std::size_t i) { residual[i] = scattered(i); });
    Tridiagonal T;
    double rho_before = 0;
    double alpha_before = 0;
    for (int k = 0; k < lanczos_steps; ++k) {
        parallel_for(n, [&](std::size_t i) { step[i] = inverse[i] * residual[i]; });
        const double rho = scratch.dot(residual, step);
        const double beta = k == 0 ? 0.0 : rho / rho_before;
        parallel_for(n, [&](std::size_t i) { direction[i] = k == 0 ? step[i] : Vec3(step[i] + beta * direction[i]); });
        A.multiply(direction, image);
        const double curvature = scratch.dot(direction, image);
        if (rho == 0) break;  // found exactly
        if (!(rho > 0) || !(curvature > 0)) return 0;
        const double alpha = rho / curvature;
        T.alpha[k] = 1 / alpha + (k == 0 ? 0.0 : beta / alpha_before);
        if (k > 0) T.beta[k - 1] = std::sqrt(beta) / alpha_before;
        T.size = k + 1;
        parallel_for(n, [&](std::size_t i) { residual[i] -= alpha * image[i]; });
        rho_before = rho;
        alpha_before = alpha;
    }
    return T.largest_eigenvalue();
}

}  // namespace

template <class Value>
void Chebyshev<Value>::refresh(const Csr<Value>& A, SmootherScratch& scratch)
{
    parallel_for(A.rows(), [&](std::size_t i) { inverse_[i] = safe_inverse(A.diagonal(i)); });
    const double largest = estimate_largest<Value>(A, inverse_, scratch);
    bound_ = largest > 0 ? safety * largest : row_sum_bound<Value>(A, inverse_);
    if (!(bound_ > 0) || !std::isfinite(bound_)) bound_ = 1;  // nothing to smooth
}

template <class Value>
void Chebyshev<Value>::iterate(const Csr<Value>& A, std::span<const Vec3> b, std::span<Vec3> x, std::span<Vec3> step,
                               bool from_zero) const
{
    const SparsityPattern& pattern = *A.pattern;
    const double lower = bound_ / range;
    const double theta = 0.5 * (bound_ + lower);
    const double delta = 0.5 * (bound_ - lower);
    double rho = delta / theta;
    for (int k = 0; k < degree; ++k) {
        double keep = 0;
        double gain = 1 / theta;
        if (k > 0) {
            const double next = 1 / (2 * theta / delta - rho);
            keep = next * rho;
            gain = 2 * next / delta;
            rho = next;
        }
        if (k == 0 && from_zero) {
            parallel_for(A.rows(), [&](std::size_t i) {
                step[i] = gain * (inverse_[i] * b[i]);
                x[i] = step[i];
            });
            continue;
        }
        parallel_for(A.rows(), [&](std::size_t i) {
            Vec3 left = b[i];
            for (int a = pattern.row_begin[i]; a < pattern.row_begin[i + 1]; ++a)
                left -= A.value[a] * x[pattern.column[a]];
            const Vec3 moved = gain * (inverse_[i] * left);
            step[i] = k == 0 ? moved : Vec3(keep * step[i] + moved);
        });
        parallel_for(A.rows(), [&](std::size_t i) { x[i] += step[i]; });
    }
}

template <class Value>
void Chebyshev<Value>::smooth_zero(const Csr<Value>& A, std::span<const Vec3> b, std::span<Vec3> x,
                                   SmootherScratch& scratch) const
{
    iterate(A, b, x, scratch.step, true);
}

template <class Value>
void Chebyshev<Value>::smooth(const Csr<Value>& A, std::span<const Vec3> b, std::span<Vec3> x,
                              SmootherScratch& scratch) const
{
    iterate(A, b, x, scratch.step, false);
}

template class Chebyshev<double>;
template class Chebyshev<Mat3>;

}  // namespace tulle
