#include "linear/conjugate_gradients.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace tulle {
template <class Value>
CgResult ConjugateGradients<Value>::solve(const SystemMatrix<Value>& A, Preconditioner<Value>& preconditioner,
                                          const DirectionFilter& filter, std::span<Vec3> r, std::span<Vec3> d,
                                          double tolerance, int max_iterations, double energy_tolerance,
                                          double preconditioned_tolerance)
{
    parallel_for(d.size(), [&](std::size_t i) { d[i] = Vec3::Zero(); });
    filter.apply(r);

    CgResult result;
    result.residual = std::sqrt(dot_(r, r));
    double rho_before = 0, rho_first = 0;
    double energy = 0;  // d.A d
    std::array<double, estimate_delay> added{};
    while (result.residual > tolerance && result.iterations < max_iterations) {
        preconditioner.apply(r, z_);
        filter.apply(z_);
        const double rho = dot_(r, z_);
        if (result.iterations == 0) rho_first = rho;
        if (result.iterations > 0 && rho <= preconditioned_tolerance * preconditioned_tolerance * rho_first) {
            result.converged = true;
            return result;
        }
        const double beta = result.iterations == 0 ? 0.0 : rho / rho_before;
        parallel_for(p_.size(), [&](std::size_t i) { p_[i] = beta == 0.0 ? z_[i] : Vec3(z_[i] + beta * p_[i]); });
        A.multiply(p_, q_);
        filter.apply(q_);
        const double curvature = dot_(p_, q_);
        if (!(curvature > 0)) {
            if (result.iterations == 0) {  // return a descent direction all the same
                const std::span<const Vec3> downhill = rho > 0 ? std::span<const Vec3>(z_) : r;
                std::copy(downhill.begin(), downhill.end(), d.begin());
            }
            break;
        }
        const double alpha = rho / curvature;
        const double squared = sum_.sum(p_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
            double sum = 0;
            for (std::size_t i = begin; i < end; ++i) {
                d[i] += alpha * p_[i];
                r[i] -= alpha * q_[i];
                sum += r[i].squaredNorm();
            }
            return sum;
        });
        rho_before = rho;
        result.residual = std::sqrt(squared);
        energy += added[static_cast<std::size_t>(result.iterations % estimate_delay)] = alpha * rho;
        ++result.iterations;
        if (!(energy_tolerance > 0) || result.iterations < estimate_delay) continue;
        const double error = std::accumulate(added.begin(), added.end(), 0.0);
        if (error <= energy_tolerance * energy_tolerance * energy) {
            result.converged = true;
            return result;
        }
    }
    result.converged = result.residual <= tolerance;
    return result;
}

template class ConjugateGradients<double>;
template class ConjugateGradients<Mat3>;

}  // namespace tulle
