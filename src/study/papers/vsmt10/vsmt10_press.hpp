#pragma once
// VSMT10 Figure 6: a soft cube of springs under a weight of seven times its own. The study compares the height that is
// left.

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
    double times_mass = 7;    // mass of the weight, in masses of the cube: the paper's
    double dt = 0.005;        // s, for runs with converged steps
    double fps = 100;
    double unsolved_duration = 2;         // s, for runs with two iterations, in which instabilities grow slowly
    double duration = 0.8;                // s
    std::vector<double> speeds{0, 4, 6};  // m/s, initial speeds of the weight
};

/// The law of Figure 6: a1 = 1.1, K1 = 6 K, a2 = 0.9, K2 = 10 K.
inline constexpr CubicDescription vsmt10_solid_cubic{
    .stretched = 1.1, .stretched_factor = 6, .compressed = 0.9, .compressed_factor = 10};

/// The weight: a rigid cube above the solid, or extra mass on the particles of the topmost layer. The extra mass needs
/// no contact solution between weight and solid.
enum class Vsmt10Weight { cube, layer };

/// One experiment: material of the solid, weight, solution of the steps; and the results.
struct Vsmt10Press {
    Vsmt10Material material = Vsmt10Material::cubic;
    Vsmt10Weight weight = Vsmt10Weight::cube;
    double speed = 0;  // m/s, of the weight at the start
    JacobianTreatment treatment = JacobianTreatment::clamped;
    Vsmt10Solve solve{.is_newton = true};
    SweepRunStatus status = SweepRunStatus::ok;
    double time = 0;                         // s, simulated
    std::vector<double> times{}, heights{};  // s, and heights relative to the start
    std::vector<Vsmt10Surface> at_end{};     // the surface of a cube as weight has no stretch values

    /// Returns the smallest height, which is negative if the top layer has passed through the bottom layer.
    [[nodiscard]] double least_height() const;
    [[nodiscard]] double end_height() const { return heights.empty() ? 1 : heights.back(); }
};

[[nodiscard]] SceneDescription vsmt10_press_scene(const Vsmt10Choices& choices, const Vsmt10PressOptions& options,
                                                  const Vsmt10Press& press);

/// Runs the experiment and returns `press` with its results.
[[nodiscard]] Vsmt10Press vsmt10_pressed(const Vsmt10Choices& choices, const Vsmt10PressOptions& options,
                                         Vsmt10Press press, const StudyListener& listener);

/// Runs, first, a cube as weight with converged steps, by speed and material. Then the extra mass, with the paper's two
/// iterations by treatment and material, and with converged steps. Returns the finished results when the listener stops
/// it.
[[nodiscard]] std::vector<Vsmt10Press> vsmt10_presses(const Vsmt10Choices& choices, const Vsmt10PressOptions& options,
                                                      const StudyListener& listener);

}  // namespace tulle
