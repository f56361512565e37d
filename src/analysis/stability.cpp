#include "analysis/stability.hpp"

#include "analysis/lanczos.hpp"

#include <cmath>
#include <limits>

namespace tulle {

double symplectic_step_limit(ForceField& forces, std::span<const Vec3> x, std::span<const double> mass,
                             std::span<const unsigned char> fixed)
{
    return find_symplectic_limit(LinearForce(forces, x), mass, fixed).longest;
}

SymplecticLimit find_symplectic_limit(const LinearForce& force, std::span<const double> mass,
                                      std::span<const unsigned char> fixed, double precision,
                                      std::span<const Vec3> near)
{
    const std::size_t n = mass.size();
    std::vector<double> inverse_root(n);  // M^-1/2, zero for pinned particles
    for (std::size_t i = 0; i < n; ++i) inverse_root[i] = fixed[i] != 0 ? 0.0 : 1.0 / std::sqrt(mass[i]);

    // out = M^-1/2 (weight_k K + weight_d D) M^-1/2 in
    std::vector<Vec3> scaled(n), damped(n, Vec3::Zero());
    const auto multiply = [&](double weight_k, double weight_d, std::span<const Vec3> in, std::span<Vec3> out) {
        for (std::size_t i = 0; i < n; ++i) scaled[i] = inverse_root[i] * in[i];
        force.stiffness().multiply(scaled, out);
        if (weight_d != 0) force.damp(scaled, damped);
        for (std::size_t i = 0; i < n; ++i) out[i] = inverse_root[i] * (weight_k * out[i] + weight_d * damped[i]);
    };
    std::vector<Vec3> random(n), start(n);
    fill_randomly(random);
    DotProduct dot;
    // Without noise, another vibration that is as stiff would never appear in the iteration.
    const auto start_near = [&](std::span<const Vec3> mode, double noise) {
        const double part = noise * std::sqrt(dot(mode, mode) / dot(random, random));
        for (std::size_t i = 0; i < n; ++i) start[i] = mode[i] + part * random[i];
    };
    const auto largest = [&](double weight_k, double weight_d) {
        const auto apply = [&](const std::vector<Vec3>& in, std::vector<Vec3>& out) {
            multiply(weight_k, weight_d, in, out);
        };
        return largest_eigenpair(start, apply, 0.1 * precision);
    };
    if (near.empty()) {
        start = random;
    } else {
        std::vector<Vec3> scaled_near(n, Vec3::Zero());
        for (std::size_t i = 0; i < n; ++i)
            if (fixed[i] == 0) scaled_near[i] = near[i] / inverse_root[i];
        start_near(scaled_near, 0.3);
    }

    SymplecticLimit limit;
    Eigenpair pair = largest(1, 0);
    limit.k0 = pair.value;
    const bool is_stiff = limit.k0 > 0;
    if (!is_stiff && force.is_damped()) pair = largest(0, 1);
    if (!(pair.value > 0)) {
        limit.longest = std::numeric_limits<double>::infinity();
        return limit;
    }
    limit.longest = is_stiff ? 2 / std::sqrt(limit.k0) : 2 / pair.value;
    if (is_stiff && force.is_damped()) {
        // Each vibration u of unit kinetic energy gives an h with h^2 k + 2 h d = 4, where k = u K u and d = u D u. The
        // limit is the minimum over all u. At a minimum, an error of u changes h only in second order.
        constexpr int max_iterations = 20;
        std::vector<Vec3> Ku(n);
        for (int iteration = 0; iteration < max_iterations; ++iteration) {
            start_near(pair.vector, near.empty() ? 1 : 0.1);
            const double h = limit.longest;
            pair = largest(h * h, 2 * h);
            multiply(1, 0, pair.vector, Ku);
            const double k = dot(pair.vector, Ku);
            const double d = (pair.value - h * h * k) / (2 * h);
            limit.longest = k > 0 ? (std::sqrt(d * d + 4 * k) - d) / k : 2 / d;
            if (std::abs(limit.longest - h) <= precision * h) break;
        }
        limit.longest *= 1 - precision;
    }
    limit.mode = std::move(pair.vector);
    for (std::size_t i = 0; i < n; ++i) limit.mode[i] *= inverse_root[i];
    return limit;
}

}  // namespace tulle
