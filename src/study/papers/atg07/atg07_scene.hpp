#pragma once
// The cloth of ATG07's experiments, as far as the paper describes it: nailed at two corners, it falls.

#include <tulle/description.hpp>

namespace tulle {

/// What the paper leaves open, and the numbers that it gives.
struct Atg07Choices {
    double size = 1;             // m, side of the cloth
    int side = 20;               // particles along it
    double areal_density = 0.2;  // kg/m^2
    double shear_part = 0.2;     // stiffness of shear springs, of the structural ones; as in the scene "hanging"
    double bending_part = 0.002;
    double k0 = 1e6;          // 1/s^2, largest eigenvalue of M^-1 K: the paper's, in its Figure 8
    double lambda = 1;        // of the filter, plain and exponential: the only one that the paper names
    double longest = 0.01;    // s, step of the implicit methods, and the longest of explicit ones: the paper's
    double gain = 1.25;       // step with the filter over that without: the paper's
    double limit_part = 0.8;  // explicit steps, of the longest stable one, without the filter
    double tolerance = 0.01;  // of conjugate gradients: the paper's
};

/// A method, how it solves, and whether its velocities are filtered.
struct Atg07Way {
    const char* name = "";
    const char* integrator = "";
    UpdateKind update = UpdateKind::automatic;  // of IMEX
    bool is_explicit = true;
    bool is_filtered = false;
};

/// k0 [1/s^2] of the cloth with structural springs of 1 N/m. It goes with the stiffness.
[[nodiscard]] double atg07_unit_k0(const Atg07Choices& choices);

/// Longest stable step [s] of an explicit method without filter on a net with this k0: 2/sqrt(k0), and sqrt(8/k0) of
/// RK4, where the paper has sqrt(8.75/k0).
[[nodiscard]] double atg07_limit(const Atg07Way& way, double k0);

/// Step [s] that a way takes: a part of its limit, `gain` times as long with the filter, never longer than `longest`.
[[nodiscard]] double atg07_step(const Atg07Way& way, const Atg07Choices& choices);

/// The scene with the stiffness that makes k0 what it should be; `unit_k0` as above. Undamped, without obstacles;
/// steps, frames and duration are to be set.
[[nodiscard]] SceneDescription atg07_scene(const Atg07Way& way, const Atg07Choices& choices, double unit_k0);

}  // namespace tulle
