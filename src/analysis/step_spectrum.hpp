#pragma once
// Which vibrations does a step of size h make grow? Its eigenvalues outside the unit circle, by Arnoldi iteration with
// the map of the step; and the longest step that has none (docs/theory/stability.md).

#include "analysis/linear_step.hpp"
#include "core/reduce.hpp"

#include <Eigen/Core>

#include <array>
#include <complex>

namespace tulle {

class StepSpectrum {
public:
    /// `force` is that of `net`, whose filter outlives it.
    StepSpectrum(const NetAtRest& net, const LinearForce& force, std::string_view method);

    /// Whether a step of size h [s] makes some vibration grow. The search starts from the one that was found last, and
    /// noise; what is not decided after so many restarts counts as growing.
    [[nodiscard]] bool grows(double h, int steps, int restarts = 4);
    /// The longest step [s] at which the vibration that was found last does not grow; zero where there is none.
    [[nodiscard]] double limit_of_mode();
    /// What was found last; the imaginary part is zero where a step turns it around.
    [[nodiscard]] const std::array<Vibration, 2>& mode() const { return mode_; }
    /// Where to start: a vibration of the same net.
    void start_from(const std::array<Vibration, 2>& mode) { mode_ = mode; }
    [[nodiscard]] bool has_mode() const { return !mode_[0].v.empty(); }

private:
    enum class Verdict { grows, stays, open };
    struct Eigenvalue {
        std::complex<double> z;
        double residual = 0;  // how far its vector is from being one
        Eigen::VectorXcd weights;
    };
    struct Member {
        Vibration y;
        std::vector<Vec3> Kx;  // N
    };

    [[nodiscard]] double product(const Member& a, const Vibration& b);  // J, twice the energy where a is b
    [[nodiscard]] double normalise(Member& member);                     // returns its norm
    /// Adds what a step makes of the last of `used` + 1 members; returns how much of it is new.
    [[nodiscard]] double extend(double h, int used);
    [[nodiscard]] Eigenvalue outermost(int used, double beyond) const;
    [[nodiscard]] std::array<Vibration, 2> vibration_of(const Eigenvalue& eigenvalue) const;
    /// Arnoldi iteration from the first member of the basis; leaves the outermost eigenvalue.
    [[nodiscard]] Verdict iterate(double h, int steps);
    /// Plain steps with what that eigenvalue belongs to: what only seems to grow wears off.
    [[nodiscard]] Verdict try_out(double h);

    LinearStep step_;
    std::vector<double> mass_;  // kg
    std::vector<Member> basis_;
    Eigen::MatrixXd projected_;
    Eigenvalue outer_;
    std::array<Vibration, 2> mode_;  // real and imaginary part
    double mode_step_ = 0;           // s, at which it was found to grow
    std::vector<Vec3> noise_;        // m/s
    DotProduct dot_;
    std::vector<Vec3> momentum_;  // kg m/s
};

/// The longest step [s] that makes nothing grow, looking from `guess` on; infinite where none does, zero where even a
/// thousandth of the guess does. `rough`: to 1 % or so, for half the work.
[[nodiscard]] double find_step_limit(StepSpectrum& spectrum, double guess, bool rough = false);

}  // namespace tulle
