#pragma once
// What every force offers to the integrators. One file per model. The formulas are in docs/theory: springs.md,
// elements.md, fabric.md, air.md and bodies.md.

#include "core/archive.hpp"
#include "linear/contact_hessian.hpp"
#include "linear/csr.hpp"

#include <tulle/description.hpp>
#include <tulle/math.hpp>

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

    /// The size [N] of its forces where they hold others in balance, so that their sum tells nothing of them; a step's
    /// equations are solved relative to it. 0 for forces that pins or other particles of a net balance.
    [[nodiscard]] virtual double balanced_force(std::span<const Vec3> /*x*/) { return 0; }

    /// Pairs of particles that the Jacobian couples, for the pattern; `bind` then hands the pattern back.
    virtual void add_couplings(std::vector<std::pair<int, int>>&) const {}
    virtual void bind(const SparsityPattern&) {}
    /// Whether the Jacobian is a sum of springs (SparsityPattern::is_of_springs); asked only where it couples any.
    [[nodiscard]] virtual bool is_of_springs() const { return false; }

    /// A += scale_x df/dx + scale_v df/dv, symmetric to the last bit or nearly so: fabrics copy all entries above the
    /// diagonal to those below. `treatment` says what happens to compressed springs. Terms that
    /// would make A unsymmetric are left out; each force says which.
    virtual void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment,
                              double scale_x, double scale_v, Csr<Mat3>& A) = 0;

    /// A = that, whatever was in it. False, and nothing done, where a force knows no better way than to add to zeros.
    [[nodiscard]] virtual bool set_jacobian(std::span<const Vec3> /*x*/, std::span<const Vec3> /*v*/,
                                            JacobianTreatment /*treatment*/, double /*scale_x*/, double /*scale_v*/,
                                            Csr<Mat3>& /*A*/)
    {
        return false;
    }

    /// The same for particles that are coupled for now only, outside the pattern: their blocks, positive semidefinite
    /// where both scales are negative.
    virtual void add_contact_hessian(std::span<const Vec3> /*x*/, std::span<const Vec3> /*v*/, double /*scale_x*/,
                                     double /*scale_v*/, std::vector<StencilBlock>& /*blocks*/)
    {}

    /// Whether its energy has walls that nothing may pass, though a step could jump across them.
    [[nodiscard]] virtual bool has_barrier() const { return false; }
    /// Whether it bounds motion of particles relative to each other, so that cutting one of them alone may undo it.
    [[nodiscard]] virtual bool bounds_relative_motion() const { return false; }
    /// How much of the straight way from one place, where nothing has passed, to another can be gone without coming
    /// near to a wall: from 0 to 1.
    [[nodiscard]] virtual double max_collision_free_step(std::span<const Vec3> /*from*/, std::span<const Vec3> /*to*/)
    {
        return 1;
    }
    /// The same particle by particle: shortens straight motions that lead from a place where nothing has passed, to
    /// from + part (to - from), each by a part of its own, until nothing passes and none comes too near to a barrier.
    virtual void limit_motion(std::span<const Vec3> /*from*/, std::span<Vec3> /*to*/) {}
    /// A step begins at x [m], with obstacles where they are then and will be at its end; `to` [m] is the guess of its
    /// end. Moves it to where barriers that move by themselves have not passed it either.
    virtual void enter_step(std::span<const Vec3> /*x*/, std::span<Vec3> /*to*/) {}

    /// Whether it has a stiff linear part.
    [[nodiscard]] virtual bool is_stiff() const { return false; }
    /// Whether it may resist more than that part, which then has to be asked how far an update may go.
    [[nodiscard]] virtual bool exceeds_stiff_part() const { return true; }
    /// The stiff linear part of IMEX methods, -K x - D v, the same for each coordinate: A += scale_x K + scale_v D.
    /// K is that of the positions last given to update_stiff_part, which tells whether it has changed.
    [[nodiscard]] virtual bool update_stiff_part(std::span<const Vec3> /*x*/) { return false; }
    /// Whether K can change at all.
    [[nodiscard]] virtual bool stiff_part_changes() const { return false; }
    virtual void add_stiff_linear(double /*scale_x*/, double /*scale_v*/, Csr<double>& /*A*/) {}

    /// The time [s] of which the force is from now on. It leaves no trace: set again, the force is the same again.
    virtual void set_time(double /*time*/) {}

    /// Whether the force depends on the past besides the present.
    [[nodiscard]] virtual bool has_history() const { return false; }
    /// The way to x has been gone and is past; a step begins there. Called again with the same x it changes nothing,
    /// so that a step which is undone and taken again leaves no trace.
    virtual void begin_step(std::span<const Vec3> /*x*/) {}
    /// From now on rates of change are backward differences: how much a quantity has changed since begin_step, over
    /// `h` [s]. With h = 0, as at first, they follow from the velocities. Forces without history may ignore it.
    virtual void set_rate_step(double /*h*/) {}
    /// An iteration of Newton's method begins: the Jacobian that is asked for next may go by what the iterations of
    /// this step have predicted, which ends with the next begin_step. The force itself does not change, nor does the
    /// Jacobian where predictions have come true. True when the Jacobian goes by any.
    virtual bool begin_iteration() { return false; }
    /// What a step takes as given, such as the pressure that friction goes by, may change in it: `predict_lagged` tells
    /// with which velocities v [m/s] it will probably go on, `update_lagged` that its equations have been solved with
    /// an end in x. True when what was taken as given was too far off, and the step is to be solved again with what it
    /// is now.
    virtual void predict_lagged(std::span<const Vec3> /*v*/) {}
    [[nodiscard]] virtual bool update_lagged(std::span<const Vec3> /*x*/) { return false; }
    virtual void save(ArchiveWriter&) const {}
    virtual void restore(ArchiveReader&) {}
};

}  // namespace tulle
