#pragma once
// User-defined forces: derive a class from UserForce and pass its object to Simulation. examples/consumer/magnet.cpp is
// a complete program.

#include <tulle/math.hpp>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tulle {

/// Collects the Jacobian of a user-defined force, block by block.
class ForceJacobian {
public:
    /// Adds df_i/dx_j [N/m] and df_i/dv_j [N s/m]. If i != j, the pair must be one of UserForce::couplings; otherwise
    /// the function throws InputError. Solvers need a symmetric matrix and use the symmetric part of the Jacobian.
    /// Thread safety: only the thread in which add_jacobian was called may call `add`, and only until add_jacobian
    /// returns.
    virtual void add(int i, int j, const Mat3& by_position, const Mat3& by_velocity = Mat3::Zero()) = 0;

protected:
    ~ForceJacobian() = default;
};

/// A force on the particles of all cloths, one cloth after the other. The force must depend on positions x [m],
/// velocities v [m/s] and time [s] alone: a step evaluates the force several times, and a rejected step is repeated.
/// Methods that evaluate forces once a step evaluate them at the time in the middle of the step.
///
/// Surface particles of rigid bodies are carried by the four particles of their body, which come last: a force on a
/// carried particle has no effect.
///
/// An exception of a function of UserForce ends the step in its middle and reaches the caller. The simulation then
/// refuses further steps until a state is restored. A simulation calls the functions of its forces from one thread at a
/// time: the thread that steps the simulation. If several simulations share a UserForce, all their threads may call its
/// functions at the same time.
class UserForce {
public:
    virtual ~UserForce() = default;
    UserForce() = default;
    UserForce(const UserForce&) = delete;
    UserForce& operator=(const UserForce&) = delete;

    /// Returns a name for messages, such as "magnet".
    [[nodiscard]] virtual std::string name() const = 0;
    /// Returns the potential energy [J]; 0 for a force without a potential, such as drag. Steps with contact that are
    /// not solved may not gain energy, and automatic steps may not either: what a driving force adds without a
    /// potential counts as a gain. Simulation::measure reports the energy as Energies::user.
    [[nodiscard]] virtual double energy(std::span<const Vec3> /*x*/, double /*time*/) { return 0; }
    /// f += force [N] on each particle.
    virtual void add_force(std::span<const Vec3> x, std::span<const Vec3> v, double time, std::span<Vec3> f) = 0;

    /// Returns the pairs of different particles whose forces depend on each other. The constructor of Simulation calls
    /// this function once.
    [[nodiscard]] virtual std::vector<std::array<int, 2>> couplings() const { return {}; }
    /// Adds the Jacobian, which Newton's method puts into its matrix (backward-euler, bdf2, implicit-midpoint, and
    /// imex-euler in Newton directions). Without the Jacobian, the iterations for a stiff force may not converge. The
    /// constant matrices of IMEX methods do not contain the Jacobian, so a stiff force needs one of the four methods
    /// named above. Explicit methods use the Jacobian to find stable steps.
    virtual void add_jacobian(std::span<const Vec3> /*x*/, std::span<const Vec3> /*v*/, double /*time*/,
                              ForceJacobian& /*jacobian*/)
    {}
};

/// Relative errors of a force and its Jacobian against central differences, along random directions.
struct DerivativeErrors {
    std::optional<double> energy;  // of -dE/dx against the force; none: the energy is 0 everywhere
    double by_position = 0;        // of the Jacobian by positions
    double by_velocity = 0;        // of the Jacobian by velocities
};

/// Checks the derivatives of a force by central differences over `h` [m and m/s]. A correct force has errors near 1e-8.
/// The function is meant for the tests of user-defined forces. Several threads may check different forces at the same
/// time; a force is called from the thread that checks it.
[[nodiscard]] DerivativeErrors check_derivatives(UserForce& force, std::span<const Vec3> x, std::span<const Vec3> v,
                                                 double time = 0, double h = 1e-6);

}  // namespace tulle
