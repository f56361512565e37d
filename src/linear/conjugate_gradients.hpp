#pragma once
// Filtered, preconditioned conjugate gradients: solve C A C d = C r in the free directions only, where the filter C
// removes the constrained directions. This solver is the inner loop of EEH00 Algorithm 1, with two misprints of the
// paper corrected: docs/theory/integrators.md#where-this-departs-from-the-papers.

#include "core/reduce.hpp"
#include "linear/contact_hessian.hpp"
#include "linear/csr.hpp"
#include "linear/direction_filter.hpp"
#include "linear/preconditioner.hpp"

namespace tulle {

struct CgResult {
    int iterations = 0;
    double residual = 0;  // norm of the residual at the end
    bool converged = false;
};

template <class Value>
class ConjugateGradients {
public:
    explicit ConjugateGradients(std::size_t rows) : z_(rows), p_(rows), q_(rows) {}

    /// Solves for `d`, starting at zero. `r` holds the right-hand side on entry and the residual on return. The
    /// solution has converged when one of three criteria holds:
    ///   - The norm of the residual is at most `tolerance` [N s].
    ///   - `energy_tolerance` is not 0, and the error of d in the norm of A is at most `energy_tolerance` sqrt(d.A d).
    ///     Conjugate gradients minimise the error in this norm. Its square is estimated by the amount that the last
    ///     `estimate_delay` iterations have added to d.A d (Strakos and Tichy 2002). Where the iterations stagnate, the
    ///     estimate is too low.
    ///   - `preconditioned_tolerance` is not 0, and r.M^-1 r with the preconditioner M has fallen to the square of
    ///     `preconditioned_tolerance` times its first value.
    /// If A turns out not to be positive definite, the solver stops early with the best solution found so far.
    CgResult solve(const SystemMatrix<Value>& A, Preconditioner<Value>& preconditioner, const DirectionFilter& filter,
                   std::span<Vec3> r, std::span<Vec3> d, double tolerance, int max_iterations,
                   double energy_tolerance = 0, double preconditioned_tolerance = 0);

    static constexpr int estimate_delay = 4;

private:
    std::vector<Vec3> z_, p_, q_;
    DotProduct dot_;
    BlockReducer<double> sum_;
};

extern template class ConjugateGradients<double>;
extern template class ConjugateGradients<Mat3>;

}  // namespace tulle
