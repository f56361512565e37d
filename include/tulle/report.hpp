#pragma once
// Reports about steps and frames. No step is silently wrong: the status names the failure, and the numbers quantify it.
// Thread safety: reports are copies, independent of the simulation. Threads may read the same report at the same time.

#include <tulle/math.hpp>

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

namespace tulle {

enum class StepStatus {
    ok,
    not_converged,  // the step was taken, but its residual is above the tolerance
    imprecise,      // the step was taken, but its error is above the tolerance; Simulation::explain gives the reason
    non_finite,     // a position or velocity is not a number any more; the run must stop
    exploded,       // a spring is longer than simulation.max_stretch allows; the run must stop
    intersecting,   // cloth would pass through cloth even in the shortest step; the run must stop
    stalled,        // even the shortest step misses the error tolerance; the run must stop
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
    double user = 0;     // J, of user-defined forces
    [[nodiscard]] double total() const { return kinetic + gravity + stretch + shear + bending + contact + user; }
};

struct StepReport {
    // More than fifteen fields: the report has one for each number.
    StepStatus status = StepStatus::ok;
    double time = 0;               // s, at the end of the step
    double dt = 0;                 // s
    int nonlinear_iterations = 0;  // Newton steps or IMEX updates
    int linear_iterations = 0;     // conjugate-gradient iterations, summed over the nonlinear iterations
    int matrix_refills = 0;        // matrices filled, and factored or prepared for conjugate gradients
    double residual = 0;           // of the nonlinear step, relative to its right-hand side
    // m/s, the largest change of a velocity that the last iteration of an unsolved step would have made. 0 if the step
    // is solved, and for methods that solve one linear system per step.
    double speed_left = 0;
    int contacts = 0;            // particles held by an obstacle
    int contact_passes = 0;      // updates of the active set
    double largest_stretch = 0;  // of structural springs: length / rest length - 1
    int worst_particle = -1;     // particle at which a failure was detected
    int torn_faces = 0;          // faces that tore at the start of the step, or of one of its substeps
    // Substeps into which a method with error control cuts the step; 1 for all other methods.
    int substeps = 1;
    int rejected_steps = 0;     // steps that were tried, found too long and undone
    double smallest_dt = 0;     // s, of the substeps
    double largest_dt = 0;      // s
    int force_evaluations = 0;  // for cash-karp and bulirsch-stoer; 0 for other methods

    void count_substep(double taken)
    {
        ++substeps;
        smallest_dt = smallest_dt == 0 ? taken : std::min(smallest_dt, taken);
        largest_dt = std::max(largest_dt, taken);
    }
};

/// Measurements of the state of a simulation: the numbers of a row of metrics.csv.
struct Measurements {
    double time = 0;  // s
    Energies energies;
    double largest_stretch = 0;  // structural springs
    double mean_stretch = 0;     // mean of |length / rest length - 1| over structural springs
    int contacts = 0;
    // m, of simulated particles into obstacles without their thickness; 0 when there is none
    double deepest_penetration = 0;
    // m, from particles to the nearest obstacle without its thickness
    double smallest_gap = std::numeric_limits<double>::infinity();
    Vec3 momentum = Vec3::Zero();  // kg m/s
    double largest_tension = 0;    // N/m, in the threads of fabrics, at the last step
    int torn_faces = 0;            // of all cloths, since the start
    double torn_energy = 0;        // J, that was stored in torn elements
};

/// A contact between a first thing, always cloth or a body, and a second thing: an obstacle, cloth or a body.
struct ContactPoint {
    std::vector<int> particles{};  // of both things, without the vertices of obstacles
    // Shares of the force on these particles. Shares of the first thing are positive and sum to 1. Shares of the second
    // thing are negative and sum to -1; an obstacle has none.
    std::vector<double> shares{};
    int obstacle = -1;           // number of the obstacle in the scene; -1: the second thing is cloth or a body
    Vec3 point = Vec3::Zero();   // m, of the first thing
    Vec3 normal = Vec3::Zero();  // unit; away from the second thing
    double force = 0;            // N, along the normal, on the first thing, without friction
};

/// A scalar field per particle (Simulation::field).
struct FieldDescription {
    std::string_view name;
    std::string_view unit;         // "1" for a ratio
    std::string_view description;  // half a sentence for the reader
    bool is_place = false;         // the value is a coordinate, not an amount: zero has no special meaning
    bool needs_forces = false;     // computed from the forces within the cloth
};

/// Seconds of wall time spent in each stage since the simulation was constructed.
struct StageTimes {
    double force = 0, assembly = 0, solve = 0, contact = 0, other = 0;
    double history = 0;  // advancing the hysteresis history of fabrics, once per step
    // Parts of `contact`: the broad phase (bounding boxes) and the narrow phase (exact distances). The rest of
    // `contact` is the response.
    double contact_broad = 0, contact_narrow = 0;
};

/// Report about all steps of one frame.
struct FrameReport {
    // More than fifteen fields: as StepReport.
    int frame = 0;  // index of the frame reached; after a failure, of the frame that was not reached
    StepStatus status = StepStatus::ok;
    int steps = 0;
    int not_converged_steps = 0;  // imprecise steps included
    long nonlinear_iterations = 0;
    long linear_iterations = 0;
    double residual = 0;    // largest residual of the steps
    double speed_left = 0;  // m/s, largest StepReport::speed_left of the steps
    long matrix_refills = 0;
    int rejected_steps = 0;
    double smallest_dt = 0;  // s
    double largest_dt = 0;   // s
    int torn_faces = 0;
    double first_tear = -1;  // s, time at which the first of them tore; below zero: none tore
    long force_evaluations = 0;
    StepReport last;
};

}  // namespace tulle
