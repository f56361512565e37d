#pragma once
// What a step did. No step is silently wrong: the status says so, and the numbers say how.

#include <tulle/math.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace tulle {

enum class StepStatus {
    ok,
    not_converged,  // the step was taken, but its residual is above the tolerance asked for
    imprecise,      // the step was taken, but its error is above what was asked for; Simulation::explain tells why
    non_finite,     // a position or velocity is not a number any more; the run must stop
    exploded,       // a spring is longer than simulation.max_stretch allows; the run must stop
    intersecting,   // no step however short keeps cloth from passing through cloth; the run must stop
    stalled,        // no step however short meets the error tolerance; the run must stop
};

[[nodiscard]] inline bool is_failure(StepStatus s)
{
    return s != StepStatus::ok && s != StepStatus::not_converged && s != StepStatus::imprecise;
}

struct Energies {
    double kinetic = 0;  // J
    double gravity = 0;  // J, relative to z = 0
    double stretch = 0;  // J, structural springs
    double shear = 0;    // J
    double bending = 0;  // J
    double contact = 0;  // J, between layers of cloth that press on each other
    [[nodiscard]] double total() const { return kinetic + gravity + stretch + shear + bending + contact; }
};

struct StepReport {
    StepStatus status = StepStatus::ok;
    double time = 0;               // s, at the end of the step
    double dt = 0;                 // s
    int nonlinear_iterations = 0;  // Newton steps or IMEX updates
    int linear_iterations = 0;     // conjugate-gradient iterations, summed over the iterations
    int matrix_refills = 0;        // matrices filled, and factored or prepared for conjugate gradients
    double residual = 0;           // of the non-linear step, relative to its right-hand side
    // m/s, of a step that is not solved: the largest change of a velocity that its last iteration asked for. 0 where it
    // is solved, and of methods that solve one linear system a step.
    double speed_left = 0;
    int contacts = 0;            // particles held by an obstacle
    int contact_passes = 0;      // revisions of the active set
    double largest_stretch = 0;  // of structural springs: length / rest length - 1
    int worst_particle = -1;     // where a failure was seen
    int torn_faces = 0;          // that tore at the start of the step, or of one of its substeps
    // Methods that control their error cut a step into shorter ones; others count themselves.
    int substeps = 1;
    int rejected_steps = 0;     // tried, found too long and undone
    double smallest_dt = 0;     // s, of the substeps
    double largest_dt = 0;      // s
    int force_evaluations = 0;  // of cash-karp and bulirsch-stoer; 0 for others

    void count_substep(double taken)
    {
        ++substeps;
        smallest_dt = smallest_dt == 0 ? taken : std::min(smallest_dt, taken);
        largest_dt = std::max(largest_dt, taken);
    }
};

/// The state of a simulation in numbers, for a row of metrics.csv.
struct Measurements {
    double time = 0;  // s
    Energies energies;
    double largest_stretch = 0;  // structural springs
    double mean_stretch = 0;     // mean of |length / rest length - 1| over structural springs
    int contacts = 0;
    double deepest_penetration = 0;  // m, of particles as simulated into the bare obstacles; 0 when none
    double smallest_gap = std::numeric_limits<double>::infinity();  // m, from particles to the nearest bare obstacle
    Vec3 momentum = Vec3::Zero();                                   // kg m/s
    double largest_tension = 0;                                     // N/m, of the threads of fabrics, at the last step
    int torn_faces = 0;                                             // of all cloths, since the start
    double torn_energy = 0;                                         // J, that was stored in what tore
};

/// A place where a first thing, always cloth or a body, touches a second one: an obstacle, cloth or a body.
struct ContactPoint {
    std::vector<int> particles{};  // of both things, without the vertices of obstacles
    // Of the force, on each of those particles: positive on the first thing, where they sum up to 1, negative on the
    // second, where they sum up to -1 unless it is an obstacle.
    std::vector<double> shares{};
    int obstacle = -1;           // number of the obstacle in the scene; -1: the second thing is cloth or a body
    Vec3 point = Vec3::Zero();   // m, of the first thing
    Vec3 normal = Vec3::Zero();  // unit; away from the second thing
    double force = 0;            // N, along the normal, on the first thing; friction is not part of it
};

/// Seconds of wall time spent in each stage since the simulation was made.
struct StageTimes {
    double force = 0, assembly = 0, solve = 0, contact = 0, other = 0;
    double history = 0;  // moving the memory of fabrics on, once per step
    // Of `contact`: what may be met, by boxes; what is met, exactly. The rest is the response.
    double contact_broad = 0, contact_narrow = 0;
};

/// All steps of one frame.
struct FrameReport {
    int frame = 0;  // index of the frame reached (or being approached when it failed)
    StepStatus status = StepStatus::ok;
    int steps = 0;
    int not_converged_steps = 0;  // and those that are imprecise
    long nonlinear_iterations = 0;
    long linear_iterations = 0;
    double residual = 0;    // the largest of the steps
    double speed_left = 0;  // m/s, the largest of the steps
    long matrix_refills = 0;
    int rejected_steps = 0;
    double smallest_dt = 0;  // s
    double largest_dt = 0;   // s
    int torn_faces = 0;
    double first_tear = -1;  // s, when the first of them tore; below zero: none did
    long force_evaluations = 0;
    StepReport last;
};

}  // namespace tulle
