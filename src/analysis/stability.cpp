#include "analysis/stability.hpp"

#include "analysis/lanczos.hpp"

#include <cmath>
#include <limits>

namespace tulle {

double symplectic_step_limit(ForceField& forces, std::span<const Vec3> x, std::span<const double> mass,
                             std::span<const unsigned char> fixed)
{
    const std::size_t n = x.size();
    const std::vector<Vec3> still(n, Vec3::Zero());
    std::vector<double> inverse_root(n);  // M^-1/2, zero where nothing moves
    for (std::size_t i = 0; i < n; ++i) inverse_root[i] = fixed[i] != 0 ? 0.0 : 1.0 / std::sqrt(mass[i]);

    Csr<Mat3> B(forces.pattern());
    std::vector<Vec3> scaled(n);
    // Largest eigenvalue of M^-1/2 (weight_k K + weight_d D) M^-1/2
    const auto largest = [&](double weight_k, double weight_d) {
        B.set_zero();
        forces.add_jacobian(x, still, JacobianTreatment::clamped, -weight_k, -weight_d, B);
        return largest_eigenvalue(n, [&](const std::vector<Vec3>& in, std::vector<Vec3>& out) {
            for (std::size_t i = 0; i < n; ++i) scaled[i] = inverse_root[i] * in[i];
            B.multiply(scaled, out);
            for (std::size_t i = 0; i < n; ++i) out[i] *= inverse_root[i];
        });
    };

    const double k0 = largest(1, 0);
    const double d0 = largest(0, 1);
    if (k0 <= 0 && d0 <= 0) return std::numeric_limits<double>::infinity();
    if (d0 <= 0) return 2 / std::sqrt(k0);

    // Bracket: as if stiffest and most damped mode were the same (below), and each alone (above).
    double low = k0 > 0 ? (std::sqrt(d0 * d0 + 4 * k0) - d0) / k0 : 2 / d0;
    double high = std::min(k0 > 0 ? 2 / std::sqrt(k0) : std::numeric_limits<double>::infinity(), 2 / d0);
    while (high - low > 1e-3 * low) {
        const double h = 0.5 * (low + high);
        (largest(h * h, 2 * h) < 4 ? low : high) = h;
    }
    return low;
}

}  // namespace tulle
