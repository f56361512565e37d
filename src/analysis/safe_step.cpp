#include "analysis/safe_step.hpp"

#include "analysis/lanczos.hpp"
#include "core/assert.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Largest eigenvalues of M^-1/2 (weight_k K + weight_d D) M^-1/2 at x and v.
class Stiffness {
public:
    Stiffness(ForceField& forces, std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass,
              std::span<const unsigned char> fixed)
        : forces_(forces), x_(x), v_(v), matrix_(forces.pattern()), scaled_(x.size())
    {
        inverse_root_.reserve(x.size());
        for (std::size_t i = 0; i < x.size(); ++i)
            inverse_root_.push_back(fixed[i] != 0 ? 0.0 : 1.0 / std::sqrt(mass[i]));
    }

    [[nodiscard]] double largest(double weight_k, double weight_d, double tolerance)
    {
        forces_.set_jacobian(x_, v_, JacobianTreatment::clamped, -weight_k, -weight_d, matrix_);
        const auto apply = [&](const std::vector<Vec3>& in, std::vector<Vec3>& out) {
            for (std::size_t i = 0; i < in.size(); ++i) scaled_[i] = inverse_root_[i] * in[i];
            matrix_.multiply(scaled_, out);
            for (std::size_t i = 0; i < in.size(); ++i) out[i] *= inverse_root_[i];
        };
        return largest_eigenvalue(x_.size(), apply, tolerance);
    }

private:
    ForceField& forces_;
    std::span<const Vec3> x_, v_;
    std::vector<double> inverse_root_;  // M^-1/2, zero for pinned particles
    Csr<Mat3> matrix_;
    std::vector<Vec3> scaled_;
};

/// Stability bound of symplectic Euler, h^2 k + 2 h d < 4, as if one mode had stiffness k and damping d.
double symplectic_bound(double k, double d) { return k > 0 ? (std::sqrt(d * d + 4 * k) - d) / k : 2 / d; }

/// Stability bound of Verlet: h^2 k < 4 - 2 h d + (h d)^2 and h d < 2, because Verlet evaluates its second force at
/// extrapolated velocities. The right-hand side has its minimum 3 at h d = 1.
double verlet_bound(double k, double d)
{
    if (k <= 0) return 2 / d;
    // The root of h^2 (k - d^2) + 2 h d - 4 = 0, if it lies in the branch h d <= 1.
    const double a = k - d * d;
    const double h = a == 0 ? 2 / d : (std::sqrt(std::max(d * d + 4 * a, 0.0)) - d) / a;
    if (d == 0 || (h > 0 && h * d <= 1)) return h;
    return std::min(std::sqrt(3 / k), 2 / d);
}

/// Radius of a half-disc inside the stability region of RK4: |1 + z + z^2/2 + z^3/6 + z^4/24| < 1 for all z in the left
/// half-plane with |z| below this radius.
constexpr double rk4_radius = 2.61;

}  // namespace

double safe_step(ForceField& forces, std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass,
                 std::span<const unsigned char> fixed, std::string_view method)
{
    constexpr double tolerance = 1e-3;
    Stiffness stiffness(forces, x, v, mass, fixed);
    const double k0 = stiffness.largest(1, 0, tolerance);
    const double d0 = stiffness.largest(0, 1, tolerance);
    if (k0 <= 0 && d0 <= 0) return no_limit;
    if (method == "verlet") return verlet_bound(k0, d0);
    // No eigenvalue of x'' = -K x - D x' has a magnitude above max(sqrt(k0), d0).
    if (method == "rk4") return rk4_radius / std::max(std::sqrt(std::max(k0, 0.0)), d0);
    TULLE_ASSERT(method == "symplectic-euler", 0);
    return symplectic_bound(k0, d0);
}

}  // namespace tulle
