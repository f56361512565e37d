#pragma once
// VSMT10 Figure 8: stretch of a cloth that hangs from one edge under its own weight, over the parameters of its cubic
// spring law.

#include "study/common/study_progress.hpp"
#include "study/common/sweep_run.hpp"
#include "study/papers/vsmt10/vsmt10_scene.hpp"

#include <vector>

namespace tulle {

struct Vsmt10HangingOptions {
    int side = 32;
    double stiffness = 100;                                    // N/m, for which a1 and K1/K vary
    std::vector<double> stretched{1.02, 1.05, 1.1, 1.2, 1.3};  // a1; a2 = 2 - a1, at the same distance from rest
    std::vector<double> factors{1, 2, 4, 6, 8, 10};            // K1/K; K2 = 2 K
    std::vector<double> stiffnesses{50, 200, 500, 1000};       // N/m, further ones, with K1 = 6 K
    double still = 1e-3;                                       // m/s, speed below which the cloth has stopped
    double longest = 20;                                       // s, time limit for the cloth to stop
};

struct Vsmt10Hung {
    Vsmt10Material material = Vsmt10Material::cubic;
    double stiffness = 100;  // N/m
    double stretched = 1.1;  // a1 of cubic laws; `factor` is K1/K
    double factor = 6;
    SweepRunStatus status = SweepRunStatus::ok;  // too_slow: the cloth still moves
    double time = 0;                             // s, at which the cloth stopped
    double mean_stretch = 0;                     // mean over springs along threads, shortened ones too
    double largest_stretch = 0;
};

[[nodiscard]] SceneDescription vsmt10_hanging_scene(const Vsmt10Choices& choices, const Vsmt10HangingOptions& options,
                                                    const Vsmt10Hung& law);

/// Runs the experiment and returns `law` with its results.
[[nodiscard]] Vsmt10Hung vsmt10_hang(const Vsmt10Choices& choices, const Vsmt10HangingOptions& options, Vsmt10Hung law,
                                     const StudyListener& listener);

/// Runs linear springs of each stiffness, then the cubic laws. Returns the finished results when the listener stops it.
[[nodiscard]] std::vector<Vsmt10Hung> vsmt10_hangings(const Vsmt10Choices& choices, const Vsmt10HangingOptions& options,
                                                      const StudyListener& listener);

}  // namespace tulle
