#pragma once
// Eigenvalues of a step of size h outside the unit circle, by Arnoldi iteration with the linear map of the step
// (linear_step.hpp): they belong to the vibrations that grow. The longest step without such eigenvalues is the
// stability limit (docs/theory/stability.md).

#include "analysis/linear_step.hpp"
#include "core/reduce.hpp"

#include <Eigen/Core>

#include <array>
#include <complex>

namespace tulle {

class StepSpectrum {
public:
    /// `force` must be linearised from `system`. The filter of `system` must outlive this object.
    StepSpectrum(const SystemAtRest& system, const LinearForce& force, std::string_view method);

    /// Returns whether a step of size h [s] makes some vibration grow. The search starts from the last vibration that
    /// was found, plus noise, and takes `steps` Arnoldi steps per restart. An undecided result counts as growth.
    [[nodiscard]] bool grows(double h, int steps, int restarts = 4);
    /// Returns the longest step [s] at which the vibration found last does not grow; zero when there is no such step.
    [[nodiscard]] double limit_of_mode();
    /// Two vectors that span the growing vibration found last: the real and imaginary part of an eigenvector, or two
    /// successive states. The imaginary part is zero if the eigenvalue is real.
    [[nodiscard]] const std::array<Vibration, 2>& mode() const { return mode_; }
    /// Sets the start of the next search: a vibration of the same mesh.
    void start_from(const std::array<Vibration, 2>& mode) { mode_ = mode; }
    [[nodiscard]] bool has_mode() const { return !mode_[0].v.empty(); }

private:
    enum class Verdict { grows, stays, open };
    struct Eigenvalue {
        std::complex<double> z;
        double residual = 0;  // norm of G(h) y - z y for the unit vector y
        Eigen::VectorXcd weights;
    };
    struct Member {
        Vibration y;
        std::vector<Vec3> Kx;  // N
    };

    [[nodiscard]] double product(const Member& a, const Vibration& b);  // J, twice the energy where a is b
    [[nodiscard]] double normalise(Member& member);                     // returns the norm before
    /// Extends the Krylov basis: takes a step from the last of `used` + 1 members and makes the result orthogonal to
    /// all members. Returns the norm of the remainder.
    [[nodiscard]] double extend(double h, int used);
    /// Returns the eigenvalue of largest magnitude in the projection on `used` members. `beyond`: result of `extend`.
    [[nodiscard]] Eigenvalue outermost(int used, double beyond) const;
    [[nodiscard]] std::array<Vibration, 2> vibration_of(const Eigenvalue& eigenvalue) const;
    /// Takes Arnoldi steps from the first member of the basis and stores the outermost eigenvalue in `outer_`.
    [[nodiscard]] Verdict iterate(double h, int steps);
    /// Takes plain steps with the vibration of the outermost eigenvalue: transient growth decays, true growth persists.
    [[nodiscard]] Verdict try_out(double h);

    LinearStep step_;
    std::vector<double> mass_;  // kg
    std::vector<Member> basis_;
    Eigen::MatrixXd projected_;
    Eigenvalue outer_;
    std::array<Vibration, 2> mode_;  // real and imaginary part
    double mode_step_ = 0;           // s, step at which the mode was found to grow
    std::vector<Vec3> noise_;        // m/s
    DotProduct dot_;
    std::vector<Vec3> momentum_;  // kg m/s
};

/// Returns the longest step [s] that makes no vibration grow. The search starts at `guess`. Infinite when even 1000
/// times the guess makes none grow, zero when even a thousandth does. `rough`: an error of about 1 %, for half the
/// work.
[[nodiscard]] double find_step_limit(StepSpectrum& spectrum, double guess, bool rough = false);

}  // namespace tulle
