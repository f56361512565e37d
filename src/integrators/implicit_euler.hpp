#pragma once
// The steps that solve M(v+ - v) = h f(x + h v+, v+), x+ = x + h v+, with two kinds of matrices:
//   Csr<Mat3>    backward Euler: A = M - h df/dv - h^2 df/dx, refilled where it is needed
//   Csr<double>  IMEX Euler (EEH00 section 5): A = M + h D + h^2 K, constant while moduli and h are
// and three ways to use them:
//   once         one linear solve from the state at the start (Baraff and Witkin 1998; plain IMEX, EEH00 eq. 21):
//                A (v+ - v) = h f(x, v) - h^2 K v, with K = -df/dx or the graph Laplacian
//   bare         EEH00 Algorithm 1: solve, evaluate the residual anew, repeat
//   line search  Newton, or IMEX accelerated by quasi-Newton memory, down to the residual asked for; where springs are
//                so stiff that updates crawl (PHYSICS section 4: q near 1), IMEX takes Newton's directions too
// Contacts are an active set around all of it.

#include "integrators/free_bodies.hpp"
#include "integrators/integrator.hpp"
#include "integrators/quasi_newton.hpp"
#include "linear/conjugate_gradients.hpp"

namespace tulle {

template <class Value>
class ImplicitEuler final : public Integrator {
public:
    ImplicitEuler(const IntegratorSettings& settings, const SolverSettings& solver, const ForceField& forces,
                  StageTimes& times);

    [[nodiscard]] std::string_view name() const override;
    [[nodiscard]] std::string description() const override;
    [[nodiscard]] int order() const override { return 1; }
    [[nodiscard]] StepReport step(double h, double end_time, ForceField& forces, MotionConstraints& constraints,
                                  ParticleState& state) override;

private:
    enum class Approach { once, bare, line_search };
    /// What the parts of one step share.
    struct Context {
        double h;
        ForceField& forces;
        MotionConstraints& constraints;
        ParticleState& state;
        StepReport& report;
        double scale;           // N s, size of momenta and impulses: the residual is relative to it
        double rounding_floor;  // N s, a residual that rounding alone leaves
    };

    void measure_scale(Context& c);
    void measure_rounding(Context& c);
    void refill(const Context& c, std::span<const Vec3> x, std::span<const Vec3> v);
    void refill_constant(const Context& c);
    void prepare_once(const Context& c);
    void solve_once(Context& c);
    void solve_rounds(Context& c);
    void evaluate(const Context& c);
    [[nodiscard]] bool search_along(const Context& c);
    void solve_linear(Context& c, double tolerance);
    [[nodiscard]] double norm(std::span<const Vec3> a);
    [[nodiscard]] double right_hand_side_norm();

    IntegratorSettings settings_;
    SolverSettings solver_;
    Approach approach_;
    bool accelerated_;
    StageTimes& times_;

    Csr<Value> A_;
    double filled_for_h_ = 0;                // s; the constant matrices are refilled when h changes
    std::unique_ptr<Csr<Value>> stiffness_;  // h^2 K alone, where plain IMEX steps need it beside A
    std::unique_ptr<Preconditioner<Value>> preconditioner_;
    std::unique_ptr<ImplicitEuler<Mat3>> newton_;  // takes over from IMEX updates where they would crawl
    ConjugateGradients<Value> cg_;
    FreeBodies bodies_;
    QuasiNewtonMemory memory_;
    DotProduct dot_;

    std::vector<Vec3> v_;          // m/s, the velocity being solved for
    std::vector<Vec3> x_;          // m, x + h v_
    std::vector<Vec3> force_;      // N
    std::vector<Vec3> reaction_;   // N s, M(v_ - v) - h f: what constraints and friction must supply
    std::vector<Vec3> residual_;   // N s, its part in the free directions
    std::vector<Vec3> right_;      // N s
    std::vector<Vec3> direction_;  // m/s
    std::vector<Vec3> before_;     // N s, the residual one round ago; or the once-approach's right-hand side
};

extern template class ImplicitEuler<double>;
extern template class ImplicitEuler<Mat3>;

}  // namespace tulle
