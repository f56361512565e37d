#pragma once
// Force field: the sum of all forces of a simulation, with one common sparsity pattern for their Jacobians.

#include "forces/barrier.hpp"
#include "forces/force.hpp"
#include "forces/history_force.hpp"
#include "forces/stiff_linear_force.hpp"

#include <memory>

namespace tulle {

class ForceField {
public:
    ForceField(std::size_t particles, std::vector<std::unique_ptr<Force>> forces)
        : ForceField(particles, particles, std::move(forces))
    {}
    /// Only the first `unknowns` particles have rows in matrices. The motion of the other particles is always
    /// prescribed, and only contact couples them.
    ForceField(std::size_t particles, std::size_t unknowns, std::vector<std::unique_ptr<Force>> forces);

    [[nodiscard]] std::size_t particle_count() const { return particles_; }
    [[nodiscard]] const std::shared_ptr<const SparsityPattern>& pattern() const { return pattern_; }

    [[nodiscard]] double energy(std::span<const Vec3> x);
    /// f = sum of forces [N]
    void force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f);
    /// f = sum of the forces [N] that have no stiff linear part, as if no springs or elements joined the particles.
    void loose_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f);
    /// f = sum of the forces [N] that have no barrier.
    void force_without_barriers(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f);
    [[nodiscard]] double balanced_force(std::span<const Vec3> x);  // N
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A);
    void set_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A);
    void add_contact_hessian(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v,
                             std::vector<StencilBlock>& blocks);
    [[nodiscard]] bool has_barrier() const;
    /// Adds the contact Hessian of the forces that have a barrier.
    void add_barrier_hessian(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v,
                             std::vector<StencilBlock>& blocks);
    [[nodiscard]] double barrier_energy(std::span<const Vec3> x);  // J, of the forces with a barrier
    [[nodiscard]] double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to);
    void limit_motion(std::span<const Vec3> from, std::span<Vec3> to);
    void enter_step(std::span<const Vec3> x, std::span<Vec3> to);
    [[nodiscard]] bool update_stiff_part(std::span<const Vec3> x);
    [[nodiscard]] bool stiff_part_changes() const;
    [[nodiscard]] bool exceeds_stiff_part() const;
    void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A);

    /// Sets the time [s] at which forces are evaluated. Only methods that need forces at other times than the middle of
    /// a step call this function.
    void set_time(double time);
    [[nodiscard]] double time() const { return time_; }

    [[nodiscard]] bool has_history() const;
    /// Must be called before all other functions in a step. Forces are evaluated at the middle of the step, `middle`
    /// [s], from now on. Evaluation at the middle is exact to second order for formulas that weight both ends of a step
    /// equally.
    void begin_step(std::span<const Vec3> x, double middle);
    void set_rate_step(double h);
    /// Returns whether any Jacobian uses predictions.
    bool begin_iteration();
    void predict_lagged(std::span<const Vec3> v);
    [[nodiscard]] bool update_lagged(std::span<const Vec3> x);
    /// Wall time [s] of all begin_step calls.
    [[nodiscard]] double history_seconds() const { return history_seconds_; }
    /// Returns the energy [J] of the forces that have a stiff linear part: the energy stored in deformation.
    [[nodiscard]] double elastic_energy(std::span<const Vec3> x);
    void add_measurements(std::span<const Vec3> x, Measurements& measurements);
    void list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts);
    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in);

private:
    /// A force with its other interfaces; null for an interface that the force does not implement.
    struct Term {
        explicit Term(std::unique_ptr<Force> given);

        [[nodiscard]] bool has_barrier() const { return barrier != nullptr && barrier->has_barrier(); }
        [[nodiscard]] bool bounds_relative_motion() const
        {
            return barrier != nullptr && barrier->bounds_relative_motion();
        }

        std::unique_ptr<Force> force;
        StiffLinearForce* stiff;
        Barrier* barrier;
        HistoryForce* history;
        LaggedForce* lagged;
    };

    void limit_relative_motion(std::span<const Vec3> from, std::span<Vec3> to);

    std::size_t particles_;
    std::vector<Term> terms_;
    std::shared_ptr<const SparsityPattern> pattern_;
    double time_ = 0;             // s
    double history_seconds_ = 0;  // s
    std::vector<Vec3> limited_;   // m, scratch
};

}  // namespace tulle
