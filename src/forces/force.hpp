#pragma once
// What every force offers to the solvers: energy, force and Jacobian. There is one file per model; the formulas are in
// docs/theory (springs.md, elements.md, fabric.md, air.md, bodies.md).
//
// Whatever only some forces can do is an interface of its own, which these forces inherit beside Force:
//   StiffLinearForce  a stiff linear part, -K x - D v, for IMEX methods
//   Barrier           limits of motion by continuous collision detection (CCD)
//   HistoryForce      a force that depends on the past
//   LaggedForce       quantities that a step takes as given, such as the normal force of friction
// ForceField finds the interfaces of each force once, and asks only those that have them.

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

class Force {
public:
    virtual ~Force() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// Potential energy [J]; 0 for forces that have none.
    [[nodiscard]] virtual double energy(std::span<const Vec3> x) = 0;
    /// f += force [N]
    virtual void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) = 0;
    /// A += scale_x df/dx + scale_v df/dv, symmetric to the last bit or nearly so: fabrics copy all entries above the
    /// diagonal to those below. `treatment` says what happens to compressed springs. Terms that would make A
    /// unsymmetric are left out; each force says which.
    virtual void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment,
                              double scale_x, double scale_v, Csr<Mat3>& A) = 0;
    /// A = that, whatever was in it. Returns false, and does nothing, where adding to zeros is as fast.
    [[nodiscard]] virtual bool set_jacobian(std::span<const Vec3> /*x*/, std::span<const Vec3> /*v*/,
                                            JacobianTreatment /*treatment*/, double /*scale_x*/, double /*scale_v*/,
                                            Csr<Mat3>& /*A*/)
    {
        return false;
    }
    /// Adds the blocks of the Jacobian that lie outside the sparsity pattern, between particles that are coupled for
    /// the moment only, as in contact. They are positive semidefinite where both scales are negative.
    virtual void add_contact_hessian(std::span<const Vec3> /*x*/, std::span<const Vec3> /*v*/, double /*scale_x*/,
                                     double /*scale_v*/, std::vector<StencilBlock>& /*blocks*/)
    {}

    /// Lists the pairs of particles that the Jacobian couples, for the pattern; `bind` then hands the pattern back.
    virtual void add_couplings(std::vector<std::pair<int, int>>&) const {}
    virtual void bind(const SparsityPattern&) {}
    /// Whether the Jacobian is a sum of springs (SparsityPattern::is_of_springs); asked only where it couples any.
    [[nodiscard]] virtual bool is_of_springs() const { return false; }

    /// The size [N] of the force's parts where they balance each other, so that their sum says nothing about their
    /// size; residuals are measured relative to it. 0 for forces that pins or other particles of a cloth balance.
    [[nodiscard]] virtual double balanced_force(std::span<const Vec3> /*x*/) { return 0; }
    /// Whether the force may resist a motion more than the stiff linear parts of all forces together do. If so, the
    /// updates of IMEX methods have to search for their length.
    [[nodiscard]] virtual bool exceeds_stiff_part() const { return true; }

    /// Sets the time [s] at which the force is evaluated. It leaves no trace: with the same time the force is the same.
    virtual void set_time(double /*time*/) {}
    /// Commits everything up to x and starts a new step there. A second call with the same x changes nothing, so that
    /// a step may be undone and taken again.
    virtual void begin_step(std::span<const Vec3> /*x*/) {}

    /// Adds the force's share to what is measured in x: energies by kind, stretch, contacts, penetration, tension.
    virtual void add_measurements(std::span<const Vec3> /*x*/, Measurements& /*measurements*/) {}
    virtual void save(ArchiveWriter&) const {}
    virtual void restore(ArchiveReader&) {}
};

}  // namespace tulle
