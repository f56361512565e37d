#pragma once
// VSMT10 Figure 7: what a step costs by the law of its springs, and with triangles instead. Simulations that differ in
// nothing else take turns step by step, so that whatever else the machine does hits them alike; times are of the
// processor.

#include "study/common/study_progress.hpp"
#include "study/papers/vsmt10/vsmt10_scene.hpp"

#include <vector>

namespace tulle {

struct Vsmt10TimesOptions {
    std::vector<int> sides{16, 32, 64, 100};  // particles along a side; 32: the paper's
    std::vector<int> iterations{2, 20};       // of conjugate gradients a step: the paper's, and what solves it
    int turns = 400;                          // steps of each with the first side; fewer with more particles
};

struct Vsmt10Timed {
    Vsmt10Material material = Vsmt10Material::linear;
    double seconds = 0;      // of the processor a step, median
    double relative = 1;     // of linear springs in the same row
    double force_share = 0;  // of the wall time of all its steps: forces, and matrices that are filled
};

struct Vsmt10TimeRow {
    int side = 32;
    int iterations = 2;
    int turns = 0;
    std::vector<Vsmt10Timed> materials{};  // as vsmt10_materials

    [[nodiscard]] int particles() const { return side * side; }
};

/// A cloth that hangs from two corners: VSMT10 Figure 4's, before anything falls on it.
[[nodiscard]] SceneDescription vsmt10_timed_scene(const Vsmt10Choices& choices, Vsmt10Material material, int side,
                                                  int iterations);

/// By side, then by iterations; what was finished when the listener stops it.
[[nodiscard]] std::vector<Vsmt10TimeRow> vsmt10_times(const Vsmt10Choices& choices, const Vsmt10TimesOptions& options,
                                                      const StudyListener& listener);

}  // namespace tulle
