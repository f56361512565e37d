#pragma once
// User-defined forces: derive from UserForce and hand the force to Simulation. examples/magnet is a complete program.

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
    /// Adds df_i/dx_j [N/m] and df_i/dv_j [N s/m]. With i != j the pair must be one of UserForce::couplings. Solvers
    /// need a symmetric matrix and take the symmetric part of what is added. Throws InputError for other particles.
    virtual void add(int i, int j, const Mat3& by_position, const Mat3& by_velocity = Mat3::Zero()) = 0;

protected:
    ~ForceJacobian() = default;
};

/// A force on the particles of all cloths, one after the other. It must depend on nothing but positions x [m],
/// velocities v [m/s] and the time [s]: a step evaluates it several times, and may be undone and taken again.
/// A simulation calls these functions from one thread at a time, the one that steps it.
class UserForce {
public:
    virtual ~UserForce() = default;
    UserForce() = default;
    UserForce(const UserForce&) = delete;
    UserForce& operator=(const UserForce&) = delete;

    /// For messages, such as "magnet".
    [[nodiscard]] virtual std::string name() const = 0;
    /// Potential energy [J]; 0 for a force that has none, such as drag.
    [[nodiscard]] virtual double energy(std::span<const Vec3> /*x*/, double /*time*/) { return 0; }
    /// f += force [N] on each particle.
    virtual void add_force(std::span<const Vec3> x, std::span<const Vec3> v, double time, std::span<Vec3> f) = 0;

    /// Pairs of different particles whose forces depend on each other; asked once, when the simulation is made.
    [[nodiscard]] virtual std::vector<std::array<int, 2>> couplings() const { return {}; }
    /// Adds the Jacobian. Without it implicit methods take the force as if it were constant, which is enough for soft
    /// forces; a stiff one needs it.
    virtual void add_jacobian(std::span<const Vec3> /*x*/, std::span<const Vec3> /*v*/, double /*time*/,
                              ForceJacobian& /*jacobian*/)
    {}
};

/// Relative differences between what a force says and central differences of it, along random directions.
struct DerivativeErrors {
    std::optional<double> energy;  // of -dE/dx against the force; none where the energy is 0 everywhere
    double by_position = 0;        // of the Jacobian
    double by_velocity = 0;
};

/// Checks a force against central differences over `h` [m and m/s]. A correct force has errors near 1e-8; use it in the
/// tests of your force.
[[nodiscard]] DerivativeErrors check_derivatives(UserForce& force, std::span<const Vec3> x, std::span<const Vec3> v,
                                                 double time = 0, double h = 1e-6);

}  // namespace tulle
