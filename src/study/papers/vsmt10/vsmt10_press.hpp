#pragma once
// VSMT10 Figure 6: a soft cube of springs under a weight of seven times its own. How much of its height it keeps.

#include "study/common/study_progress.hpp"
#include "study/common/sweep_run.hpp"
#include "study/papers/vsmt10/vsmt10_lattice.hpp"
#include "study/papers/vsmt10/vsmt10_scene.hpp"
#include "study/papers/vsmt10/vsmt10_shape.hpp"

#include <string_view>
#include <vector>

namespace tulle {

struct Vsmt10PressOptions {
    int side = 9;             // particles along a side: the paper's
    double stiffness = 1000;  // N/m, K: the paper's
    double mass = 5.0 / 7;    // kg, with the paper's 9 x 9 x 9 particles
    double times_mass = 7;    // of what lies on it, in masses of its own: the paper's
    double dt = 0.005;        // s, where steps are solved
    double fps = 100;
    double unsolved_duration = 2;         // s, where two iterations must do: what grows does so slowly
    double duration = 0.8;                // s
    std::vector<double> speeds{0, 4, 6};  // m/s, at which the weight comes
};

/// The law of Figure 6: a1 = 1.1, K1 = 6 K, a2 = 0.9, K2 = 10 K.
inline constexpr CubicDescription vsmt10_solid_cubic{
    .stretched = 1.1, .stretched_factor = 6, .compressed = 0.9, .compressed_factor = 10};

/// A rigid cube above it; or mass shared by the particles of its topmost layer, so that there is nothing between the
/// two that has to be solved, too.
enum class Vsmt10Weight { cube, layer };

/// One way to press it: what of, by what, and how its steps are solved.
struct Vsmt10Press {
    Vsmt10Material material = Vsmt10Material::cubic;
    Vsmt10Weight weight = Vsmt10Weight::cube;
    double speed = 0;  // m/s, of the weight at the start
    JacobianTreatment treatment = JacobianTreatment::clamped;
    Vsmt10Solve solve{.is_newton = true};
    SweepRunStatus status = SweepRunStatus::ok;
    double time = 0;                         // s, simulated
    std::vector<double> times{}, heights{};  // s, and the height then over that at the start
    std::vector<Vsmt10Surface> at_end{};     // the weight, where it is a cube, has no stretch

    /// Below zero where the top has passed the bottom.
    [[nodiscard]] double least_height() const;
    [[nodiscard]] double end_height() const { return heights.empty() ? 1 : heights.back(); }
};

[[nodiscard]] SceneDescription vsmt10_press_scene(const Vsmt10Choices& choices, const Vsmt10PressOptions& options,
                                                  const Vsmt10Press& press);

/// `press` with what came out.
[[nodiscard]] Vsmt10Press vsmt10_pressed(const Vsmt10Choices& choices, const Vsmt10PressOptions& options,
                                         Vsmt10Press press, const StudyListener& listener);

/// Under a cube, solved, by speed and material; then as the paper solves, by treatment and material, and the same
/// solved. What was finished when the listener stops it.
[[nodiscard]] std::vector<Vsmt10Press> vsmt10_presses(const Vsmt10Choices& choices, const Vsmt10PressOptions& options,
                                                      const StudyListener& listener);

}  // namespace tulle
