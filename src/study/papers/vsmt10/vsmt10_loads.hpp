#pragma once
// VSMT10 Figures 4 and 5: a heavy ball falls into a cloth, and a heavy cube hangs from a cloth. The study compares the
// stretch of the cloth for several materials.

#include "study/common/study_progress.hpp"
#include "study/common/sweep_run.hpp"
#include "study/papers/vsmt10/vsmt10_scene.hpp"
#include "study/papers/vsmt10/vsmt10_shape.hpp"

#include <string_view>
#include <vector>

namespace tulle {

/// Variants of the experiments. The paper does not say where the ball's cloth is pinned, nor from how much of the edge
/// the cube hangs.
enum class Vsmt10Experiment { ball_on_edges, ball_on_corners, cube_on_edge, cube_on_middle };

/// "ball in a cloth held at its edges", ...
[[nodiscard]] std::string_view name_of(Vsmt10Experiment experiment);
/// "edges", "corners", "edge", "middle"
[[nodiscard]] std::string_view short_name_of(Vsmt10Experiment experiment);
/// 4 or 5
[[nodiscard]] int figure_of(Vsmt10Experiment experiment);
/// Returns the paper's K: 1000 or 500 N/m.
[[nodiscard]] double stiffness_of(Vsmt10Experiment experiment);
/// Returns the paper's cubic law.
[[nodiscard]] CubicDescription cubic_of(Vsmt10Experiment experiment);

struct Vsmt10LoadOptions {
    std::vector<Vsmt10Experiment> experiments{Vsmt10Experiment::ball_on_edges, Vsmt10Experiment::ball_on_corners,
                                              Vsmt10Experiment::cube_on_edge, Vsmt10Experiment::cube_on_middle};
    int side = 32;            // particles along a side: the paper's
    double ball_weight = 10;  // in weights of the cloth: the paper's value
    double cube_weight = 5;   // likewise
    double ball_part = 0.16;  // radius of the ball, of the cloth's side
    double cube_part = 0.3;   // side of the cube, likewise
    double ball_drop = 0.05;  // m, between ball and cloth at the start
    double fps = 50;
    double duration = 4;  // s
};

struct Vsmt10Load {
    Vsmt10Experiment experiment = Vsmt10Experiment::ball_on_edges;
    Vsmt10Material material = Vsmt10Material::cubic;
    SweepRunStatus status = SweepRunStatus::ok;
    double time = 0;                        // s, simulated
    std::vector<double> times{};            // s, of frames
    std::vector<double> largest{}, mean{};  // stretch of springs along the threads at these times
    double sunk = 0;                        // m, by which the load has sunk from start to end
    double speed = 0;                       // m/s, of the fastest particle at the end
    std::vector<Vsmt10Surface> at_end{};    // the surface of the load has no stretch values

    [[nodiscard]] double peak_stretch() const;
    /// Means over the last half second, so that a remaining oscillation is averaged.
    [[nodiscard]] double end_stretch() const;
    [[nodiscard]] double end_mean() const;
};

[[nodiscard]] SceneDescription vsmt10_load_scene(const Vsmt10Choices& choices, const Vsmt10LoadOptions& options,
                                                 Vsmt10Experiment experiment, Vsmt10Material material);

/// Runs one experiment with one material.
[[nodiscard]] Vsmt10Load vsmt10_carry(const Vsmt10Choices& choices, const Vsmt10LoadOptions& options,
                                      Vsmt10Experiment experiment, Vsmt10Material material,
                                      const StudyListener& listener);

/// Runs all experiments, each with all materials. Returns the finished results when the listener stops it.
[[nodiscard]] std::vector<Vsmt10Load> vsmt10_loads(const Vsmt10Choices& choices, const Vsmt10LoadOptions& options,
                                                   const StudyListener& listener);

}  // namespace tulle
