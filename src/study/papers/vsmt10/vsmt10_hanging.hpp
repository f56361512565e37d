#pragma once
// VSMT10 Figure 8: how far a cloth that hangs from one edge is stretched by its own weight, over the numbers that its
// cubic law is made of.

#include "study/common/study_progress.hpp"
#include "study/common/sweep_run.hpp"
#include "study/papers/vsmt10/vsmt10_scene.hpp"

#include <vector>

namespace tulle {

struct Vsmt10HangingOptions {
    int side = 32;
    double stiffness = 100;                                    // N/m, where a1 and K1/K change
    std::vector<double> stretched{1.02, 1.05, 1.1, 1.2, 1.3};  // a1; a2 = 2 - a1, as far below the rest length
    std::vector<double> factors{1, 2, 4, 6, 8, 10};            // K1/K; K2 = 2 K
    std::vector<double> stiffnesses{50, 200, 500, 1000};       // N/m, further ones, with K1 = 6 K
    double still = 1e-3;                                       // m/s: it has stopped
    double longest = 20;                                       // s, that are waited for it
};

struct Vsmt10Hung {
    Vsmt10Material material = Vsmt10Material::cubic;
    double stiffness = 100;  // N/m
    double stretched = 1.1;  // of cubic ones
    double factor = 6;
    SweepRunStatus status = SweepRunStatus::ok;  // too_slow: it moves still
    double time = 0;                             // s, when it stopped
    double mean_stretch = 0;                     // of springs along the threads, with those that grew shorter
    double largest_stretch = 0;
};

[[nodiscard]] SceneDescription vsmt10_hanging_scene(const Vsmt10Choices& choices, const Vsmt10HangingOptions& options,
                                                    const Vsmt10Hung& law);

/// `law` with what came out.
[[nodiscard]] Vsmt10Hung vsmt10_hang(const Vsmt10Choices& choices, const Vsmt10HangingOptions& options, Vsmt10Hung law,
                                     const StudyListener& listener);

/// Linear springs of each stiffness, then the cubic ones; what was finished when the listener stops it.
[[nodiscard]] std::vector<Vsmt10Hung> vsmt10_hangings(const Vsmt10Choices& choices, const Vsmt10HangingOptions& options,
                                                      const StudyListener& listener);

}  // namespace tulle
