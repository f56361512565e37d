#pragma once
// The cloth of ATG07's experiments, as far as the paper describes it: it is pinned at two corners and falls.

#include <tulle/description.hpp>

namespace tulle {

/// Settings that the paper leaves open, and values that it gives.
struct Atg07Choices {
    double size = 1;             // m, side of the cloth
    int side = 20;               // particles along it
    double areal_density = 0.2;  // kg/m^2
    double shear_part = 0.2;     // stiffness of shear springs over structural ones, as in the scene "hanging"
    double bending_part = 0.002;
    double k0 = 1e6;          // 1/s^2, largest eigenvalue of M^-1 K: the paper's, in its Figure 8
    double lambda = 1;        // of the plain exponential filter: the only value in the paper
    double longest = 0.01;    // s, step of implicit methods, longest step of explicit ones: the paper's
    double gain = 1.25;       // step with filter over step without: the paper's
    double limit_part = 0.8;  // explicit step without filter over the longest stable step
    double tolerance = 0.01;  // of conjugate gradients: the paper's
};

/// A method: integrator, update of IMEX, and whether velocities are filtered.
struct Atg07Method {
    const char* name = "";
    const char* integrator = "";
    UpdateKind update = UpdateKind::automatic;  // of IMEX
    bool is_explicit = true;
    bool is_filtered = false;
};

/// Returns k0 [1/s^2] of the cloth with structural springs of 1 N/m. k0 is proportional to the stiffness.
[[nodiscard]] double atg07_unit_k0(const Atg07Choices& choices);

/// Returns the longest stable step [s] of an explicit method without filter on a cloth with this k0: 2/sqrt(k0), and
/// sqrt(8/k0) for RK4. The paper has sqrt(8.75/k0) for RK4.
[[nodiscard]] double atg07_limit(const Atg07Method& method, double k0);

/// Returns the step [s] of a method: `limit_part` of its limit, `gain` times as long with the filter, and never longer
/// than `longest`. Implicit methods take `longest`.
[[nodiscard]] double atg07_step(const Atg07Method& method, const Atg07Choices& choices);

/// Returns the scene with the stiffness that gives the k0 of the choices; `unit_k0` is the result of atg07_unit_k0().
/// The cloth is undamped and there are no obstacles. The caller sets steps, frames and duration.
[[nodiscard]] SceneDescription atg07_scene(const Atg07Method& method, const Atg07Choices& choices, double unit_k0);

}  // namespace tulle
