#pragma once
// Contact of cloth with smooth obstacles by barriers, with Coulomb friction. Every particle has a barrier
// (barrier_potential.hpp) with every obstacle of smooth shape. Other obstacles are part of the surface of ClothContact.
//
// Friction is a spring between a particle and its anchor, a point of the obstacle that stays where the particle began
// to stick (Cundall and Strack 1979). Therefore a particle whose load lies inside the friction cone is held for ever
// and does not creep. The force of the spring is at most mu times the pressure, and reaches this limit at a
// displacement of `friction_speed` h. At larger displacements the anchor slides along behind the particle. Anchors last
// from step to step. Pressure and normals are lagged: friction takes them from the start of the step. Friction takes
// the displacement from the end of the step, so that each step has a potential. The pressure of an impact at the end of
// a step causes friction in the next step.
//
// Obstacles move between the two ends of a step. Barriers use the places of obstacles at the end of the step.
// `enter_step` carries along the particles in the path of an obstacle, so that no particle passes through an obstacle
// in motion.
//
// Depenetration: a particle that begins a step in an obstacle, or nearer to it than a barrier allows, has no barrier. A
// spring draws such a particle to a place that is a quarter of the contact distance further out. A particle that was
// outside before keeps its barrier, however hard it is pressed, because the spring would give way to loads that the
// barrier holds.

#include "contact/active_set/active_set.hpp"
#include "contact/barrier/barrier_potential.hpp"
#include "core/reduce.hpp"
#include "forces/barrier.hpp"
#include "forces/force.hpp"
#include "forces/history_force.hpp"

namespace tulle {

class ObstacleBarrier final : public Force, public Barrier, public HistoryForce {
public:
    /// `contacts` has the obstacles and their places, and must outlive this object. `mass` [kg] of the particles and
    /// the usual step `h` [s] determine the stiffness of the barriers. `load` [N] is the load that may rest on a
    /// particle besides its own weight.
    ObstacleBarrier(const ActiveSet& contacts, std::span<const double> mass, double h, double load = 0);

    /// Returns the smallest contact distance [m] of any particle and obstacle; infinite if there is no such pair.
    [[nodiscard]] double smallest_contact_distance() const;
    /// Returns the number of contacts between particles and obstacles.
    [[nodiscard]] int count(std::span<const Vec3> x);

    [[nodiscard]] std::string_view name() const override { return "obstacles"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// Leaves out the rotation of normals, because this term would make the matrix indefinite.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    [[nodiscard]] bool is_of_springs() const override { return true; }

    [[nodiscard]] double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to) override;
    void limit_motion(std::span<const Vec3> from, std::span<Vec3> to) override;
    void enter_step(std::span<const Vec3> x, std::span<Vec3> to) override;
    void list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts) override;

    /// Resets friction. Must be called between steps when particles were moved to other places.
    void forget_friction();

    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        measurements.energies.contact += energy(x);
        measurements.contacts += count(x);
    }
    void save(ArchiveWriter& out) const override;
    void restore(ArchiveReader& in) override;

private:
    /// Friction between a particle and an obstacle in this step.
    struct Friction {
        Vec3 normal;       // at the end of the step
        Vec3 anchor;       // m, at the end of the step
        Vec3 anchor_seen;  // m, in the coordinates of the obstacle
        double limit = 0;  // N, coefficient times pressure
        int obstacle = 0;

        /// Returns the displacement [m] of a particle from its anchor, along the surface.
        [[nodiscard]] Vec3 displacement(const Vec3& x) const
        {
            const Vec3 from_anchor = x - anchor;
            return from_anchor - normal.dot(from_anchor) * normal;
        }
    };
    /// The friction of all particles.
    struct Frictions {
        std::vector<int> begin;  // per particle: its first entry in `list`
        std::vector<Friction> list;

        [[nodiscard]] std::span<const Friction> of(std::size_t p) const
        {
            return std::span(list).subspan(begin[p], begin[p + 1] - begin[p]);
        }
    };
    /// A contact of a particle with an obstacle: its barrier, or the spring that draws the particle out.
    struct Touch {
        double energy, force, curvature;  // J, N, N/m
        Vec3 normal;
        int obstacle;
    };

    /// Calls visit(Touch) for every obstacle that particle p touches at x [m].
    template <class Visit>
    void for_each_touch(std::size_t p, const Vec3& x, const Visit& visit) const;
    [[nodiscard]] FrictionResponse response(const Friction& friction, const Vec3& x) const;
    /// Returns the energy [J] of the spring between a particle and its anchor.
    [[nodiscard]] double held_energy(const Friction& friction, const Vec3& x) const;
    /// Finds the friction of a step that begins at x [m]. First, the anchors of sliding particles follow their
    /// particles.
    void find_frictions(std::span<const Vec3> x);
    /// Finds the friction of particle p in a step that begins at x [m], and decides which obstacles draw the particle
    /// out.
    void add_frictions(std::size_t p, const Vec3& x, std::vector<Friction>& list);
    /// Returns the part, in [0, 1], of the motion of particle p before the particle comes too near to obstacle o.
    /// `from` and `to` are in the coordinates of the obstacle.
    [[nodiscard]] double collision_free_step(std::size_t p, int o, const Vec3& from, const Vec3& to) const;
    /// Returns the index of particle p and obstacle o in lists over all pairs.
    [[nodiscard]] std::size_t pair(std::size_t p, int o) const
    {
        return p * static_cast<std::size_t>(contacts_.obstacle_count()) + static_cast<std::size_t>(o);
    }

    const ActiveSet& contacts_;
    [[nodiscard]] BarrierPotential barrier_of(std::size_t p, double d_hat) const;
    /// Returns the contact of p with a surface at a distance [m], without its normal.
    [[nodiscard]] Touch touch_at(std::size_t p, int o, double distance) const;

    std::vector<int> smooth_;                   // numbers of the smooth obstacles
    std::vector<double> inertia_;               // N/m, per particle: m/h^2
    double load_;                               // N
    std::vector<double> let_out_to_;            // m, per pair: distance to which p is drawn out, or infinite
    std::vector<unsigned char> was_outside_;    // per pair: whether p was outside at the start of the last step
    double slip_;                               // m, displacement at which friction reaches mu times the pressure
    Frictions frictions_, before_;              // of this step and of the last one
    std::vector<std::vector<Friction>> found_;  // scratch: per block of particles
    std::vector<Vec3> entered_;                 // m, positions at the start of this step
    BlockReducer<double> sum_;
    BlockReducer<int> count_;
};

}  // namespace tulle
