#pragma once
// VSMT10 Figure 3: a coarse lattice with four pinned edges comes to rest under its weight. Then the edges move outward
// until its area has nearly doubled. The lattice may keep swinging out of its plane: this depends on the terms that the
// Jacobian omits, and on how accurately the equations of a step are solved.

#include "study/common/study_progress.hpp"
#include "study/common/sweep_run.hpp"
#include "study/papers/vsmt10/vsmt10_scene.hpp"
#include "study/papers/vsmt10/vsmt10_shape.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tulle {

/// Solution of the equations of a step.
struct Vsmt10Solve {
    std::optional<int> iterations{};  // of conjugate gradients; none: until the tolerance is met
    bool is_newton = false;           // Newton iterations until the nonlinear step converges

    /// "2 iterations", "solved", "Newton"
    [[nodiscard]] std::string name() const;
    friend bool operator==(const Vsmt10Solve&, const Vsmt10Solve&) = default;
};

inline constexpr std::array vsmt10_treatments{JacobianTreatment::exact, JacobianTreatment::clamped,
                                              JacobianTreatment::damped};

/// "exact", "clamped", "damped"
[[nodiscard]] std::string_view name_of(JacobianTreatment treatment);

struct Vsmt10LatticeOptions {
    std::vector<int> sides{7, 9, 13};  // particles along a side; the figure shows the first
    std::vector<Vsmt10Solve> solves{{.iterations = 2}, {.iterations = 3}, {.iterations = 4}, {}, {.is_newton = true}};
    double stiffness = 1000;         // N/m
    double stretch = 1.4;            // of both sides: 1.96 of the area
    double rest = 1;                 // s, before the edges move
    double pull = 0.5;               // s, during which the edges move
    double duration = 4;             // s
    double window = 0.1;             // s, of one window of amplitudes
    double jacobian_damping = 0.99;  // the paper's
    double solver_tolerance = 1e-4;  // of conjugate gradients without a limit of iterations
};

struct Vsmt10Pull {
    Vsmt10Material material = Vsmt10Material::cubic;
    int side = 7;
    JacobianTreatment treatment = JacobianTreatment::exact;
    Vsmt10Solve solve{};
    SweepRunStatus status = SweepRunStatus::ok;
    double time = 0;  // s, simulated
    double sag = 0;   // m, of the middle at the time when the edges begin to move
    /// Amplitude [m] in each window: half of the vertical range of the particle that moves farthest. And the times [s]
    /// at which the windows end.
    std::vector<double> amplitudes{}, times{};
    double last_amplitude = 0;             // m, largest during the last second
    std::vector<Vsmt10Surface> at_rest{};  // shape when the edges begin to move
    std::vector<Vsmt10Surface> at_end{};   // shape in the last window when a particle is farthest from the plane
};

/// Returns the scene of the experiment with the springs, Jacobian and solve of `pull`.
[[nodiscard]] SceneDescription vsmt10_lattice_scene(const Vsmt10Choices& choices, const Vsmt10LatticeOptions& options,
                                                    const Vsmt10Pull& pull);

/// Runs the experiment and returns `pull` with its results.
[[nodiscard]] Vsmt10Pull vsmt10_pulled(const Vsmt10Choices& choices, const Vsmt10LatticeOptions& options,
                                       Vsmt10Pull pull, const StudyListener& listener);

/// Runs cubic springs by side, solve and treatment; then the other two laws with the first side and solve and an exact
/// Jacobian. Returns the finished results when the listener stops it.
[[nodiscard]] std::vector<Vsmt10Pull> vsmt10_pulls(const Vsmt10Choices& choices, const Vsmt10LatticeOptions& options,
                                                   const StudyListener& listener);

}  // namespace tulle
