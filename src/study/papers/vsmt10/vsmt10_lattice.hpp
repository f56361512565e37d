#pragma once
// VSMT10 Figure 3: a coarse lattice held at its four edges comes to rest under its weight; then the edges move outward
// until its area has nearly doubled. Whether it keeps on swinging out of its plane depends on what the Jacobian leaves
// out and on how far its equations are solved.

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

/// How the equations of a step are solved.
struct Vsmt10Solve {
    std::optional<int> iterations{};  // of conjugate gradients; none: as many as the tolerance asks for
    bool is_newton = false;           // linearised again until the non-linear step is solved

    /// "2 iterations", "solved", "Newton"
    [[nodiscard]] std::string name() const;
    friend bool operator==(const Vsmt10Solve&, const Vsmt10Solve&) = default;
};

inline constexpr std::array vsmt10_treatments{JacobianTreatment::exact, JacobianTreatment::clamped,
                                              JacobianTreatment::damped};

/// "exact", "clamped", "damped"
[[nodiscard]] std::string_view name_of(JacobianTreatment treatment);

struct Vsmt10LatticeOptions {
    std::vector<int> sides{7, 9, 13};  // particles along a side; the first is drawn
    std::vector<Vsmt10Solve> solves{{.iterations = 2}, {.iterations = 3}, {.iterations = 4}, {}, {.is_newton = true}};
    double stiffness = 1000;         // N/m
    double stretch = 1.4;            // of both sides: 1.96 of the area
    double rest = 1;                 // s, until the edges move
    double pull = 0.5;               // s, for which they do
    double duration = 4;             // s
    double window = 0.1;             // s, over which an amplitude is taken
    double jacobian_damping = 0.99;  // the paper's
    double solver_tolerance = 1e-4;  // of conjugate gradients that are not cut off
};

struct Vsmt10Pull {
    Vsmt10Material material = Vsmt10Material::cubic;
    int side = 7;
    JacobianTreatment treatment = JacobianTreatment::exact;
    Vsmt10Solve solve{};
    SweepRunStatus status = SweepRunStatus::ok;
    double time = 0;  // s, simulated
    double sag = 0;   // m, of the middle when the edges begin to move
    /// Half of the way up and down of the particle that goes farthest, window by window, and when these end [m, s].
    std::vector<double> amplitudes{}, times{};
    double last_amplitude = 0;             // m, largest of the last second
    std::vector<Vsmt10Surface> at_rest{};  // when the edges begin to move
    std::vector<Vsmt10Surface> at_end{};   // when a particle is farthest from the plane in the last window
};

/// `pull` says by which springs, Jacobian and solve.
[[nodiscard]] SceneDescription vsmt10_lattice_scene(const Vsmt10Choices& choices, const Vsmt10LatticeOptions& options,
                                                    const Vsmt10Pull& pull);

/// `pull` with what came out.
[[nodiscard]] Vsmt10Pull vsmt10_pulled(const Vsmt10Choices& choices, const Vsmt10LatticeOptions& options,
                                       Vsmt10Pull pull, const StudyListener& listener);

/// Cubic springs by side, solve and treatment; then the other two laws with the first side and solve and an exact
/// Jacobian. What was finished when the listener stops it.
[[nodiscard]] std::vector<Vsmt10Pull> vsmt10_pulls(const Vsmt10Choices& choices, const Vsmt10LatticeOptions& options,
                                                   const StudyListener& listener);

}  // namespace tulle
