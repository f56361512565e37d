#pragma once
// Interface of all forces for the solvers: energy, force and Jacobian. There is one file per model; the formulas are in
// docs/theory (springs.md, elements.md, fabric.md, air.md, bodies.md).
//
// Some forces also implement one or more of the following interfaces, beside Force:
//   StiffLinearForce  a stiff linear part, -K x - D v, for IMEX methods
//   Barrier           limits of motion by continuous collision detection (CCD)
//   HistoryForce      a force that depends on its history
//   LaggedForce       quantities that are constant during a solve, such as the normal force of friction
// ForceField finds the interfaces of each force once, and calls only the forces that implement them.

#include "core/archive.hpp"
#include "linear/contact_hessian.hpp"
#include "linear/csr.hpp"

#include <tulle/description.hpp>
#include <tulle/math.hpp>
#include <tulle/report.hpp>

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tulle {

/// `x`, `v` and `f` have all particles: those of cloths and bodies, then the vertices of obstacles. Matrices have rows
/// for cloths and bodies only (ForceField).
class Force {
public:
    virtual ~Force() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// Returns the potential energy [J]; 0 for forces without a potential.
    [[nodiscard]] virtual double energy(std::span<const Vec3> x) = 0;
    /// f += force [N]
    virtual void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) = 0;
    /// A += scale_x df/dx + scale_v df/dv. The sum is symmetric, at least up to rounding. (Fabrics copy all entries
    /// above the diagonal to those below it.) Terms that would make A unsymmetric are left out; the comments of each
    /// force name the terms that it leaves out. `treatment` says how compressed springs enter the Jacobian.
    virtual void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment,
                              double scale_x, double scale_v, Csr<Mat3>& A) = 0;
    /// Overwrites A with scale_x df/dx + scale_v df/dv. Returns false, and leaves A as it is, for forces for which
    /// add_jacobian on a zero matrix is as fast.
    [[nodiscard]] virtual bool set_jacobian(std::span<const Vec3> /*x*/, std::span<const Vec3> /*v*/,
                                            JacobianTreatment /*treatment*/, double /*scale_x*/, double /*scale_v*/,
                                            Csr<Mat3>& /*A*/)
    {
        return false;
    }
    /// Adds the blocks of the Jacobian that lie outside the sparsity pattern: between particles that are coupled only
    /// temporarily, as in contact. The blocks are positive semidefinite if both scales are negative.
    virtual void add_contact_hessian(std::span<const Vec3> /*x*/, std::span<const Vec3> /*v*/, double /*scale_x*/,
                                     double /*scale_v*/, std::vector<StencilBlock>& /*blocks*/)
    {}

    /// Adds the pairs of particles that the Jacobian couples, for the sparsity pattern.
    virtual void add_couplings(std::vector<std::pair<int, int>>&) const {}
    /// Receives the pattern of all forces, which contains the couplings of this force.
    virtual void bind(const SparsityPattern&) {}
    /// Whether the Jacobian is a sum of springs (SparsityPattern::is_of_springs). `is_of_springs` is called only for
    /// forces with couplings.
    [[nodiscard]] virtual bool is_of_springs() const { return false; }

    /// Returns the size [N] of force parts that balance each other, so that their sum does not show their size.
    /// Residuals are measured relative to this size. The result is 0 for forces that pins or other particles of a cloth
    /// balance.
    [[nodiscard]] virtual double balanced_force(std::span<const Vec3> /*x*/) { return 0; }
    /// Whether the force may resist a motion more than the stiff linear parts of all forces together do. If the force
    /// may do so, the updates of IMEX methods need a line search.
    [[nodiscard]] virtual bool exceeds_stiff_part() const { return true; }

    /// Sets the time [s] at which the force is evaluated. The force depends on the last value alone, not on earlier
    /// ones.
    virtual void set_time(double /*time*/) {}
    /// Commits the history up to x and starts a new step there. A second call with the same x changes nothing, so that
    /// a step may be undone and repeated.
    virtual void begin_step(std::span<const Vec3> /*x*/) {}

    /// Adds the force's share to the measurements at x: energies by kind, stretch, contacts, penetration, tension.
    virtual void add_measurements(std::span<const Vec3> /*x*/, Measurements& /*measurements*/) {}
    virtual void save(ArchiveWriter&) const {}
    virtual void restore(ArchiveReader&) {}
};

}  // namespace tulle
