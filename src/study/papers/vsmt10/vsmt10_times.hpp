#pragma once
// VSMT10 Figure 7: computing time of a step with each spring law, and with triangles instead of springs. The
// simulations differ only in the material. They take turns step by step, so that other work on the machine affects all
// of them equally. Times are processor times.

#include "study/common/study_progress.hpp"
#include "study/papers/vsmt10/vsmt10_scene.hpp"

#include <vector>

namespace tulle {

struct Vsmt10TimesOptions {
    std::vector<int> sides{16, 32, 64, 100};  // particles along a side; 32: the paper's
    std::vector<int> iterations{2, 20};       // of conjugate gradients per step: the paper's 2; 20 converge
    int turns = 400;                          // steps of each simulation at the first side; fewer with more particles
};

struct Vsmt10Timed {
    Vsmt10Material material = Vsmt10Material::linear;
    double seconds = 0;      // of processor time per step, median
    double relative = 1;     // time over that of linear springs in the same row
    double force_share = 0;  // share of forces and matrix assembly in the wall time of all steps
};

struct Vsmt10TimeRow {
    int side = 32;
    int iterations = 2;
    int turns = 0;
    std::vector<Vsmt10Timed> materials{};  // in the order of vsmt10_materials

    [[nodiscard]] int particles() const { return side * side; }
};

/// Returns the scene: the cloth of VSMT10 Figure 4 without the ball, hanging from two corners.
[[nodiscard]] SceneDescription vsmt10_timed_scene(const Vsmt10Choices& choices, Vsmt10Material material, int side,
                                                  int iterations);

/// Times steps of square cloths: each number of particles along a side with each number of solver iterations. Returns
/// the finished rows when the listener stops it.
[[nodiscard]] std::vector<Vsmt10TimeRow> vsmt10_times(const Vsmt10Choices& choices, const Vsmt10TimesOptions& options,
                                                      const StudyListener& listener);

}  // namespace tulle
