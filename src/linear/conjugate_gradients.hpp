#pragma once
// Preconditioned conjugate gradients in the free directions only: solves C A C d = C r, where C filters out the
// constrained directions. This is the inner loop of EEH00 Algorithm 1, with its two misprints corrected:
// docs/theory/integrators.md#where-this-departs-from-the-papers.

#include "core/reduce.hpp"
#include "linear/contact_hessian.hpp"
#include "linear/csr.hpp"
#include "linear/direction_filter.hpp"
#include "linear/preconditioner.hpp"

namespace tulle {

struct CgResult {
    int iterations = 0;
    double residual = 0;  // norm of what is left of the right-hand side
    bool converged = false;
};

template <class Value>
class ConjugateGradients {
public:
    explicit ConjugateGradients(std::size_t rows) : z_(rows), p_(rows), q_(rows) {}

    /// Solves for `d` starting at zero, until the residual's norm is at most `tolerance` [N s] or, where it is not 0,
    /// the error of d at most `energy_tolerance` times d in the norm of A, sqrt(d.A d). That one iterations minimise,
    /// and what the last `estimate_delay` of them have added to d.A d estimates it (Strakos and Tichy 2002); where
    /// they stagnate, too low. Or, where it is not 0, until r.M^-1 r with the preconditioner M has fallen to the square
    /// of `preconditioned_tolerance` times what it was. `r` holds the right-hand side on entry and the residual on
    /// return. Stops early, with the best found so far, where A turns out not to be positive definite.
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
